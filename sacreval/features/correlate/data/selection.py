"""Select systems and inputs, with a note for each filter that removes some."""

from collections.abc import Iterable, Sequence

import numpy as np

from sacreval.core.selections import KINDS, Selection
from sacreval.errors import UsageError
from sacreval.features.correlate.data.main_outputs import (
    ALL,
    MAIN,
    Chosen,
    has_human_texts,
    main_outputs,
)
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.whole_systems import check_metric, with_systems_only
from sacreval.features.correlate.listed_names import first_names
from sacreval.features.correlate.measures.lookup import pick
from sacreval.features.correlate.measures.outliers import mad_outliers
from sacreval.features.correlate.options import Filters
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.association.levels import system_means


def human_scores(data: ScoreSet, human: str) -> Floats:
    """Return the matrix of a human score, or of a metric score of this name.

    Raises:
        UsageError: An unknown name.
    """
    matrices = {**data.scores, **data.judgments}
    if human not in matrices:
        pick(human, data.judgments, "human score")
    return matrices[human]


def metric_scores(data: ScoreSet, metric: str) -> Floats:
    """Return the matrix of a metric, or of a human score of this name.

    Raises:
        UsageError: An unknown name.
    """
    matrices = {**data.judgments, **data.scores}
    if metric not in matrices:
        if sentence := _by_reference(data, metric):
            raise UsageError(sentence)
        check_metric(data, metric)
        pick(metric, data.scores or matrices, "metric")
    return matrices[metric]


def _by_reference(data: ScoreSet, metric: str) -> str | None:
    """Return an error for a metric that has scores by reference, as in folders of WMT."""
    start = f"{metric}-".casefold()
    named = [name for name in data.scores if name.casefold().startswith(start)]
    found = {name[len(start) :]: name for name in named if name[len(start) :] in data.references}
    if not found:
        return None
    reference, name = next(iter(found.items()))
    plain = name[: len(metric)]
    return (
        f"There are scores of {plain} with each reference ({', '.join(found)}); write --metric "
        f"{name}; of a folder of WMT also --reference {reference} for all metrics, which are then "
        f"named as {plain}"
    )


def metric_names(
    data: ScoreSet,
    metrics: Sequence[str],
    human: str,
    *,
    whole_systems: bool = False,
    systems: Sequence[str] = (),
) -> list[str]:
    """Replace `main` and `all` by the names of metrics, and check every name.

    Args:
        data: All scores.
        metrics: Flat names, `main` or `all`.
        human: Name of the human score.
        whole_systems: Whether official scores of whole systems are all that is correlated.
        systems: The systems that take part, which decide on jackknifed scores.

    Raises:
        UsageError: An unknown name, or no metric at all.
    """
    names: list[str] = []
    known = [*data.scores, *(with_systems_only(data) if whole_systems else ())]
    for metric in metrics:
        if metric in (MAIN, ALL):
            others = _others(data, known, human)
            names += others if metric == ALL else _main(data, others, systems).names
        else:
            names.append(metric)
    for metric in names:
        if metric not in known:
            metric_scores(data, metric)
    if not names:
        raise UsageError(
            "There is no metric to correlate; give files with scores, or name a metric."
        )
    return list(dict.fromkeys(names))


def main_notes(data: ScoreSet, human: str, systems: Sequence[str]) -> list[str]:
    """Return what `main` leaves out, and how to name it, in one note."""
    note = _main(data, _others(data, data.scores, human), systems).note
    return [note] if note else []


def _others(data: ScoreSet, names: Iterable[str], human: str) -> list[str]:
    """Return all names but that of a metric score in the place of a human score."""
    return [name for name in names if name != human or human in data.judgments]


def _main(data: ScoreSet, names: Sequence[str], systems: Sequence[str]) -> Chosen:
    return main_outputs(data, names, human_texts=has_human_texts(data, systems))


def select(data: ScoreSet, human: str, filters: Filters) -> ScoreSet:
    """Apply the filters.

    Args:
        data: All scores.
        human: Name of the human score that outliers and counts of judgments refer to.
        filters: The filters.

    Returns:
        The selected scores, with a note for each filter that removes some.
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
    """Select the chosen systems, with a note on the others.

    Raises:
        UsageError: An unknown name of a system.
    """
    for name in chosen.named:
        if name in chosen.exclude:
            pick(name, data.systems, "system to exclude")
        else:
            pick(name, (*data.systems, *data.other_types.values()), "system")
    data = _of_kind(data, chosen.systems)
    return _without(data, np.isin(data.systems, chosen.exclude), "excluded by name")


def _of_kind(data: ScoreSet, systems: tuple[str, ...]) -> ScoreSet:
    kinds = [data.type_of(name) for name in data.systems]
    wanted = Selection(systems)
    removed = [not wanted.takes(*system) for system in zip(data.systems, kinds, strict=True)]
    types = (*KINDS, *data.other_types.values())
    why = f"not of kind {systems[0]}" if systems[0] in types and len(systems) == 1 else "not named"
    return _without(data, np.array(removed, dtype=bool), why)


def _without(data: ScoreSet, removed: Bools, why: str) -> ScoreSet:
    if not removed.any():
        return data
    names = [s for s, is_removed in zip(data.systems, removed, strict=True) if is_removed]
    what = f"{len(names)} system{'s' * (len(names) > 1)} left out ({why})"
    return data.keep(~removed).noted(f"{what}: {first_names(names, 10)}.")


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
    all_systems = np.ones(len(data.systems), dtype=bool)
    return data.keep(all_systems, kept).noted(f"{int((~kept).sum())} inputs left out ({why}).")
