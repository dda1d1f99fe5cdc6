"""compare: paired comparisons of systems on the same instances, from the rows of `evaluate`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from sacreval.errors import InputError, UsageError, nearest
from sacreval.features.compare.compared_pairs import (
    Groups,
    MetricPairs,
    find_unit,
    parts_of,
    shared,
)
from sacreval.features.compare.comparison_families import corrected, shared_by
from sacreval.features.compare.comparison_notes import comparison_notices, lines_on_missing
from sacreval.features.compare.pairs.corrected_differences import Corrections, with_holm
from sacreval.features.compare.result import Comparison, ComparisonReport, Settings, Standing
from sacreval.scoring.entries.output_names import directions
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.notices import record_notices
from sacreval.scoring.rows.empty_outputs import empty_notices
from sacreval.scoring.sets.data_sets import of_set


class Found(NamedTuple):
    """Comparisons of one data set, before their p-values are corrected.

    Args:
        settings: Settings of the comparison, with the unit that was found.
        comparisons: Comparisons with p-values of single tests.
        standings: Ranks of all systems.
        corrections: What human labels correct.
        notices: Notices on records, tokens and units.
        failures: A sentence for each record that could not be scored.
        dataset: The data set; None for a run without.
    """

    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    corrections: Corrections
    notices: list[str]
    failures: list[str]
    dataset: str | None = None


def report(data_sets: Sequence[Found], settings: Settings) -> ComparisonReport:
    """Correct the p-values of all comparisons, those of all data sets together.

    Args:
        data_sets: The comparisons of each data set.
        settings: Tests, level, draws and seed.
    """
    units = {data_set.settings.unit for data_set in data_sets}
    settings = replace(settings, unit=units.pop() if len(units) == 1 else None)
    single = [comparison for data_set in data_sets for comparison in data_set.comparisons]
    comparisons = with_holm(corrected(single, settings), settings)
    standings = [standing for data_set in data_sets for standing in data_set.standings]
    notices = []
    for data_set in data_sets:
        in_set = [x for x in comparisons if x.dataset == data_set.dataset]
        texts = [*data_set.notices, *comparison_notices(in_set, data_set.settings)]
        notices += of_set(data_set.dataset, [*texts, *data_set.corrections.notices(in_set)])
    failures = [text for data_set in data_sets for text in data_set.failures]
    return ComparisonReport(settings, comparisons, standings, notices, failures)


def compare_set(
    evaluation: Evaluation,
    base: str,
    others: Sequence[str],
    settings: Settings,
    *,
    dataset: str | None = None,
    sharing: int = 1,
    instances: Collection[str] | None = None,
) -> Found:
    """Compare systems with a base on one data set, each pair on the instances that both score.

    Args:
        evaluation: The rows of all systems.
        base: The system to compare with.
        others: The systems to compare.
        settings: Tests, level, draws and seed.
        dataset: The data set; None for a run without.
        sharing: Number of data sets that share one level.
        instances: Ids of the instances that are compared; None for all.

    Raises:
        InputError: If systems share too few instances, or are judged against different references.
    """
    systems = [base, *others]
    for entry in evaluation.entries:
        _same_references(evaluation, entry, systems)
    common = shared(evaluation, systems)
    named = [x for x in common if instances is None or x in instances]
    unit = find_unit(evaluation, systems, _complete(evaluation, systems, named), settings)
    settings = replace(settings, unit=unit.unit)
    parts = parts_of(evaluation, systems)
    tests = sharing * shared_by(
        len(systems), len(directions(evaluation.entries)), len(parts), settings
    )
    corrections = Corrections(evaluation, settings, tests)
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    gaps = _has_gaps(evaluation, systems)
    groups = Groups(evaluation, instances)
    for part in parts:
        for i in part.places:
            over = MetricPairs(evaluation, settings, corrections, tests, i, part, groups)
            compared, ranked = over.compared(systems, common)
            if gaps and len(systems) > 2:  # noqa: PLR2004 - two systems are one pair
                compared = over.by_pairs(systems)
            elif gaps:
                compared = [over.with_missing(comparison) for comparison in compared]
            if any(c.missing for c in compared):
                ranked = over.with_values_of_all(ranked)
            comparisons += compared
            standings += ranked
    if (of := evaluation.systems[base].of) is not None:
        comparisons = [replace(c, of=of) if c.group is None else c for c in comparisons]
    failures = [text for s in systems for text in evaluation.systems[s].failures()]
    chosen = {system: evaluation.systems[system] for system in systems}
    outputs = {name: collected.empty for name, collected in chosen.items()}
    notices = [
        *lines_on_missing(comparisons),
        *empty_notices(outputs, evaluation.entries),
        *evaluation.unanswered_notices(),
        *record_notices(chosen),
        *evaluation.unseen_tokens,
        *evaluation.differences(chosen),
        *unit.notices,
    ]
    return Found(
        settings,
        [replace(c, dataset=dataset) for c in comparisons],
        [replace(standing, dataset=dataset) for standing in standings],
        corrections,
        notices,
        failures,
        dataset,
    )


def pick(evaluation: Evaluation, first: str, base: str | None, others: Sequence[str]) -> list[str]:
    """Choose the base and the systems compared with it.

    Args:
        evaluation: The rows of all systems.
        first: The system of the first record.
        base: The base that the user named; None for the first system.
        others: The systems that the user named; empty for all.

    Returns:
        The base, then the others.

    Raises:
        UsageError: If a name is unknown, or there is only one system.
    """
    there = list(evaluation.systems)
    for name in (*others, *([base] if base else [])):
        if name not in there:
            raise UsageError(f"there is no system '{name}'; {nearest(name, there)}")
    chosen = base or first
    rest = [name for name in others or there if name != chosen]
    if not rest:
        raise UsageError(
            f"'{chosen}' is the only system; name another file, or a file with several systems"
        )
    return [chosen, *dict.fromkeys(rest)]


def _has_gaps(evaluation: Evaluation, systems: Sequence[str]) -> bool:
    """Return whether systems lack instances of each other, or scores of instances."""
    chosen = [evaluation.systems[system] for system in systems]
    first = chosen[0].places.keys()
    return any(
        collected.places.keys() != first or any(column.failures for column in collected.columns)
        for collected in chosen
    )


def _complete(evaluation: Evaluation, systems: Sequence[str], names: list[str]) -> list[str]:
    """Return the instances that every metric scored in all systems."""
    failed = {
        name
        for collected in (evaluation.systems[system] for system in systems)
        for column in collected.columns
        if column.failures
        for name, place in collected.places.items()
        if place in column.failures
    }
    return [name for name in names if name not in failed]


def _same_references(evaluation: Evaluation, entry: Entry, systems: Sequence[str]) -> None:
    base, *others = (evaluation.systems[system] for system in systems)
    wanted = base.contexts(entry)
    for system, other in zip(systems[1:], others, strict=True):
        contexts = other.contexts(entry)
        for name, place in other.places.items():
            both = contexts[place], wanted[base.places[name]] if name in base.places else 0
            if name in base.places and both[0] != both[1] and all(both):
                raise InputError(
                    f"instance '{name}' is judged against other {' and '.join(entry.metric.needs)}"
                    f" in '{system}' than in '{systems[0]}'; give all systems the same"
                )
