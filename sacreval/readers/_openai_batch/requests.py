"""Prompts and models of the requests of a batch file, by their ids."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sacreval.core.json_lines import lines_of
from sacreval.errors import InputError, shortened
from sacreval.readers._messages import Message, Part, content_text, prompt_text
from sacreval.readers._typed import typed

_Text = str | list[Part | str] | None


class _Item(msgspec.Struct):
    """An item of the input of the endpoint `responses`, of which messages have a role."""

    role: str = ""
    content: _Text = None


class _Body(msgspec.Struct):
    messages: list[Message] | None = None
    system: _Text = None
    prompt: str | list[str] | None = None
    input: str | list[_Item] | None = None
    instructions: str | None = None


class _Line(msgspec.Struct):
    custom_id: str
    body: _Body | None = None
    params: _Body | None = None


_DECODER = msgspec.json.Decoder(_Line)


def prompts(path: str) -> dict[str, str | None]:
    """Return the prompt of each request by its id, in the file's order.

    Args:
        path: A file of requests of OpenAI, or with `params` of Anthropic.

    Raises:
        InputError: If a line is no request, or an id is repeated.
    """
    found: dict[str, str | None] = {}
    for line in lines_of(path):
        request = typed(_DECODER, line.text, line.where)
        asked = request.body or request.params
        if asked is None:
            raise InputError(
                f"{line.where}: this is no request of a batch, since it has neither `body` nor "
                "`params`; name the file that was sent"
            )
        if request.custom_id in found:
            raise InputError(
                f"{line.where}: the id '{shortened(request.custom_id)}' is there twice; name the "
                "requests of one batch"
            )
        found[request.custom_id] = _prompt(asked)
    return found


def _prompt(asked: _Body) -> str | None:
    if asked.messages is not None:
        return prompt_text(_with(asked.messages, "system", asked.system))
    if asked.prompt is not None:
        return asked.prompt if isinstance(asked.prompt, str) else "\n".join(asked.prompt)
    if asked.input is None:
        return None
    if isinstance(asked.input, str):
        items = [Message(content=asked.input, role="user")]
    else:
        items = [Message(content=one.content, role=one.role) for one in asked.input if one.role]
    return prompt_text(_with(items, "developer", asked.instructions))


def _with(messages: Sequence[Message], role: str, text: _Text) -> Sequence[Message]:
    if not text:
        return messages
    return [Message(content=content_text(text), role=role), *messages]
