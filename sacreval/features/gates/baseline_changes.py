"""Changes between two results: scores before and after, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from sacreval.core.results import Result
from sacreval.report.formats import Format
from sacreval.report.lacking import LACKING
from sacreval.report.result_tables import (
    around_text,
    by_output,
    digits,
    n_of,
    plain,
    value_text,
    with_notes,
)
from sacreval.report.tables import ARROWS, Table, rendered


class ScoreChange(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a system before and after.

    Args:
        output: The output, as gates name it: `bleu`, or `bleu[domain=news]`.
        system_id: The system.
        dataset: The data set, or null.
        before: The earlier score; null where there is none.
        after: The later score; null where there is none.
        change: The later score minus the earlier one, or null.
        higher_is_better: Whether larger scores are better; null if neither is.
        unanswered_before: Number of unanswered records of the earlier score; null where there is no
            score, and absent if there are none before and after.
        unanswered_after: The same of the later score.
        missing_before: Number of missing records of the earlier score, in the same way.
        missing_after: The same of the later score.
    """

    output: str
    system_id: str
    dataset: str | None
    before: float | None
    after: float | None
    change: float | None
    higher_is_better: bool | None
    unanswered_before: int | UnsetType | None = UNSET
    unanswered_after: int | UnsetType | None = UNSET
    missing_before: int | UnsetType | None = UNSET
    missing_after: int | UnsetType | None = UNSET


def changes(before: Sequence[Result], after: Sequence[Result]) -> list[ScoreChange]:
    """Pair the results of two runs by data set, system and output, in the order of the later one.

    Args:
        before: The results of the earlier run.
        after: Those of the later one.
    """
    old, new = ({_key(result): result for result in results} for results in (before, after))
    return [_change(old.get(key), new.get(key)) for key in dict.fromkeys([*new, *old])]


def render(changes: Sequence[ScoreChange], notes: Sequence[str], form: Format) -> str:
    """Return changes as text in a format."""
    return rendered(
        form,
        document=lambda: list(changes),
        rows=changes,
        table=lambda: _long(changes),
        printed=lambda: with_notes(table(changes), notes, form),
    )


def table(changes: Sequence[ScoreChange]) -> Table:
    """Return the table of changes: a row for each system and output."""
    sets = any(c.dataset for c in changes)
    lacking = [x for x in LACKING if any(getattr(c, f"{x}_after") is not UNSET for c in changes)]
    rows = []
    for change in changes:
        numbers = [x for x in (change.before, change.after) if x is not None]
        places = 4 if all(abs(x) < 10 for x in numbers) else 2  # as results have
        cells = [_number(x, places) for x in (change.before, change.after)]
        signed = "-" if change.change is None else f"{change.change:+.{places}f}"
        name = f"{change.output}{ARROWS[change.higher_is_better]}"
        labels = [change.system_id, *([change.dataset or ""] if sets else []), name]
        rows.append([*labels, *(_counts(change, x) for x in lacking), *cells, signed])
    head = ["system", *(["set"] if sets else []), "output", *lacking, "before", "after", "change"]
    return Table(head, rows, numeric=frozenset(range(len(head) - 3 - len(lacking), len(head))))


def _counts(change: ScoreChange, what: str) -> str:
    """Write the numbers of records before and after."""
    both = [getattr(change, f"{what}_{when}") for when in ("before", "after")]
    return "0" if UNSET in both else " to ".join("-" if x is None else str(x) for x in both)


def beside(now: Sequence[Result], before: Sequence[Result]) -> Table:
    """Return a table of results with those of the baseline: a row for each system and output."""
    places = {name: digits(column) for name, column in by_output([*now, *before]).items()}
    old = {_key(result): result for result in before}
    sets = any(result.dataset for result in now)
    rows: list[list[str]] = []
    above: tuple[str | None, str] | None = None
    for new in now:
        then, exact = old.get(_key(new)), places[new.output]
        labels = [new.system_id, *([new.dataset or ""] if sets else [])]
        if above == (above := (new.dataset, new.system_id)):
            labels = [""] * len(labels)  # a name is not repeated
        score = " ".join(filter(None, [value_text(new, exact), around_text(new, exact)]))
        change = "-"
        if then is not None and None not in (new.value, then.value):
            change = f"{_change(then, new).change:+.{exact}f}"
        earlier = "-" if then is None else value_text(then, exact)
        count = n_of(new.n, new.of)
        rows.append(
            [*labels, f"{new.target}{ARROWS[new.higher_is_better]}", count, score, earlier, change]
        )
    head = ["system", *(["set"] if sets else []), "output", "n", "score", "baseline", "change"]
    return Table(head, rows, numeric=frozenset(range(len(head) - 4, len(head))))


def _key(result: Result) -> tuple[str | None, str, str]:
    return result.dataset, result.system_id, result.target


def _change(old: Result | None, new: Result | None) -> ScoreChange:
    result: Any = new or old
    before, after = (None if x is None else x.value for x in (old, new))
    counts: dict[str, int | None] = {}
    for what in LACKING:
        then, now = (None if x is None else x.lacking.get(what, 0) for x in (old, new))
        if then or now:
            counts |= {f"{what}_before": then, f"{what}_after": now}
    return ScoreChange(
        output=result.target,
        system_id=result.system_id,
        dataset=result.dataset,
        before=before,
        after=after,
        change=None if before is None or after is None else after - before,
        higher_is_better=result.higher_is_better,
        **counts,
    )


def _number(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:.{places}f}"


def _long(changes: Sequence[ScoreChange]) -> Table:
    rows = [msgspec.to_builtins(change) for change in changes]
    head = [
        name
        for name in ScoreChange.__struct_fields__
        if not name.startswith(LACKING) or any(name in row for row in rows)
    ]
    return Table(head, [[plain(row.get(name, 0)) for name in head] for row in rows])
