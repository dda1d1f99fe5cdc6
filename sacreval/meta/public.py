"""correlate for Python: how well the scores of metrics agree with people."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sacreval.core.records import Scored
from sacreval.errors import ResultWarning, UsageError
from sacreval.meta.analysis import TaskRun, run_one
from sacreval.meta.load import load_tasks
from sacreval.meta.options import CorrelationOptions, IntervalName, LevelName
from sacreval.meta.score_set import Row, ScoreSet
from sacreval.meta.split_tasks import part
from sacreval.report import correlations
from sacreval.report.formats import Format
from sacreval.report.shown import Shown
from sacreval.report.tables import Table

TestName = Literal[
    "auto", "perm-systems", "perm-inputs", "perm-both-xor", "perm-both-cells", "perm-pairs",
    "wmt", "williams", "bootstrap-systems", "bootstrap-inputs", "bootstrap-both",
    "centred-systems", "centred-inputs", "centred-both",
]  # fmt: skip


@dataclass(frozen=True, repr=False)
class Correlated(Shown):
    """What `correlate` found.

    Args:
        found: Correlations, tests and notes, as the JSON of the command has them.
    """

    found: dict[str, Any]

    def render(self, form: Format) -> str:
        """Write it in a format of the command line, such as `md` or `tsv`."""
        return correlations.render(self.found, form)

    def tables(self) -> Sequence[Table]:
        """List the tables for people."""
        return correlations.tables(self.found)

    def notes(self) -> Sequence[str]:
        """List what was left out, what the tests rest on, and the signatures."""
        return correlations.lines(self.found)

    def rows(self) -> list[dict[str, Any]]:
        """List the correlations, one record each."""
        return list(self.found["results"])


def correlate(
    scores: Iterable[Scored] | str | Path | Sequence[Path],
    *,
    human: str,
    metrics: str | Sequence[str] = "all",
    level: LevelName | Sequence[LevelName] = ("summary", "system", "global"),
    coefficient: str | Sequence[str] = ("pearson", "spearman", "kendall"),
    systems: str | Sequence[str] = "peer",
    exclude: Sequence[str] = (),
    interval: IntervalName = "auto",
    units: Literal["systems", "inputs", "both"] = "both",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    test: TestName | None = None,
    alternative: Literal["two-sided", "greater"] = "two-sided",
    correction: Literal["holm", "bonferroni", "bh", "none"] = "holm",
    significance: float = 0.05,
) -> Correlated:
    """Correlate scores with human judgments.

    Args:
        scores: What `score` returned for records with judgments, or files of scores.
        human: The human score, such as adequacy.
        metrics: Metrics by their output names, such as rouge1_f1; by default all.
        level: What is correlated: the systems of each input (summary), means of systems (system),
            all outputs at once (global), or the inputs of each system (group-by-system).
        coefficient: Such as pearson, spearman, kendall, pa or acc-eq.
        systems: peer, reference, all, or names of systems.
        exclude: Systems to leave out.
        interval: How confidence intervals are computed; auto chooses, and names its reason.
        units: What is drawn again: systems, inputs or both.
        resamples: Draws of intervals and tests.
        confidence: Level of the intervals, between 0 and 1.
        seed: Seed of all draws.
        test: Test every pair of metrics for a difference; auto chooses.
        alternative: Two-sided, or greater.
        correction: For testing many pairs.
        significance: The level of tests, between 0 and 1.

    Returns:
        The correlations. They print as the command prints.

    Raises:
        SacrevalError: If a file, a human score or a metric is not there; the message lists those
            that are.
    """
    options = CorrelationOptions(
        human=human,
        level=_several(level),
        coefficient=_several(coefficient),
        systems=_several(systems),
        exclude=tuple(exclude),
        interval=interval,
        units=units,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        test=test,
        alternative=alternative,
        correction=correction,
        significance=significance,
    )
    found = run_one(TaskRun(_score_set(scores), options, _several(metrics)))
    for note in found.get("notes", ()):
        warnings.warn(note, ResultWarning, stacklevel=2)
    return Correlated(found)


def _score_set(scores: Any) -> ScoreSet:
    if isinstance(scores, str | Path):
        return load_tasks([scores], ())[""]
    given = list(scores)
    if given and all(isinstance(one, Path) for one in given):
        return load_tasks(given, ())[""]
    if not given or not all(isinstance(one, Scored) for one in given):
        raise UsageError("`scores` must be what sacreval.score returned, or files of scores")
    return part(map(_row, given), (), ())[""]


def _row(one: Scored) -> Row:
    place = f"instance {one.instance_id} of {one.system_id}"
    return Row(
        one.system_id, one.instance_id, one.system_type, one.scores, one.judgments or {}, place
    )


def _several(given: Any) -> tuple[Any, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
