"""compare: paired comparisons of systems on the same instances, from the rows of `evaluate`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sacreval.core.comparisons import Comparison, ComparisonReport, Settings, Standing
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.compared_units import find_unit, units, values_of
from sacreval.scoring.comparison_families import check_primary, corrected, shared_by
from sacreval.scoring.comparison_notices import comparison_notices
from sacreval.scoring.corrected_differences import Compared, Corrections, with_holm
from sacreval.scoring.evaluate import Evaluation
from sacreval.scoring.margin_answers import check_margins
from sacreval.scoring.notices import coverage, remarks
from sacreval.scoring.paired_comparison import Pairing
from sacreval.scoring.paired_scores import Member
from sacreval.scoring.run_metrics import Entry


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
    systems = [base, *others]
    directions = {x: y for entry in evaluation.entries for x, y in entry.directions().items()}
    check_primary(settings, directions)
    check_margins(settings, directions)
    for entry in evaluation.entries:
        _same_references(evaluation, entry, systems)
    parts = list(_groups(evaluation, systems))
    unit = find_unit(evaluation, systems, parts[0][1], settings)
    settings = replace(settings, unit=unit.unit)
    tests = shared_by(len(systems), len(directions), len(parts), settings)
    corrections = Corrections(evaluation, settings)
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    for group, names in parts:
        values = None if unit.unit is None else values_of(evaluation, base, names, unit.unit)
        drawn = units(values, len(names))
        for i, entry in enumerate(evaluation.entries):
            members = [_member(evaluation, system, i, names) for system in systems]
            pairing = Pairing(entry, group, names, members, drawn, tests, settings)
            found, ranked = pairing.compare()
            comparisons += corrections.add(found, Compared(entry, members, names, drawn))
            standings += ranked
    comparisons = with_holm(corrected(comparisons, settings), settings)
    failures = [text for s in systems for text in evaluation.systems[s].failures()]
    chosen = {system: evaluation.systems[system] for system in systems}
    notices = [*coverage(chosen), *remarks(chosen), *evaluation.unseen_tokens, *unit.notices]
    notices += comparison_notices(comparisons, settings) + corrections.notices(comparisons)
    return ComparisonReport(settings, comparisons, standings, notices, failures)


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


def _groups(
    evaluation: Evaluation, systems: Sequence[str]
) -> Iterator[tuple[str | None, list[str]]]:
    """Yield the shared instances (see `shared`): all of them, then those of each group."""
    names = shared(evaluation, systems)
    yield None, names
    if evaluation.by is None:
        return
    base = evaluation.systems[systems[0]]
    values = base.groups[evaluation.by]
    group_of = {name: values[base.places[name]] for name in names}
    for value in sorted(set(group_of.values())):
        yield (
            f"{evaluation.by}={value}",
            [name for name in names if group_of[name] == value],
        )


def shared(evaluation: Evaluation, systems: Sequence[str]) -> list[str]:
    """List the instances that all systems have and every metric scored, by id.

    Raises:
        InputError: If there are none.
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
    names = [
        name
        for name in chosen[0].order.names
        if name not in failed and all(name in one.places for one in chosen)
    ]
    if not names:
        raise InputError(
            f"{', '.join(systems)} have no instance in common that could be scored; "
            "check their instance_id"
        )
    return names


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
            if name in base.places and contexts[place] != wanted[base.places[name]]:
                raise InputError(
                    f"instance '{name}' is judged against other {' and '.join(entry.metric.needs)}"
                    f" in '{system}' than in '{systems[0]}'; give all systems the same"
                )
