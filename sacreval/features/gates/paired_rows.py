"""Rows of a run and of its baseline, on the records that both scored, and their units in tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core import signature
from sacreval.core.contract.declarations import highest_score
from sacreval.core.metric import Direction
from sacreval.core.results import Result
from sacreval.errors import InputError, UsageError, comma_list
from sacreval.features.gates.regression_rule import UnitOptions
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.inputs.stated_selections import other_selection
from sacreval.scoring.result_files import Baseline, by_system, match_systems
from sacreval.scoring.rows.stored_rows import StoredRows
from sacreval.scoring.rows.subset import Subset
from sacreval.stats.intervals.bounds import Estimate
from sacreval.stats.rounding import rounded
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@dataclass(frozen=True)
class TwoRuns:
    """A run and the accepted run that it is compared with.

    Args:
        evaluation: The rows of the run.
        results: Its results.
        baseline: The accepted run.
    """

    evaluation: Evaluation
    results: Sequence[Result]
    baseline: Baseline
    _rows: dict[tuple[str, str], StoredRows] = field(default_factory=dict, init=False)

    @cached_property
    def systems(self) -> Mapping[str, str]:
        """The systems of the run that the baseline has, each with its name there."""
        return match_systems(self.results, self.baseline.overall)

    def rows_before(self, old: Result, entry: Entry) -> StoredRows:
        """Return the rows of the system of the baseline that one of its results is about."""
        records = (self.baseline.records or {})[old.system_id]
        return StoredRows(entry, old, records, self.baseline.path)

    @cached_property
    def before(self) -> Mapping[tuple[str, str], Result]:
        """The results of the baseline, by the system of the run that matches, and the output."""
        return by_system(self.results, self.baseline)


class PairedRows(NamedTuple):
    """One output of a run and of its baseline, on the same records in the same order.

    Args:
        now: The result of the run.
        old: That of the baseline.
        members: The records, with their rows of the run, array (n, k), n at least 1.
        theirs: The rows of the baseline, array (n, k); of several runs, their means.
        runs: Number of runs of the baseline.
        unit: The group whose values are the units of tests; None for records.
    """

    now: Result
    old: Result
    members: Subset
    theirs: Array
    runs: int
    unit: str | None = None

    @property
    def entry(self) -> Entry:
        """The metric."""
        return self.members.entry

    @property
    def better(self) -> Direction:
        """Whether larger numbers are better."""
        return self.now.higher_is_better

    @property
    def highest(self) -> float:
        """The largest score of a record; 1 where there is none."""
        return self._largest or 1.0

    @property
    def bounded(self) -> bool:
        """Whether the largest score of a record is known, of which the score is a mean."""
        return self._largest is not None

    @property
    def _largest(self) -> float | None:
        return highest_score(self.entry.metric, self.entry.metric_outputs[self.now.output])

    @property
    def unchanged(self) -> bool:
        """Whether no score of a record differs from that of the baseline."""
        return not self.differences().any()

    @property
    def same_outputs(self) -> bool:
        """Whether the run has the outputs of the baseline, by the hash in both signatures."""
        hashes = [signature.read(r.signature)[1].get("outputs") for r in (self.now, self.old)]
        return hashes[0] is not None and hashes[0] == hashes[1]

    def score(self, sums: Array) -> Array:
        """Compute the output from sums of rows, arrays (..., k) to (...)."""
        return self.entry.score(self.now.output, sums)

    def tables(self) -> tuple[Array, Array]:
        """Sum the rows of each unit, of the run and of the baseline: arrays (units, k)."""
        from sacreval.stats.clusters import sums_by_group

        both = self.members.rows, self.theirs
        if self.unit is None:
            return both
        values = self.members.values(self.unit)
        return sums_by_group(both[0], values), sums_by_group(both[1], values)

    @property
    def gain(self) -> float:
        """How much better the run is on these records, below 0 where it is worse."""
        mine, theirs = (table.sum(axis=0) for table in (self.members.rows, self.theirs))
        change = float(self.score(mine)) - float(self.score(theirs))
        return -change if self.better is False else change

    def values(self) -> tuple[float | None, float | None]:
        """Return the scores of the baseline and of the run on these records."""
        if len(self.members) == self.now.n == self.old.n:
            return self.old.value, self.now.value
        old, now = (
            float(self.score(rows.sum(axis=0))) for rows in (self.theirs, self.members.rows)
        )
        return old, now

    def estimate(self) -> Estimate:
        """Compute the gain with its standard error over units, by leaving each out in turn.

        The error is NaN for a single unit, and where the score of the others is undefined.
        """
        from sacreval.stats.intervals.bounds import jackknife_t

        sign = -1.0 if self.better is False else 1.0
        try:
            return jackknife_t(self.tables(), lambda a, b: sign * (self.score(a) - self.score(b)))
        except InputError:
            return undefined(self.gain)

    def name(self, i: int) -> str:
        """Return the instance id of the record of row i."""
        return self.members.collected.names[int(self.members.places[i])]

    def records(self) -> tuple[Array, Array]:
        """Score single records of the run and of the baseline, arrays (n,)."""
        score = partial(self.entry.for_instances().score, self.now.output)
        return score(self.members.rows), score(self.theirs)

    def differences(self) -> Array:
        """Return how much larger the scores of the run's records are, array (n,)."""
        mine, theirs = self.records()
        return paired.differences(theirs, mine)

    def discordant(self) -> tuple[int, int] | None:
        """Count the records that only the run, and only the baseline, has right.

        Returns:
            None where scores are not 0 or the highest score, or records are not the units.
        """
        import numpy as np

        highest = self._largest
        if highest is None or self.unit is not None:
            return None
        if not all(np.isin(scores, (0.0, highest)).all() for scores in self.records()):
            return None
        gains = self.differences() * (-1 if self.better is False else 1)
        return int(np.sum(gains > 0)), int(np.sum(gains < 0))


def missing_now(runs: TwoRuns, pair: tuple[Result, Result]) -> dict[str, dict[str, float]]:
    """Return the records of the baseline that the run lacks, or an output or a verdict of them.

    Records that a run lacks are those of the whole baseline, not of a group, and none if the run is
    of another selection.
    """
    (now, old), evaluation = pair, runs.evaluation
    collected = evaluation.systems[now.system_id]
    i = evaluation.place(now)
    states, single = collected.columns[i].states, evaluation.entries[i].for_instances()
    there = runs.rows_before(old, single)

    def scored(names: Iterable[str]) -> dict[str, float]:
        if not (chosen := there.with_scores(0, names)):
            return {}
        table = there.rows_of(0, chosen)
        scores = single.score(now.output, table)
        return dict(zip(chosen, scores.tolist(), strict=True))

    whole = now.group is None and not other_selection(now, old)
    absent = [name for name in there.places if name not in collected.places] if whole else []
    inside = sorted(_inside(evaluation, now, states))
    return {
        "missing": scored(collected.names[place] for place in inside),
        "absent": scored(absent),
    }


def _inside(evaluation: Evaluation, result: Result, places: Iterable[int]) -> Iterable[int]:
    """Return the places that are in the group of a result, if it is about one."""
    if result.group is None:
        return places
    by = next(breakdown for breakdown in evaluation.breakdowns() if breakdown.text == result.by)
    labels = evaluation.systems[result.system_id].group_labels(by)
    return [place for place in places if labels[place] == result.group]


def undefined(value: float) -> Estimate:
    """Return an estimate without a standard error."""
    import numpy as np

    return Estimate(np.asarray(value), np.asarray(np.nan), 0)


def paired_rows(runs: TwoRuns, pair: tuple[Result, Result]) -> PairedRows | None:
    """Return the rows of one output of both runs; None where they share no record.

    Args:
        runs: Both runs, with rows.
        pair: The result of the run and that of the baseline, whose options are equal.

    Raises:
        InputError: If the rows of both have different lengths.
    """
    import numpy as np

    (now, old), baseline = pair, runs.baseline
    members = runs.evaluation.members(now)
    if members is None:
        return None
    there, collected = runs.rows_before(old, members.entry), members.collected
    names = [collected.names[place] for place in members.places.tolist()]
    shared = there.with_scores(0, names)
    if not shared:
        return None
    kept = frozenset(shared)
    members = members.where(np.array([name in kept for name in names]))
    theirs = there.rows_of(0, shared)
    if theirs.shape != members.rows.shape:
        raise InputError(
            f"{baseline.path}: the statistics of its records do not fit this metric; "
            "accept a new run with `sacreval baseline set`"
        )
    return PairedRows(now, old, members, theirs, baseline.runs)


def in_units(
    pairs: Sequence[PairedRows], options: UnitOptions
) -> tuple[list[PairedRows], list[str]]:
    """Choose the units of all tests of a run."""
    if options.named is not None:
        for pair in pairs:
            _check(pair, options.named)
        return [p._replace(unit=options.named) for p in pairs], []
    if not options.by_data:
        return list(pairs), []
    from sacreval.scoring.intervals.dependence import GroupedScores, choose_unit, strongest_of

    scored = [GroupedScores.of(rows.members, rows.differences()[:, None]) for rows in pairs]
    chosen = choose_unit(strongest_of(scored, options.besides), what="tests of the baseline")
    usable = [
        p if chosen.unit not in p.members.collected.groups else p._replace(unit=chosen.unit)
        for p in pairs
    ]
    return usable, chosen.notices


def _check(rows: PairedRows, group: str) -> None:
    from sacreval.scoring.intervals.dependence import LEAST_GROUPS

    count = len(set(rows.members.values(group)))
    if count < LEAST_GROUPS:
        values = f"{count} value{'' if count == 1 else 's'} of {group}"
        raise UsageError(
            f"--resample-by {group}: {values} are too few to test {rows.now.output} of "
            f"'{rows.now.system_id}', as even a drop in all of them may be chance; give a group "
            f"with {LEAST_GROUPS} values or more, or --max-drop METRIC=VALUE"
        )


def fallen(rows: PairedRows) -> str:
    """Name the records whose scores are most worse than in the baseline, for a failed gate.

    Args:
        rows: The rows of both runs.

    Returns:
        The end of a sentence; empty if no record is worse, or neither direction is.
    """
    if rows.better is None:
        return ""
    sign = 1 if rows.better else -1
    mine, theirs = (scores.tolist() for scores in rows.records())
    losses = [rounded(sign * (old - new)) for old, new in zip(theirs, mine, strict=True)]
    worse = [i for i, loss in enumerate(losses) if loss > 0]
    worse.sort(key=lambda i: -losses[i])
    named = [f"{rows.name(i)} ({theirs[i]:.4g} to {mine[i]:.4g})" for i in worse]
    return f"; largest losses in records {comma_list(named, 5)}" if named else ""
