"""compare: paired comparisons of systems on the same instances, from the rows of `evaluate`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.comparisons import Comparison, ComparisonReport, Settings, Standing
from sacreval.core.group_names import group_order
from sacreval.core.records import by_id
from sacreval.errors import InputError, RecordError, SacrevalError, UsageError, nearest
from sacreval.scoring.at_worst import Sides, at_worst
from sacreval.scoring.collected_rows import Collected
from sacreval.scoring.compared_units import find_unit, units, values_of
from sacreval.scoring.comparison_families import corrected, shared_by
from sacreval.scoring.comparison_notices import comparison_notices
from sacreval.scoring.corrected_differences import Compared, Corrections, with_holm
from sacreval.scoring.data_sets import told
from sacreval.scoring.empty_outputs import empty_notices
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.margin_answers import check_margins, with_outputs
from sacreval.scoring.notices import FEW, remarks
from sacreval.scoring.output_names import directions
from sacreval.scoring.paired_comparison import Pairing
from sacreval.scoring.paired_scores import Member
from sacreval.scoring.row_columns import Column
from sacreval.scoring.run_metrics import Entry
from sacreval.scoring.tasks_apart import common_tasks

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.breakdowns import Breakdown
    from sacreval.scoring.intervals import Units


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
    common = shared(evaluation, systems)
    named = [x for x in common if instances is None or x in instances]
    unit = find_unit(evaluation, systems, _complete(evaluation, systems, named), settings)
    settings = replace(settings, unit=unit.unit)
    parts = _parts_of(evaluation, systems)
    tests = sharing * shared_by(len(systems), len(better), len(parts), settings)
    corrections = Corrections(evaluation, settings)
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    gaps = _has_gaps(evaluation, systems)
    groups = _Groups(evaluation, instances)
    for part in parts:
        for i in part.places:
            over = _Over(evaluation, settings, corrections, tests, i, part, groups)
            found, ranked = over.compared(systems, common)
            if gaps and len(systems) > 2:  # noqa: PLR2004 - two systems are one pair
                found = over.by_pairs(systems)
            elif gaps:
                found = [over.with_missing(one) for one in found]
            comparisons += found
            standings += ranked
    if (of := evaluation.systems[base].of) is not None:
        comparisons = [replace(one, of=of) if one.group is None else one for one in comparisons]
    failures = [text for s in systems for text in evaluation.systems[s].failures()]
    chosen = {system: evaluation.systems[system] for system in systems}
    outputs = {name: one.empty for name, one in chosen.items()}
    notices = [
        *_on_missing(comparisons),
        *empty_notices(outputs, evaluation.entries),
        *evaluation.unanswered_notices(),
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
        by: What they are grouped by; None for all instances.
        places: The indices of the metrics.
    """

    group: str | None
    by: Breakdown | None
    places: Sequence[int]


class _Groups:
    """The instances of each group of each system.

    Args:
        evaluation: The rows of all systems.
        instances: Ids of the instances that are compared; None for all.
    """

    def __init__(self, evaluation: Evaluation, instances: Collection[str] | None) -> None:
        self._systems, self._instances = evaluation.systems, instances
        self._found: dict[tuple[str, Breakdown], dict[str, set[str]]] = {}

    def within(self, part: _Part, system: str, names: Iterable[str]) -> list[str]:
        """Return the instances of a part, of those that a system has, in their order."""
        if self._instances is not None:
            names = [name for name in names if name in self._instances]
        if part.by is None or part.group is None:
            return list(names)
        key = (system, part.by)
        if key not in self._found:
            self._found[key] = {}
            one = self._systems[system]
            for name, label in zip(one.places, one.group_labels(part.by), strict=True):
                self._found[key].setdefault(label, set()).add(name)
        there = self._found[key].get(part.group, set())
        return [name for name in names if name in there]


def _parts_of(evaluation: Evaluation, systems: Sequence[str]) -> list[_Part]:
    """Return all instances, then those of each group that a system has."""
    parts = [_Part(None, None, range(len(evaluation.entries)))]
    for by, places in evaluation.breakdowns().items():
        labels = {x for name in systems for x in evaluation.systems[name].group_labels(by)}
        parts += [_Part(label, by, places) for label in sorted(labels, key=group_order)]
    return parts


class _Over(NamedTuple):
    """One metric on instances of which it compares systems.

    Args:
        evaluation: The rows of all systems.
        settings: Tests, level, draws, seed and unit.
        corrections: The human labels that correct differences.
        tests: Number of tests that share one level.
        place: The index of the metric.
        part: The instances.
        groups: The instances of each group.
    """

    evaluation: Evaluation
    settings: Settings
    corrections: Corrections
    tests: int
    place: int
    part: _Part
    groups: _Groups

    @property
    def entry(self) -> Entry:
        """The metric."""
        return self.evaluation.entries[self.place]

    def compared(
        self, systems: Sequence[str], common: Sequence[str]
    ) -> tuple[list[Comparison], list[Standing]]:
        """Compare systems on the instances that the metric scored in all of them.

        Args:
            systems: The systems, the base first.
            common: The instances that all have.

        Returns:
            Nothing for a group without such instances.

        Raises:
            RecordError: If none of all instances could be scored in all.
        """
        names = self._scored(systems, self.groups.within(self.part, systems[0], common))
        if not names and self.part.group is not None:
            return [], []
        if not names:
            raise self._none_scored(systems)
        members = [_member(self.evaluation, system, self.place, names) for system in systems]
        drawn = self._units(systems[0], names)
        pairing = Pairing(
            self.entry, self.part.group, names, members, drawn, self.tests, self.settings
        )
        found, ranked = pairing.compare()
        lacking = {system: self._unanswered(system, names) for system in systems}
        if any(lacking.values()):
            found = [
                replace(one, base_unanswered=lacking[one.base], other_unanswered=lacking[one.other])
                for one in found
            ]
        return self.corrections.add(found, Compared(self.entry, members, names, drawn)), ranked

    def by_pairs(self, systems: Sequence[str]) -> list[Comparison]:
        """Compare each pair on the instances of its own, which other systems do not change."""
        every = combinations(systems, 2) if self.settings.all_pairs else _with_first(systems)
        found = [
            self.with_missing(one)
            for pair in every
            for one in self.compared(pair, shared(self.evaluation, pair))[0]
        ]
        order = {output: i for i, output in enumerate(self.entry.outputs)}
        return sorted(found, key=lambda one: order[one.output])

    def with_missing(self, one: Comparison) -> Comparison:
        """Return a comparison with what its systems lack, and what remains of it at the worst."""
        base, other = self._of(one.base), self._of(one.other)
        found = {
            name
            for side in (base, other)
            for name in self.groups.within(self.part, side.system, side.places)
            if self._is_asked(side, name)
        }
        names = sorted(found, key=by_id(found))
        rows = [_rows(side, self.place, names) for side in (base, other)]
        lacking = [int(_is_missing(side).sum()) for side in rows]
        one = replace(one, n=len(names), base_missing=lacking[0], other_missing=lacking[1])
        if not any(lacking):
            return one
        drawn = units(_values(self.settings.unit, (base, other), names), len(names))
        sides = Sides(self.entry, rows[0], rows[1], drawn, self.tests, self.settings)
        return at_worst(one, sides)

    def _of(self, system: str) -> Collected:
        return self.evaluation.systems[system]

    def _is_asked(self, side: Collected, name: str) -> bool:
        """Return whether a system should have a score: the metric takes the record, and has one."""
        place, column = side.places[name], side.columns[self.place]
        why = column.failures.get(place, "")
        return place not in column.outside and not self.entry.metric.is_undefined(why)

    def _scored(self, systems: Sequence[str], names: Sequence[str]) -> list[str]:
        sides = [(self._of(system), self._of(system).columns[self.place]) for system in systems]
        return [
            name
            for name in names
            if not any(
                side.places[name] in column.failures or side.places[name] in column.outside
                for side, column in sides
            )
        ]

    def _unanswered(self, system: str, names: Sequence[str]) -> int:
        """Count the instances in whose output of a system no answer can be read."""
        side = self._of(system)
        without = side.without_answer(self.place)
        return sum(side.places[name] in without for name in names) if without else 0

    def _units(self, system: str, names: Sequence[str]) -> Units:
        unit = self.settings.unit
        values = None if unit is None else values_of(self.evaluation, system, names, unit)
        return units(values, len(names))

    def _none_scored(self, systems: Sequence[str]) -> SacrevalError:
        named = ", ".join(systems)
        for system in systems:
            for reason in _reasons(self._of(system).columns[self.place]):
                return RecordError(
                    f"no instance could be scored in all of {named}; the first failure is {reason}"
                )
        return InputError(
            f"{self.entry.name}: its condition {self.entry.where} holds for no instance of all of "
            f"{named}; change it"
        )


def _values(unit: str | None, sides: Sequence[Collected], names: Sequence[str]) -> Array | None:
    """Return the values of a group that instances have, in either system; None without one."""
    import numpy as np

    if unit is None:
        return None
    owners = [next(one for one in sides if name in one.places) for name in names]
    return np.array(
        [one.groups[unit][one.places[name]] for one, name in zip(owners, names, strict=True)]
    )


def _is_missing(rows: Array) -> Array:
    import numpy as np

    return np.asarray(np.isnan(rows).any(axis=1))


def _with_first(systems: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((systems[0], other) for other in systems[1:])


def _has_gaps(evaluation: Evaluation, systems: Sequence[str]) -> bool:
    """Return whether systems lack instances of each other, or scores of instances."""
    chosen = [evaluation.systems[system] for system in systems]
    first = chosen[0].places.keys()
    return any(
        one.places.keys() != first or any(column.failures for column in one.columns)
        for one in chosen
    )


def _on_missing(comparisons: Sequence[Comparison]) -> list[str]:
    """Describe which systems lack records of others, and what is said of them."""
    lacking: dict[str, int] = {}
    open_ones = [one for one in comparisons if one.missing and one.group is None]
    for one in open_ones:
        for system, count in ((one.base, one.base_missing), (one.other, one.other_missing)):
            if count:
                lacking[system] = max(count, lacking.get(system, 0))
    if not lacking:
        return []
    named = ", ".join(f"'{system}' {count}" for system, count in [*lacking.items()][:FEW])
    more = f" and {len(lacking) - FEW} more" if len(lacking) > FEW else ""
    free = list(dict.fromkeys(one.output for one in open_ones if one.p_at_worst is None))
    rest = (
        f"; for {', '.join(free)}, which is no mean of scores with a worst value, findings rest on "
        "the records that both systems have"
        if free
        else ""
    )
    held = "; a finding is one only if it holds with the missing records against it"
    held = held if len(free) < len({one.output for one in open_ones}) else ""
    return [f"records are missing ({named}{more}){held}{rest}"]


def shared(evaluation: Evaluation, systems: Sequence[str]) -> list[str]:
    """List the instances that all systems have, by id.

    Raises:
        InputError: If there are none.
    """
    chosen = [evaluation.systems[system] for system in systems]
    common = [x for x in chosen[0].order.names if all(x in one.places for one in chosen)]
    if not common:
        raise InputError(
            f"{', '.join(systems)} have no instance in common; check their instance_id"
            f"{common_tasks(dict(zip(systems, chosen, strict=True)))}"
        )
    return common


def _complete(evaluation: Evaluation, systems: Sequence[str], names: list[str]) -> list[str]:
    """Return the instances that every metric scored in all systems."""
    failed = {
        name
        for one in (evaluation.systems[system] for system in systems)
        for column in one.columns
        if column.failures
        for name, place in one.places.items()
        if place in column.failures
    }
    return [name for name in names if name not in failed]


def _reasons(column: Column) -> Iterator[str]:
    """Yield why records could not be scored, in their order."""
    return (column.failures[place] for place in sorted(column.failures))


def _member(evaluation: Evaluation, system: str, i: int, names: Sequence[str]) -> Member:
    one = evaluation.systems[system]
    return Member(system, one.signature(evaluation.entries[i]), _rows(one, i, names))


def _rows(one: Collected, i: int, names: Sequence[str]) -> Array:
    """Return the rows of instances, array (n, k), NaN where a system has none."""
    import numpy as np

    rows = one.columns[i].rows()
    places = [one.places.get(name, len(rows)) for name in names]
    if len(rows) not in places:
        return rows[places]
    return np.concatenate([rows, np.full((1, rows.shape[1]), np.nan)])[places]


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
