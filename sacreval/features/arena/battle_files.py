"""Read battles from JSONL of any program, and check them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sacreval.core.options.wrong_values import in_plain_words
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.features.arena.battles import Battle
from sacreval.io.files import open_bytes
from sacreval.io.formats.repeated_keys import check_lines
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import blocks, not_utf8, numbered
from sacreval.text.expressions import compiled

FIELDS = Battle.__struct_fields__
_LIMIT = LineLimit(reader="")
_DECODER = msgspec.json.Decoder(Battle)
_OBJECTS = msgspec.json.Decoder(dict[str, Any])
_REMEDY = (
    "a battle has instance_id, a, b, and score or winner; name other fields with "
    "--map FIELD=JMESPATH, or correct the line"
)


class Placed(NamedTuple):
    """A battle, with its file and line.

    Attributes:
        battle: The battle.
        place: File and line, for messages.
    """

    battle: Battle
    place: str


def read_battles(paths: Sequence[str], fields: Mapping[str, str] | None = None) -> list[Placed]:
    """Read the battles of files.

    Args:
        paths: JSONL files; `-` is standard input.
        fields: Field of a battle, or `groups.NAME`, to a JMESPath expression that finds it. If
            given, other unknown fields are left out.

    Returns:
        The battles in the order of the files.

    Raises:
        InputError: If a line is no battle, a verdict is repeated, or there is no battle.
        UsageError: If an expression or a field is unknown.
    """
    decode = _mapped(fields) if fields else _DECODER.decode
    found = [one for path in paths for one in _read(path, decode)]
    if not found:
        raise InputError(f"{', '.join(paths)}: there is no battle; {_REMEDY}")
    check_repeated(found)
    return found


def check_repeated(battles: Iterable[Placed]) -> None:
    """Check that no judge judged the same two outputs twice in one order, but in repetitions.

    Raises:
        InputError: At the first verdict that is repeated.
    """
    seen: dict[tuple[Any, ...], str] = {}
    for one, place in battles:
        key = (str(one.instance_id), one.a, one.b, one.judge, one.repeat)
        if key in seen:
            raise InputError(
                f"{place}: the battle of '{shortened(one.a)}' and '{shortened(one.b)}' on "
                f"instance '{shortened(str(one.instance_id))}' is in {seen[key]} too; remove one, "
                "or number repetitions in the field `repeat`"
            )
        seen[key] = place


def _read(path: str, decode: Callable[[bytes], Battle]) -> Iterator[Placed]:
    with open_bytes(path) as stream:
        for block in blocks(stream, path, _LIMIT):
            for number, line in numbered(block):
                yield Placed(_one(line, f"{path}:{number}", decode), f"{path}:{number}")
            check_lines(block, path)


def _one(line: bytes, place: str, decode: Callable[[bytes], Battle]) -> Battle:
    try:
        line.decode()
        return decode(line)
    except UnicodeDecodeError as error:
        raise InputError(not_utf8(place, error)) from None
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise InputError(f"{place}: {shortened(_problem(error), 200)}; {_REMEDY}") from None


def _problem(error: Exception) -> str:
    """Describe what is wrong with a battle."""
    if unknown := re.search(r"unknown field `([^`]*)`", str(error)):
        return f"there is no field '{unknown[1]}' ({nearest(unknown[1], FIELDS)})"
    return in_plain_words(error) if isinstance(error, msgspec.ValidationError) else str(error)


def _mapped(fields: Mapping[str, str]) -> Callable[[bytes], Battle]:
    """Return a function from a line to a battle, with fields found by expressions."""
    searches = []
    for name, path in fields.items():
        head, _, tail = name.partition(".")
        if head not in FIELDS or bool(tail) != (head == "groups"):
            raise UsageError(f"--map {shortened(name)}: a battle has no such field; "
                             f"{nearest(shortened(head), [*FIELDS, 'groups.NAME'])}")  # fmt: skip
        searches.append((head, tail, compiled(path, f"--map {name}=")))

    def decode(line: bytes) -> Battle:
        record = _OBJECTS.decode(line)
        ours = {name: value for name, value in record.items() if name in FIELDS}
        for head, tail, search in searches:
            if tail:
                ours["groups"] = {**(ours.get("groups") or {}), tail: search(record)}
            else:
                ours[head] = search(record)
        return msgspec.convert(ours, Battle)

    return decode
