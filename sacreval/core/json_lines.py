"""Lines of JSON objects of one type, with the file and line in each error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import msgspec

from sacreval.core.options.type_errors import in_plain_words
from sacreval.errors import InputError, nearest, shortened
from sacreval.io.files import open_bytes
from sacreval.io.formats.json_documents import check_lines, half_pair
from sacreval.io.lines import LineLimit, blocks, numbered, utf8_problem

# Fields by which a file of another kind is recognised, and what to do with it; where it is read as
# the kind of the key.
_OTHERS = {
    "reply": {
        "messages": "these are requests; `sacreval answer` writes the replies to them",
        "prompt": "these are requests; `sacreval answer` writes the replies to them",
        "prediction": "these are outputs; name the file that `sacreval answer` wrote, or read the "
        "verdicts of another program by --reply-fields",
        "instance_id": "name the file that `sacreval answer` wrote, or read the verdicts of "
        "another program by --reply-fields",
    },
    "request": {
        "text": "these are replies; name the file that `sacreval ask` wrote",
        "prediction": "these are outputs; `sacreval ask` writes the requests of a judge",
        "instance_id": "these are records; `sacreval ask` writes the requests of a judge",
    },
}
LIMIT = LineLimit(64.0, reader="")  # MiB; a reply with 20 log-probabilities a token has kilobytes


class Line(NamedTuple):
    """A line of a file.

    Args:
        where: File and line number.
        text: Its bytes.
    """

    where: str
    text: bytes


def lines_of(path: str, limit: LineLimit = LIMIT) -> Iterator[Line]:
    """Yield the lines of a file that are not blank, decompressing `.gz` and `.zst`.

    Args:
        path: Path of the file; `-` is standard input.
        limit: Largest length of a line.

    Raises:
        InputError: If it cannot be read, or a JSON object repeats a key.
    """
    with open_bytes(path) as stream:
        yield from stream_lines(stream, path, limit)


def stream_lines(stream: BinaryIO, path: str, limit: LineLimit = LIMIT) -> Iterator[Line]:
    """Yield the lines of a stream that are not blank.

    Args:
        stream: The stream.
        path: Path of its file, for messages.
        limit: Largest length of a line.

    Raises:
        InputError: If a line is too long, or a JSON object repeats a key.
    """
    for block in blocks(stream, path, limit):
        lines = [Line(f"{path}:{number}", text) for number, text in numbered(block)]
        try:
            check_lines(block, path)
        except (ValueError, RecursionError):  # no JSON; the decoder gives the reason
            yield from lines
        else:
            yield from lines


def decode_line(line: Line, decoder: msgspec.json.Decoder[Any], what: str) -> Any:
    """Decode a line.

    Args:
        line: The line.
        decoder: Decoder of its type.
        what: What a line is, for messages, such as "request".

    Raises:
        InputError: If it is not JSON, or not of that type.
    """
    try:
        return decoder.decode(line.text)
    except msgspec.ValidationError as error:
        raise InputError(_wrong(error, line.where, decoder.type, what)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(_no_json(error, line, what)) from None


def _no_json(error: Exception, line: Line, what: str) -> str:
    """Return the error message for a line that is not JSON."""
    where, text = line
    if problem := utf8_problem(where, text):
        return problem
    if "truncated" in str(error) and text.rstrip().endswith(b"}"):
        return f"{where}: a text is not closed, or ends in half of a surrogate pair; correct it"
    reason = f"this is not JSON ({shortened(str(error))}); each line must be one complete {what}"
    return f"{where}: {half_pair(error) or reason}"


def _wrong(error: msgspec.ValidationError, where: str, kind: Any, what: str) -> str:
    """Return the error message for JSON that is not of the type of a line."""
    text = str(error)
    if "unknown field" in text:
        name, _, place = text.partition("`")[2].partition("`")
        known = () if "at `$" in place else [f.encode_name for f in msgspec.structs.fields(kind)]
        other = _OTHERS.get(what, {}).get(name) if known else None
        remedy = other or (nearest(name, known) if known else "remove it")
        return f"{where}: a {what} has the unknown field '{shortened(name)}'; {remedy}"
    problem = shortened(in_plain_words(error))
    if problem.startswith("it must"):
        problem = f"each {what} {problem[3:]}"
    return f"{where}: {problem}; correct the {what}"
