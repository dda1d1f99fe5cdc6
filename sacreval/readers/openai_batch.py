"""Batch files: replies of OpenAI, Together, vLLM and Anthropic to requests sent as one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from sacreval.asking.batch_replies import OK, batch_reply, in_order, is_batch_line
from sacreval.asking.openai_body import as_chat, is_responses
from sacreval.asking.requests import Reply
from sacreval.core.json_lines import lines_of
from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.errors import InputError, UsageError, shortened
from sacreval.io.files import STDIN
from sacreval.io.lines import LineLimit
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._log import LineLogReader, LogCounts, LogRow, Numbered, log_rows
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
        by_id[request.custom_id] = _prompt_of_body(asked)
    return by_id


def _prompt_of_body(asked: _Body) -> str | None:
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


@readers.register("openai-batch")
@dataclass(frozen=True, kw_only=True)
class OpenAIBatchReader(LineLogReader):
    """Output and error files of a batch, in the layouts of OpenAI and Anthropic.

    The instance is `custom_id`, the system the model that answered; a request that failed has the
    model of the others. Several choices are `samples`. Requests that failed, were refused or were
    filtered have an `error`. A reply that calls tools is read as its message.

    Args:
        requests: The file of requests, from which prompts are read; they are kept in memory.
        errors: The batch's second file, with the requests that failed; it is read after the first.
            With `requests`, a request in neither file is a record without an output.
    """

    requests: str | None = None
    errors: str | None = None

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether the first line is a reply of a batch."""
        return is_batch_line(dict.fromkeys(start.keys))

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the replies in the order of the file, and then the errors."""
        if path == STDIN:
            raise UsageError("batch files are read twice, so not from -; name the file")
        paths = [path, *([self.errors] if self.errors else [])]
        model, counts = _only_model(paths, self.line_limit), LogCounts(path)
        asked = prompts(self.requests) if self.requests else None
        left = dict.fromkeys(asked or ())
        number = 0
        for row in (row for file in paths for row in log_rows(file, self.line_limit)):
            number += 1
            fields = record(_reply(row), row.where, counts)
            if asked is not None:
                fields["input"] = _prompt(asked, fields["instance_id"], row.where)
                left.pop(fields["instance_id"], None)
            if fields["system_id"] is None:
                fields["system_id"] = model
            yield number, convert(fields, row.where)
        if self.errors:
            yield from _unanswered(left, asked or {}, model, number)
        elif left:
            counts.others.append(
                f"{len(left)} of the requests have no line in this file; name the file of errors "
                "by `errors`, so that they are counted"
            )
        counts.warn()


def _reply(row: LogRow) -> Mapping[str, Any]:
    if not is_batch_line(row.row):
        raise InputError(
            f"{row.where}: this is no reply of a batch, which has `custom_id`, and `response`, "
            "`result` or `error`; name the file of replies"
        )
    return row.row


def _prompt(asked: Mapping[str, str | None], name: str, where: str) -> str | None:
    if name not in asked:
        raise InputError(
            f"{where}: there is no request with the id '{shortened(name)}'; name the requests of "
            "this batch"
        )
    return asked[name]


def _unanswered(
    left: Mapping[str, None], asked: Mapping[str, str | None], model: str | None, number: int
) -> Iterator[Numbered]:
    why = missing_output("not asked", "no line has this request")
    for place, name in enumerate(left, start=number + 1):
        yield place, Instance(instance_id=name, system_id=model, input=asked[name], error=why)


def _only_model(paths: Sequence[str], limit: LineLimit) -> str | None:
    """Return the model that answered, or None if there are several or none."""
    models: set[str] = set()
    for row in (row for path in paths for row in log_rows(path, limit)):
        for name in ("response", "result"):
            models.update(_models(row.row.get(name)))
    return next(iter(models)) if len(models) == 1 else None


def _models(part: Any) -> Iterator[str]:
    places = (part, part.get("body"), part.get("message")) if isinstance(part, dict) else ()
    for place in places:
        name = place.get("model") if isinstance(place, dict) else None
        if isinstance(name, str) and name:
            yield name
