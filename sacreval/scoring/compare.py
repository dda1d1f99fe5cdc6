"""compare: paired comparisons of systems on the same instances, from the rows of `evaluate`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sacreval.core.comparisons import Comparison, ComparisonReport, Settings, Standing
from sacreval.core.group_names import group_order
from sacreval.errors import InputError, RecordError, UsageError, nearest
from sacreval.scoring.compared_units import find_unit, units, values_of
from sacreval.scoring.comparison_families import corrected, shared_by
from sacreval.scoring.comparison_notices import comparison_notices
from sacreval.scoring.corrected_differences import Compared, Corrections, with_holm
from sacreval.scoring.data_sets import told
from sacreval.scoring.empty_outputs import empty_notices
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.margin_answers import check_margins, with_outputs
from sacreval.scoring.notices import left_out, remarks
from sacreval.scoring.output_names import directions
from sacreval.scoring.paired_comparison import Pairing
from sacreval.scoring.paired_scores import Member
from sacreval.scoring.row_columns import Column
from sacreval.scoring.run_metrics import Entry
from sacreval.scoring.tasks_apart import common_tasks


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


def compare(
    evaluation: Evaluation, base: str, others: Sequence[str], settings: Settings
) -> ComparisonReport:
    """Compare systems with a base, on the instances that all of them have and every metric scored.

    Args:
        evaluation: The rows of all systems.
        base: The system to compare with.
        others: The systems to compare.
        settings: Tests, level, draws and seed.

    Raises:
        InputError: If systems share too few instances, or are judged against different references.
        UsageError: If an output is named that no metric has.
    """
    return report([compare_set(evaluation, base, others, settings)], settings)


def report(found: Sequence[Found], settings: Settings) -> ComparisonReport:
    """Correct the p-values of all comparisons, those of all data sets together.

    Args:
        found: The comparisons of each data set.
        settings: Tests, level, draws and seed.
    """
    units = {one.settings.unit for one in found}
    settings = replace(settings, unit=units.pop() if len(units) == 1 else None)
    single = [comparison for one in found for comparison in one.comparisons]
    comparisons = with_holm(corrected(single, settings), settings)
    standings = [standing for one in found for standing in one.standings]
    notices = []
    for one in found:
        own = [x for x in comparisons if x.dataset == one.dataset]
        texts = [*one.notices, *comparison_notices(own, one.settings)]
        notices += told(one.dataset, [*texts, *one.corrections.notices(own)])
    failures = [text for one in found for text in one.failures]
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
    """Compare systems on one data set; see `compare`.

    Args:
        evaluation: The rows of all systems.
        base: The system to compare with.
        others: The systems to compare.
        settings: Tests, level, draws and seed.
        dataset: The data set; None for a run without.
        sharing: Number of data sets whose tests share one level.
        instances: Ids of the instances that are compared; None for all.
    """
    systems = [base, *others]
    better = directions(evaluation.entries)
    if dataset is None:
        settings = with_outputs(settings, evaluation.entries)
        check_margins(settings, better)
    for entry in evaluation.entries:
        _same_references(evaluation, entry, systems)
    names = [x for x in shared(evaluation, systems) if instances is None or x in instances]
    n_common = len(names)
    parts = list(_groups(evaluation, systems[0], names))
    unit = find_unit(evaluation, systems, names, settings)
    settings = replace(settings, unit=unit.unit)
    tests = sharing * shared_by(len(systems), len(better), len(parts), settings)
    corrections = Corrections(evaluation, settings)
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    for group, within, compared in parts:
        for i, entry in compared:
            names = _taken(evaluation, systems, i, within)
            if not names and group is not None:
                continue  # a value of the group whose instances the metric does not take
            _check_some(entry, systems, names)
            values = None if unit.unit is None else values_of(evaluation, base, names, unit.unit)
            drawn = units(values, len(names))
            members = [_member(evaluation, system, i, names) for system in systems]
            pairing = Pairing(entry, group, names, members, drawn, tests, settings)
            found, ranked = pairing.compare()
            comparisons += corrections.add(found, Compared(entry, members, names, drawn))
            standings += ranked
    if (of := evaluation.systems[base].of) is not None:
        comparisons = [replace(one, of=of) if one.group is None else one for one in comparisons]
    failures = [text for s in systems for text in evaluation.systems[s].failures()]
    chosen = {system: evaluation.systems[system] for system in systems}
    outputs = {name: one.empty for name, one in chosen.items()}
    notices = [
        *left_out(chosen, n_common, instances),
        *empty_notices(outputs, evaluation.entries),
        *remarks(chosen),
        *evaluation.unseen_tokens,
        *evaluation.differences(chosen),
        *unit.notices,
    ]
    return Found(
        settings,
        [replace(one, dataset=dataset) for one in comparisons],
        [replace(one, dataset=dataset) for one in standings],
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


class _Part(NamedTuple):
    """Instances that are compared, and the metrics that compare them.

    Args:
        group: Name of the group that they are of; None for all instances.
        names: Their ids.
        entries: The metrics, with their indices.
    """

    group: str | None
    names: list[str]
    entries: list[tuple[int, Entry]]


def _groups(evaluation: Evaluation, base: str, names: list[str]) -> Iterator[_Part]:
    """Yield all shared instances, then those of each group."""
    yield _Part(None, names, list(enumerate(evaluation.entries)))
    collected = evaluation.systems[base]
    for by, places in evaluation.breakdowns().items():
        own = [(i, evaluation.entries[i]) for i in places]
        labels = collected.group_labels(by)
        group_of = {name: labels[collected.places[name]] for name in names}
        for label in sorted(set(group_of.values()), key=group_order):
            yield _Part(label, [name for name in names if group_of[name] == label], own)


def _taken(evaluation: Evaluation, systems: Sequence[str], i: int, names: list[str]) -> list[str]:
    """Return the instances that the i-th metric takes of every system."""
    entry = evaluation.entries[i]
    if entry.where is None:
        return names
    chosen = [evaluation.systems[system] for system in systems]
    return [
        name
        for name in names
        if not any(one.places[name] in one.columns[i].outside for one in chosen)
    ]


def _check_some(entry: Entry, systems: Sequence[str], names: Sequence[str]) -> None:
    if not names:
        raise InputError(
            f"{entry.name}: its condition {entry.where} holds for no instance of all of "
            f"{', '.join(systems)}; change it"
        )


def shared(evaluation: Evaluation, systems: Sequence[str]) -> list[str]:
    """List the instances that all systems have and every metric scored, by id.

    Raises:
        InputError: If no instance is in all systems.
        RecordError: If none that is could be scored in all.
    """
    chosen = [evaluation.systems[system] for system in systems]
    failed = {
        name
        for one in chosen
        for column in one.columns
        if column.failures
        for name, place in one.places.items()
        if place in column.failures
    }
    common = [x for x in chosen[0].order.names if all(x in one.places for one in chosen)]
    names = [name for name in common if name not in failed]
    if not common:
        raise InputError(
            f"{', '.join(systems)} have no instance in common; check their instance_id"
            f"{common_tasks(dict(zip(systems, chosen, strict=True)))}"
        )
    if not names:
        reasons = (text for one in chosen for column in one.columns for text in _reasons(column))
        raise RecordError(
            f"no instance could be scored in all of {', '.join(systems)}; the first failure is "
            f"{next(reasons)}"
        )
    return names


def _reasons(column: Column) -> Iterator[str]:
    """Yield why records could not be scored, in their order."""
    return (column.failures[place] for place in sorted(column.failures))


def _member(evaluation: Evaluation, system: str, i: int, names: Sequence[str]) -> Member:
    one = evaluation.systems[system]
    rows = one.columns[i].rows()[[one.places[name] for name in names]]
    return Member(system, one.signature(evaluation.entries[i]), rows)


def _same_references(evaluation: Evaluation, entry: Entry, systems: Sequence[str]) -> None:
    base, *others = (evaluation.systems[system] for system in systems)
    wanted = base.contexts(entry)
    for system, one in zip(systems[1:], others, strict=True):
        contexts = one.contexts(entry)
        for name, place in one.places.items():
            both = contexts[place], wanted[base.places[name]] if name in base.places else 0
            if name in base.places and both[0] != both[1] and (entry.where is None or all(both)):
                raise InputError(
                    f"instance '{name}' is judged against other {' and '.join(entry.metric.needs)}"
                    f" in '{system}' than in '{systems[0]}'; give all systems the same"
                )
