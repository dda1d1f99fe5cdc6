"""Files of requests: one request a line, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sacreval.asking.requests import Request, id_of
from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.errors import InputError, shortened

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
    from sacreval.io.files import write_bytes

    count = 0
    with write_bytes(path) as stream:
        for asked in requests:
            stream.write(request_line(asked))
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
