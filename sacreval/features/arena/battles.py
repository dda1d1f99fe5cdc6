"""Battles: pairwise verdicts about two outputs, read from JSONL, checked, and as arrays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from sacreval.core.options.type_errors import in_plain_words
from sacreval.core.records import by_id
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.features.arena.result import ArenaStanding, PairRate
from sacreval.io.files import open_bytes
from sacreval.io.formats.json_documents import check_lines
from sacreval.io.lines import LineLimit, blocks, not_utf8, numbered
from sacreval.text.expressions import compiled

if TYPE_CHECKING:
    from sacreval.features.arena.bradley_terry import Battles
    from sacreval.stats.arrays import Floats


SCORES = {"a": 1.0, "tie": 0.5, "b": 0.0}


class Battle(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A verdict about the outputs of two systems.

    Args:
        instance_id: Id of the input; battles of one input are dependent.
        a: The system whose output was shown first, where there is an order.
        b: The other system.
        score: Score of `a`, in [0, 1]: 1 if it wins, 0 if it loses, 0.5 for a tie.
        winner: `a`, `b` or `tie`, in place of a score.
        length_a: Length of the output of `a`, such as its number of characters.
        length_b: Length of the output of `b`.
        judge: Who judged: a model, or a person.
        repeat: Number of the repetition, from 0, where one judge was asked several times.
        groups: Name to value, for breakdowns.
        error: Why there is no verdict.
        meta: Any other data.
    """

    instance_id: str | int
    a: str
    b: str
    score: float | None = None
    winner: Literal["a", "b", "tie"] | None = None
    length_a: float | None = None
    length_b: float | None = None
    judge: str | None = None
    repeat: int = 0
    groups: dict[str, str | int | float | bool] | None = None
    error: str | None = None
    meta: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise ValueError("`a` and `b` are one system; a battle needs two")
        if self.score is not None and self.winner is not None:
            raise ValueError("it has both `score` and `winner`; keep one of them")
        if self.score is not None and not 0 <= self.score <= 1:
            raise ValueError(f"its `score` is {self.score:g}; give the score of `a` from 0 to 1")

    def verdict(self) -> float | None:
        """Return the score of `a`, or None without a verdict."""
        return self.score if self.winner is None else SCORES[self.winner]


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
    placed = [row for path in paths for row in _read(path, decode)]
    if not placed:
        raise InputError(f"{', '.join(paths)}: there is no battle; {_REMEDY}")
    check_repeated(placed)
    return placed


def check_repeated(battles: Iterable[Placed]) -> None:
    """Check that no judge judged the same two outputs twice in one order, but in repetitions."""
    seen: dict[tuple[Any, ...], str] = {}
    for b, place in battles:
        key = (str(b.instance_id), b.a, b.b, b.judge, b.repeat)
        if key in seen:
            raise InputError(
                f"{place}: the battle of '{shortened(b.a)}' and '{shortened(b.b)}' on "
                f"instance '{shortened(str(b.instance_id))}' is in {seen[key]} too; remove one, "
                "or number repetitions in the field `repeat`"
            )
        seen[key] = place


def _read(path: str, decode: Callable[[bytes], Battle]) -> Iterator[Placed]:
    with open_bytes(path) as stream:
        for block in blocks(stream, path, _LIMIT):
            for number, line in numbered(block):
                yield Placed(_decoded(line, f"{path}:{number}", decode), f"{path}:{number}")
            check_lines(block, path)


def _decoded(line: bytes, place: str, decode: Callable[[bytes], Battle]) -> Battle:
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


Fought = TypeVar("Fought", ArenaStanding, PairRate)
JUDGE = "judge"  # a group that every battle with a judge has


class BattleTable(NamedTuple):
    """Battles as arrays of shape (battles,).

    Attributes:
        names: Names of the systems, sorted.
        battles: Systems, scores and instances.
        longer: Length of the first output less that of the second; NaN where one is unknown.
    """

    names: list[str]
    battles: Battles
    longer: Floats


def table_of(placed: Sequence[Placed]) -> BattleTable:
    """Create the table of battles that all have a verdict, in an order that files do not change."""
    import numpy as np

    from sacreval.features.arena.bradley_terry import Battles

    if not placed:
        raise UsageError("no battle has a verdict; give the winner of one at least")
    judged = [row.battle for row in placed]
    known = {str(battle.instance_id) for battle in judged}
    ids = sorted(known, key=by_id(known))
    names = sorted({name for battle in judged for name in (battle.a, battle.b)})
    instance, system = ({x: i for i, x in enumerate(listed)} for listed in (ids, names))
    rows = sorted(
        (
            instance[str(b.instance_id)],
            system[b.a],
            system[b.b],
            b.judge or "",
            b.repeat,
            float(b.verdict() or 0.0),
            _longer(b.length_a, b.length_b),
        )
        for b in judged
    )
    cluster, first, second, _, _, score, longer = (list(c) for c in zip(*rows, strict=True))
    battles = Battles(
        np.array(first), np.array(second), np.array(score), np.array(cluster), len(names)
    )
    return BattleTable(names, battles, np.array(longer))


def _longer(first: float | None, second: float | None) -> float:
    return float("nan") if first is None or second is None else first - second


def parts(placed: Sequence[Placed], by: str | None) -> dict[str | None, list[Placed]]:
    """Split battles by the value of a group, all of them first under None."""
    split: dict[str | None, list[Placed]] = {None: list(placed)}
    if by is None:
        return split
    for row in placed:
        groups = _groups(row)
        if by not in groups:
            raise UsageError(
                f"--by {shortened(by)}: the battle at {row.place} has no such group; "
                f"{nearest(by, groups, 'add it to `groups` of every battle')}"
            )
        split.setdefault(f"{by}={groups[by]}", []).append(row)
    return {None: split.pop(None), **{name: split[name] for name in sorted(map(str, split))}}


def _groups(row: Placed) -> dict[str, str | int | float | bool]:
    """Return the groups of a battle, among them who judged."""
    judge = {} if row.battle.judge is None else {JUDGE: row.battle.judge}
    return {**judge, **(row.battle.groups or {})}


def with_verdict(placed: Iterable[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Separate the battles with a verdict from the missing ones."""
    judged: list[Placed] = []
    missing: list[Placed] = []
    for row in placed:
        (missing if row.battle.verdict() is None else judged).append(row)
    return judged, missing


def failure(row: Placed) -> str:
    """Describe why a battle has no verdict."""
    battle, why = row.battle, row.battle.error or "there is no verdict"
    return f"{row.place}: instance {battle.instance_id}, {battle.a} against {battle.b}: {why}"


class MissingBattles:
    """The numbers of battles without a verdict, by group, and by system or pair of systems.

    Args:
        placed: The battles.
        by: The group; None for none. Battles without it count over all groups alone.
    """

    def __init__(self, placed: Iterable[Placed], by: str | None) -> None:
        self._counts: Counter[tuple[str | None, frozenset[str]]] = Counter()
        for row in placed:
            groups, a, b = _groups(row), row.battle.a, row.battle.b
            for group in [None, f"{by}={groups[by]}"] if by in groups else [None]:
                self._counts.update((group, frozenset(x)) for x in ((a,), (b,), (a, b)))

    def of(self, *systems: str, group: str | None = None) -> int:
        """Return the number of a system, or of a pair of systems."""
        return self._counts[group, frozenset(systems)]

    def beside(self, result: Fought, *systems: str) -> Fought:
        """Return a standing or a win rate with the number of its missing battles."""
        return replace(result, missing=self.of(*systems, group=result.group) or UNSET)
