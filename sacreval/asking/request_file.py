"""Files of requests: one a line, as JSON, and batch files of OpenAI, Together, vLLM and Anthropic.

Requests as batch files of OpenAI, Together and vLLM (`openai-batch`) and `anthropic-batch`. Bodies
of requests to Anthropic's API of messages. Source: https://docs.anthropic.com/en/api/messages.

Source: https://platform.openai.com/docs/guides/batch and
https://docs.anthropic.com/en/docs/build-with-claude/batch-processing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from sacreval.asking.openai_body import path_of, request_body
from sacreval.asking.requests import Message, Request, id_of
from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.errors import InputError, UsageError, shortened

_REQUEST = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()
_FIELDS = {
    "chat": ("messages",),
    "completion": ("prompt",),
    "loglikelihood": ("prompt", "continuation"),
}


def read_requests(path: str) -> Iterator[Request]:
    """Read the requests of a file, each of which is checked.

    Args:
        path: Path of the file, also compressed (`.gz`, `.zst`); `-` is standard input.

    Yields:
        The requests, in order.

    Raises:
        InputError: At the first line that is no request, whose fields do not fit its kind, or whose
            id is repeated or is not that of its fields.
    """
    ids: set[str] = set()
    for line in lines_of(path):
        asked: Request = decode_line(line, _REQUEST, "request")
        _check(asked, line)
        if asked.id in ids:
            raise InputError(
                f"{line.where}: the id {asked.id} is repeated; keep one request, with the places "
                "of both in `for`"
            )
        ids.add(asked.id)
        yield asked


def write_requests(requests: Iterable[Request], path: Path) -> int:
    """Write requests to a file, which appears once it is complete.

    Args:
        requests: The requests.
        path: The file, which is replaced if it exists.

    Returns:
        The number of requests.
    """
    return _written(map(request_line, requests), path)


def _written(lines: Iterable[bytes], path: Path) -> int:
    """Write lines to a file, and return their number."""
    from sacreval.io.files import write_bytes

    count = 0
    with write_bytes(path) as stream:
        for line in lines:
            stream.write(line)
            count += 1
    return count


def request_line(asked: Request) -> bytes:
    """Return the line of a request, with its line feed."""
    return _encoder.encode(asked) + b"\n"


def _check(asked: Request, line: Line) -> None:
    if problem := _misfit(asked):
        raise InputError(f"{line.where}: {problem}")
    if asked.id != (right := id_of(asked)):
        raise InputError(
            f"{line.where}: the id '{shortened(asked.id)}' is not that of the request's fields, "
            f"which is {right}; write requests with `sacreval ask`, or correct the id"
        )


def _misfit(asked: Request) -> str | None:
    """Return which field does not fit the kind of a request, and what to do."""
    needed = _FIELDS[asked.kind]
    for name in ("messages", "prompt", "continuation"):
        if getattr(asked, name) and name not in needed:
            return f"a request of the kind '{asked.kind}' has no `{name}`; remove it"
    empty = next((name for name in needed[-1:] if not getattr(asked, name)), None)
    return f"`{empty}` is missing or empty; add it" if empty else None


_SAME = ("temperature", "top_p", "top_k", "metadata", "thinking", "service_tier", "tools",
         "tool_choice")  # fmt: skip
_RENAMED = {"max_tokens": "max_tokens", "max_completion_tokens": "max_tokens",
            "stop_sequences": "stop_sequences"}  # fmt: skip


def message_body(asked: Request, model: str) -> dict[str, Any]:
    """Return the body of a request."""
    if asked.kind != "chat":
        raise UsageError(
            f"anthropic-batch: request {shortened(asked.id)} is a {asked.kind}, and this format "
            "has chats only; use `messages`, or another format"
        )
    params, messages = _params(asked.params), _messages(asked.messages)
    return {"model": model, **params, **messages}


def _messages(messages: tuple[Message, ...]) -> dict[str, Any]:
    """Return the messages, with those of the system, which come first, in a field of their own."""
    count = next((i for i, m in enumerate(messages) if m.role != "system"), len(messages))
    rest = [{"role": m.role, "content": m.content} for m in messages[count:]]
    if not rest or any(m["role"] == "system" for m in rest):
        raise UsageError(
            "anthropic-batch: messages of the system come before all others, of which there is "
            "at least one; change the messages"
        )
    system = "\n\n".join(m.content for m in messages[:count])
    return {"system": system, "messages": rest} if count else {"messages": rest}


def _params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters by Anthropic's names."""
    body: dict[str, Any] = {}
    for name, value in params.items():
        if name == "stop":
            body["stop_sequences"] = [value] if isinstance(value, str) else value
        elif name in _SAME or name in _RENAMED:
            body[_RENAMED.get(name, name)] = value
        else:
            raise UsageError(
                f"anthropic-batch: there is no parameter '{shortened(name)}'; remove it from "
                "`params`, or use another format"
            )
    if "max_tokens" not in body:
        raise UsageError("anthropic-batch: `max_tokens` is needed; add it to `params`")
    return body


BatchFormat = Literal["openai-batch", "anthropic-batch"]


class _Limits(NamedTuple):
    requests: int
    megabytes: int


# Anthropic's; those of OpenAI (50,000 requests, 200 MB) are not those of Together and vLLM.
_ANTHROPIC = _Limits(requests=100_000, megabytes=256)


def write_batch(requests: Iterable[Request], path: Path, *, form: BatchFormat, model: str) -> int:
    """Write requests as a batch file, which appears once it is complete.

    Args:
        requests: The requests.
        path: The file, which is replaced if it exists.
        form: Its format.
        model: Name of the model.

    Returns:
        The number of requests.

    Raises:
        UsageError: If a request cannot be written in this format, or there are too many.
    """
    return _written(batch_lines(requests, form=form, model=model), path)


def batch_lines(requests: Iterable[Request], *, form: BatchFormat, model: str) -> Iterator[bytes]:
    """Yield the lines of a batch file, with their line feeds."""
    if not model.strip():
        raise UsageError(f"--format {form}: each line names the model; give --model NAME")
    if form == "openai-batch":
        yield from _lines(requests, _openai(model))
    else:
        yield from _limited(_lines(requests, _anthropic(model)))


def _lines(
    requests: Iterable[Request], encode: Callable[[Request], dict[str, Any]]
) -> Iterator[bytes]:
    for asked in requests:
        yield _encoder.encode(encode(asked)) + b"\n"


def _openai(model: str) -> Callable[[Request], dict[str, Any]]:
    first = ""

    def encode(asked: Request) -> dict[str, Any]:
        nonlocal first
        url = "/v1" + path_of(asked)
        first = first or url
        if url != first:
            raise UsageError(
                f"a batch file has requests for {first} or for {url}, not for both; write "
                "chats and completions to separate files"
            )
        body = request_body(asked, model)
        return {"custom_id": asked.id, "method": "POST", "url": url, "body": body}

    return encode


def _limited(lines: Iterator[bytes]) -> Iterator[bytes]:
    size, most = 0, _ANTHROPIC
    for i, line in enumerate(lines, start=1):
        size += len(line)
        if i > most.requests or size > most.megabytes * 1e6:
            raise UsageError(
                f"anthropic-batch: a batch has at most {most.requests:,} requests and "
                f"{most.megabytes} MB; write the requests of fewer records to each file"
            )
        yield line


def _anthropic(model: str) -> Callable[[Request], dict[str, Any]]:
    def encode(asked: Request) -> dict[str, Any]:
        body = message_body(asked, model)
        return {"custom_id": asked.id, "params": body}

    return encode
