"""Select systems and inputs, with a note for each filter that leaves something out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sacreval.core.deprecated import current
from sacreval.core.results import KINDS, Selection
from sacreval.errors import UsageError
from sacreval.meta.lookup import pick
from sacreval.meta.score_set import ScoreSet
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.levels import system_means
from sacreval.stats.outliers import mad_outliers

Systems = str | tuple[str, ...]  # peer, reference, all, or names of systems


@dataclass(frozen=True)
class Filters:
    """Filters on systems and inputs, applied before anything is computed.

    Attributes:
        systems: Which systems: peer, reference, all, or names.
        exclude: Systems to leave out by name.
        outliers: Robust deviations beyond which a system is left out by its human mean; None: none.
        min_inputs: Least number of judged inputs of a system.
        min_systems: Least number of judged systems of an input.
        common_inputs: Keep only inputs judged for every system, so that all are averaged over the
            same.
    """

    systems: Systems = "peer"
    exclude: tuple[str, ...] = ()
    outliers: float | None = None
    min_inputs: int = 1
    min_systems: int = 1
    common_inputs: bool = False

    @property
    def chosen(self) -> Selection:
        """The systems to keep, and those to leave out."""
        systems = (self.systems,) if isinstance(self.systems, str) else self.systems
        return Selection(systems, self.exclude)

    @property
    def signature(self) -> str:
        """Short form, for signatures."""
        parts: list[str] = [",".join(self.chosen.systems)]
        parts += [f"not:{','.join(sorted(self.exclude))}"] if self.exclude else []
        parts += [f"mad:{self.outliers:g}"] if self.outliers is not None else []
        parts += [f"min-inputs:{self.min_inputs}"] if self.min_inputs > 1 else []
        parts += [f"min-systems:{self.min_systems}"] if self.min_systems > 1 else []
        parts += ["common-inputs"] if self.common_inputs else []
        return "+".join(parts)


def human_scores(data: ScoreSet, human: str) -> Floats:
    """Look up a human score among judgments, else among scores, which may replace judgments."""
    known = {**data.scores, **data.judgments}
    return known[
        pick(human, {**data.judgments} or known, "human score") if human not in known else human
    ]


def metric_scores(data: ScoreSet, metric: str) -> Floats:
    """Look up a metric among scores, else among judgments."""
    known = {**data.judgments, **data.scores}
    return known[metric if metric in known else pick(metric, data.scores or known, "metric")]


def metric_names(data: ScoreSet, metrics: Sequence[str], human: str) -> list[str]:
    """Expand `all`, and check every name.

    Raises:
        UsageError: An unknown name, or no metric at all.
    """
    named: list[str] = []
    for metric in metrics:
        one = current("output", metric, data.scores)
        named += [n for n in data.scores if n != human] if metric == "all" else [one]
    for metric in named:
        metric_scores(data, metric)
    if not named:
        raise UsageError(
            "There is no metric to correlate; give files with scores, or name a metric."
        )
    return list(dict.fromkeys(named))


def select(data: ScoreSet, human: str, filters: Filters) -> ScoreSet:
    """Apply the filters.

    Args:
        data: All scores.
        human: The human dimension that outliers and minimum counts go by.
        filters: The filters.

    Returns:
        The selected scores, with a note for each filter.
    """
    data = chosen_systems(data, filters.chosen)
    z = human_scores(data, human)
    few = (~np.isnan(z)).sum(axis=1) < filters.min_inputs
    data = _without(
        data, few & (filters.min_inputs > 1), f"fewer than {filters.min_inputs} judged inputs"
    )
    if filters.outliers is not None:
        far = mad_outliers(system_means(human_scores(data, human)), filters.outliers)
        data = _without(data, far, f"human mean beyond {filters.outliers:g} robust deviations")
    return _inputs(data, human, filters)


def chosen_systems(data: ScoreSet, chosen: Selection) -> ScoreSet:
    """Keep the chosen systems, with a note on the others.

    Raises:
        UsageError: If there is no system of a name.
    """
    for name in chosen.named:
        pick(name, data.systems, "system to exclude" if name in chosen.exclude else "system")
    data = _of_kind(data, chosen.systems)
    return _without(data, np.isin(data.systems, chosen.exclude), "excluded by name")


def _of_kind(data: ScoreSet, systems: tuple[str, ...]) -> ScoreSet:
    kinds = ["reference" if name in data.references else "peer" for name in data.systems]
    wanted = Selection(systems)
    out = [not wanted.takes(*one) for one in zip(data.systems, kinds, strict=True)]
    why = f"not of kind {systems[0]}" if systems[0] in KINDS and len(systems) == 1 else "not named"
    return _without(data, np.array(out, dtype=bool), why)


def _without(data: ScoreSet, out: Bools, why: str) -> ScoreSet:
    if not out.any():
        return data
    names = [s for s, gone in zip(data.systems, out, strict=True) if gone]
    listed = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")  # noqa: PLR2004
    return data.keep(~out).noted(f"{len(names)} systems left out ({why}): {listed}.")


def _inputs(data: ScoreSet, human: str, filters: Filters) -> ScoreSet:
    judged = ~np.isnan(human_scores(data, human))
    kept = np.ones(len(data.instances), dtype=bool)
    if filters.min_systems > 1:
        kept &= judged.sum(axis=0) >= filters.min_systems
    if filters.common_inputs:
        kept &= judged[judged.any(axis=1)].all(axis=0)
    if kept.all():
        return data
    why = (
        "judged for too few systems" if not filters.common_inputs else "not judged for every system"
    )
    everyone = np.ones(len(data.systems), dtype=bool)
    return data.keep(everyone, kept).noted(f"{int((~kept).sum())} inputs left out ({why}).")
