"""Gates on the scores of single records: `share(chrf >= 40) >= 0.95`, `count`, `min` and `max`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError, comma_list
from sacreval.features.gates.gates import (
    CONDITION,
    OF_RECORDS,
    OPERATORS,
    finite,
    is_summary,
    output_of,
    short,
    target_of,
)
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.breakdowns import Breakdown
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.scoring.evaluation import Evaluation


class Condition(NamedTuple):
    """A bound with its operator, one of `OPERATORS`."""

    operator: str
    bound: float

    def holds(self, value: float) -> bool:
        """Return whether a number meets the bound; NaN does not."""
        return bool(OPERATORS[self.operator](rounded(value), self.bound))


class ScoredInstance(NamedTuple):
    """A record with its score."""

    instance_id: str
    score: float


@dataclass(frozen=True)
class RecordGate:
    """A bound on a number computed from the scores of records.

    Args:
        text: The gate as the user wrote it, without superfluous blanks.
        output: The output whose scores count, `bleu` or `bleu[domain=news]`.
        kind: `share` or `count` of the records that meet a condition; `min` or `max` of scores.
        each: The condition of `share` and `count`, else None.
        bound: The bound that the number must meet.
    """

    text: str
    output: str
    kind: str
    each: Condition | None
    bound: Condition

    def verdict(self, system: str, records: Sequence[ScoredInstance]) -> Verdict:
        """Judge the records of a system; where there are none the gate fails."""
        value = self._number(records)
        passed = value is not None and self.bound.holds(value)
        guilty = [] if passed else [record for record in records if self._at_fault(record.score)]
        of = f" ({self._met(records)} of {len(records)})" if self.kind == "share" else ""
        shown = "no value" if value is None else f"{short(value, self.bound.bound)}{of}"
        name = self.text.rpartition(")")[0] + ")"
        return Verdict(
            gate=self.text,
            output=self.output,
            system_id=system,
            passed=passed,
            sentence=f"{name} of {system} is {shown}{'' if passed else self._why(guilty)}",
            records=[record.instance_id for record in guilty] or None,
        )

    def _number(self, records: Sequence[ScoredInstance]) -> float | None:
        if self.kind == "count":
            return float(self._met(records))
        if self.kind == "share":
            return self._met(records) / len(records) if records else None
        choose: Callable[[Iterable[float]], float] = min if self.kind == "min" else max
        scores = [record.score for record in records if not isnan(record.score)]
        return choose(scores) if scores else None

    def _met(self, records: Sequence[ScoredInstance]) -> int:
        return sum(self.each.holds(record.score) for record in records) if self.each else 0

    def _why(self, guilty: Sequence[ScoredInstance]) -> str:
        """Return what the number must be, with the first records that are at fault."""
        text = f", but must be {self.bound.operator} {self.bound.bound:g}"
        names = [f"{record.instance_id} ({record.score:.4g})" for record in guilty]
        return f"{text}: records {comma_list(names, 5)}" if guilty else text

    def _at_fault(self, score: float) -> bool:
        if self.each is None:
            return not self.bound.holds(score)
        return self.each.holds(score) == (self.bound.operator in ("<=", "<"))


def is_of_records(text: str) -> bool:
    """Return whether a gate is on scores of records."""
    return OF_RECORDS.fullmatch(text) is not None


def record_gates(
    entries: Sequence[Entry], check: Iterable[str], by: Sequence[Breakdown] = ()
) -> list[RecordGate]:
    """Parse gates on scores of records."""
    return [_parsed(text, entries, by) for text in check]


def conditions(
    texts: Sequence[str], option: str, entries: Sequence[Entry], by: Sequence[Breakdown] = ()
) -> dict[str, Condition | None]:
    """Parse `--no-new-failures METRIC`, or `METRIC >= VALUE`."""
    parsed: dict[str, Condition | None] = {}
    for text in texts:
        match = CONDITION.fullmatch(text.strip())
        name = target_of(match[1].strip() if match else text.strip(), option, entries, by)
        if is_summary(name):
            raise UsageError(f"{option} {text}: a summary of groups has no records; name a group")
        if name in parsed:
            raise UsageError(f"{option} {text}: '{name}' is repeated; keep one")
        bound = finite(match[3], f"{option} {text}") if match else 0.0
        parsed[name] = Condition(match[2], bound) if match else None
    return parsed


def judge(
    wanted: Sequence[RecordGate], evaluation: Evaluation, results: Iterable[Result]
) -> list[Verdict]:
    """Judge the records of every system by every gate."""
    listed = list(results)
    return [
        gate.verdict(result.system_id, _scores(evaluation, result))
        for gate in wanted
        for result in listed
        if result.target == gate.output
    ]


def _parsed(text: str, entries: Sequence[Entry], by: Sequence[Breakdown]) -> RecordGate:
    match = OF_RECORDS.fullmatch(text)
    if match is None:
        raise UsageError(f'--check {text}: write it as in --check "share(bleu >= 30) >= 0.9"')
    kind, inner, end = match[1], match[2].strip(), match[3].strip()
    each = CONDITION.fullmatch(inner) if kind in ("share", "count") else None
    if kind in ("share", "count") and each is None:
        raise UsageError(
            f"--check {text}: {kind} wants a condition on records, as in {kind}({inner} >= 0.5)"
        )
    target = target_of(each[1].strip() if each else inner, f"--check {text}", entries, by)
    _refuse(target, text, entries)
    operator = next(symbol for symbol in OPERATORS if end.startswith(symbol))
    bound = Condition(operator, finite(end.removeprefix(operator), f"--check {text}"))
    if kind == "share":
        _check_share(bound.bound, text)
    condition = Condition(each[2], finite(each[3], f"--check {text}")) if each else None
    what = f"{target} {condition.operator} {condition.bound:g}" if condition else target
    return RecordGate(f"{kind}({what}) {operator} {bound.bound:g}", target, kind, condition, bound)


def _check_share(bound: float, text: str) -> None:
    if 0 <= bound <= 1:
        return
    write = f"; write {bound / 100:g}" if 1 < bound <= 100 else ""  # of per cent
    raise UsageError(f"--check {text}: a share is between 0 and 1, not {bound:g}{write}")


def _refuse(target: str, text: str, entries: Sequence[Entry]) -> None:
    entry = next(entry for entry in entries if output_of(target) in entry.outputs)
    if not entry.has_rows:
        raise UsageError(
            f"--check {text}: {entry.metric.name} scores whole sets, so that records have no "
            f"score; bound the score, as in --check '{target} >= 0.5'"
        )
    if is_summary(target):
        raise UsageError(f"--check {text}: a summary of groups has no records; name a group")


def _scores(evaluation: Evaluation, result: Result) -> list[ScoredInstance]:
    """Return the scores of the records of a result, by the formulas for single records."""
    members = evaluation.members(result)
    if members is None or not len(members):
        return []
    single = members.entry.for_instances()
    values = single.record_scores(members.rows)[result.output].tolist()
    names = members.collected.names
    places = members.places.tolist()
    return [
        ScoredInstance(names[place], value) for place, value in zip(places, values, strict=True)
    ]
