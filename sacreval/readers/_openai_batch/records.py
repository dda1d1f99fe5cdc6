"""Records from the lines of a batch file, with the prompts of their requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sacreval.asking.batch_replies import OK, batch_reply, in_order
from sacreval.asking.openai_body import as_chat, is_responses
from sacreval.asking.requests import Reply
from sacreval.core.json_lines import lines_of
from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.errors import InputError, shortened
from sacreval.readers._log import LogCounts
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
    """Return the prompt of each request by its id, in the file's order."""
    by_id: dict[str, str | None] = {}
    for line in lines_of(path):
        request = typed(_DECODER, line.text, line.where)
        asked = request.body or request.params
        if asked is None:
            raise InputError(
                f"{line.where}: this is no request of a batch, since it has neither `body` nor "
                "`params`; name the file that was sent"
            )
        if request.custom_id in by_id:
            raise InputError(
                f"{line.where}: the id '{shortened(request.custom_id)}' is there twice; name the "
                "requests of one batch"
            )
        by_id[request.custom_id] = _prompt(asked)
    return by_id


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
        items = [Message(content=m.content, role=m.role) for m in asked.input if m.role]
    return prompt_text(_with(items, "developer", asked.instructions))


def _with(messages: Sequence[Message], role: str, text: _Text) -> Sequence[Message]:
    if not text:
        return messages
    return [Message(content=content_text(text), role=role), *messages]


_CUT = "length"


class Answer(NamedTuple):
    """One choice of a reply.

    Args:
        reply: What is read from it.
        calls: The message, or a list of calls, where it calls tools.
    """

    reply: Reply
    calls: Any = None


def record(row: Mapping[str, Any], where: str, counts: LogCounts) -> dict[str, Any]:
    """Return the fields of the record of a line."""
    answers = _answers(row, where)
    whys = [_missing(answer) for answer in answers]
    kept = zip(answers, whys, strict=True)
    counts.cut.update(_CUT for answer, why in kept if why is None and _is_cut(answer))
    first = answers[0].reply
    return {
        "instance_id": first.id,
        "system_id": first.model or None,
        **outputs_of(answers, whys, _output)._asdict(),
        "meta": _meta([answer.reply for answer in answers], row) or None,
    }


def _answers(row: Mapping[str, Any], where: str) -> Sequence[Answer]:
    """Return the choices of a reply, each read as a reply with one choice."""
    response = row.get("response")
    if not isinstance(response, Mapping):
        return [Answer(batch_reply(row, where), _anthropic_calls(row))]
    nested = isinstance(response.get("body"), Mapping)
    body: Mapping[str, Any] = response["body"] if nested else response
    if is_responses(body):
        body = as_chat(body)
    elif response.get("status_code", OK) == OK and isinstance(body.get("data"), list):
        raise InputError(f"{where}: the reply has embeddings, not a text; name another batch")
    choices = body.get("choices")
    parts = in_order(choices) if isinstance(choices, list) and choices else [None]
    answers = []
    for choice in parts:
        single = body if choice is None else {**body, "choices": [choice]}
        line = {**row, "response": {**response, "body": single} if nested else single}
        answers.append(Answer(batch_reply(line, where), _calls(choice)))
    return answers


def _calls(choice: Any) -> Any:
    """Return the message of a choice if it calls tools."""
    message = choice.get("message") if isinstance(choice, Mapping) else None
    return message if isinstance(message, Mapping) and message.get("tool_calls") else None


def _anthropic_calls(row: Mapping[str, Any]) -> Any:
    result = row.get("result")
    message = result.get("message") if isinstance(result, Mapping) else None
    blocks = message.get("content") if isinstance(message, Mapping) else None
    used = [b for b in blocks or () if isinstance(b, Mapping) and b.get("type") == "tool_use"]
    return [{"name": b.get("name"), "arguments": b.get("input")} for b in used] or None


def _missing(answer: Answer) -> str | None:
    """Return why a choice has no output; None where it has one."""
    reply = answer.reply
    if reply.error is not None:
        is_filtered = reply.error.kind == "filtered"
        return missing_output("filtered" if is_filtered else "failed", reply.error.message)
    if reply.refusal is not None:
        return missing_output("refused", reply.refusal)
    if reply.text is None and answer.calls is None:
        return missing_output("not asked", f"no text, finish_reason {reply.finish_reason}")
    return None


def _output(answer: Answer) -> Any:
    return answer.reply.text if answer.calls is None else answer.calls


def _is_cut(answer: Answer) -> bool:
    return answer.reply.finish_reason == _CUT


def _meta(replies: Sequence[Reply], row: Mapping[str, Any]) -> dict[str, Any]:
    reasons = [reply.finish_reason for reply in replies]
    refusals = [reply.refusal for reply in replies if reply.refusal is not None]
    meta: dict[str, Any] = {
        "finish_reason": reasons[0],
        "finish_reasons": reasons if len(set(reasons)) > 1 else None,
        "refusal": refusals[0] if refusals else None,
        "error": _code(row) if replies[0].error is not None else None,
    }
    return {name: value for name, value in meta.items() if value is not None}


def _code(row: Mapping[str, Any]) -> Any:
    """Return the code of an error, or else its type or status, as the server states it."""
    response, result = row.get("response"), row.get("result")
    body = response.get("body") if isinstance(response, Mapping) else None
    error = body.get("error") if isinstance(body, Mapping) else row.get("error")
    if isinstance(result, Mapping):
        error = result.get("error") or result.get("type")
        error = error.get("error", error) if isinstance(error, Mapping) else error
    if isinstance(error, Mapping):
        return error.get("code") or error.get("type") or error.get("message")
    status = response.get("status_code") if isinstance(response, Mapping) else None
    return error or status
