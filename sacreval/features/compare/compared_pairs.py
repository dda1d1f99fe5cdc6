"""One metric on the instances that systems share: units, comparisons of pairs, what they lack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.declarations import is_undefined
from sacreval.core.group_names import group_order
from sacreval.core.records import by_id
from sacreval.errors import InputError, RecordError, SacrevalError
from sacreval.features.compare.pairs.corrected_differences import ComparedSystems, Corrections
from sacreval.features.compare.pairs.paired_comparison import AskedPair, Pairing, at_worst
from sacreval.features.compare.pairs.paired_scores import Member
from sacreval.features.compare.pairs.paired_tests import Decision, one_test
from sacreval.features.compare.result import Comparison, Settings, Standing
from sacreval.scoring.entries.engine import scores_of
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.intervals.dependence import (
    ChosenUnit,
    GroupedScores,
    choose_unit,
    strongest_of,
)
from sacreval.scoring.intervals.interval_plans import IntervalUnits
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.row_columns import RowColumn
from sacreval.scoring.rows.tasks_apart import common_tasks

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.inputs.breakdowns import Breakdown


def find_unit(
    evaluation: Evaluation, systems: Sequence[str], names: Sequence[str], settings: Settings
) -> ChosenUnit:
    """Choose the units of tests and intervals: as named, or a group whose records are alike.

    Records are alike where the differences of their scores are, for some system and output. Nothing
    is looked for where a test or an interval is named, so that it takes records.
    """
    if settings.unit is not None or (settings.test, settings.interval) != ("auto", "auto"):
        return ChosenUnit(settings.unit, [])
    base = evaluation.systems[systems[0]]
    besides = {field.key for by in evaluation.by for field in by.fields}
    if base.groups.keys() <= besides:
        return ChosenUnit(None, [])
    values = cache(lambda group: base.values_of(group, names))
    first, *others = (_scores(evaluation, system, names) for system in systems)
    samples = [GroupedScores(scores - first, base.groups, values) for scores in others]
    return choose_unit(strongest_of(samples, besides), "tests and intervals", "--test paired-ar")


def units(values: Array | None, n: int) -> IntervalUnits:
    """Return the units of some instances.

    Args:
        values: The values of the group, array (n,); None where units are records.
        n: Number of instances.
    """
    import numpy as np

    if values is None:
        return IntervalUnits(n, None)
    there, of = np.unique(values, return_inverse=True)
    return IntervalUnits(len(there), of)


def _scores(evaluation: Evaluation, system: str, names: Sequence[str]) -> Array:
    import numpy as np

    collected = evaluation.systems[system]
    places = [collected.places[name] for name in names]
    columns = []
    for entry, column in zip(evaluation.entries, collected.columns, strict=True):
        metric = entry.for_instances().metric
        columns += [*scores_of(metric, column.rows()[places]).values()]
    return np.column_stack(columns)


class ComparedPart(NamedTuple):
    """Instances that are compared, and the metrics that compare them.

    Args:
        group: Name of the group that they are of; None for all instances.
        by: What they are grouped by; None for all instances.
        places: The indices of the metrics.
    """

    group: str | None
    by: Breakdown | None
    places: Sequence[int]


class SystemGroups:
    """The instances of each group of each system.

    Args:
        evaluation: The rows of all systems.
        instances: Ids of the instances that are compared; None for all.
    """

    def __init__(self, evaluation: Evaluation, instances: Collection[str] | None) -> None:
        self._systems, self._instances = evaluation.systems, instances
        self._names: dict[tuple[str, Breakdown], dict[str, set[str]]] = {}

    def within(self, part: ComparedPart, system: str, names: Iterable[str]) -> list[str]:
        """Return the instances of a part, of those that a system has, in their order."""
        if self._instances is not None:
            names = [name for name in names if name in self._instances]
        if part.by is None or part.group is None:
            return list(names)
        key = (system, part.by)
        if key not in self._names:
            self._names[key] = {}
            collected = self._systems[system]
            for name, label in zip(collected.places, collected.group_labels(part.by), strict=True):
                self._names[key].setdefault(label, set()).add(name)
        there = self._names[key].get(part.group, set())
        return [name for name in names if name in there]


def parts_of(evaluation: Evaluation, systems: Sequence[str]) -> list[ComparedPart]:
    """Return all instances, then those of each group that a system has."""
    parts = [ComparedPart(None, None, range(len(evaluation.entries)))]
    for by, places in evaluation.breakdowns().items():
        labels = {x for name in systems for x in evaluation.systems[name].group_labels(by)}
        parts += [ComparedPart(label, by, places) for label in sorted(labels, key=group_order)]
    return parts


class MetricPairs(NamedTuple):
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
    part: ComparedPart
    groups: SystemGroups

    @property
    def entry(self) -> Entry:
        """The metric."""
        return self.evaluation.entries[self.place]

    def compared(
        self,
        systems: Sequence[str],
        common: Sequence[str],
        tests: Mapping[str, Decision] | None = None,
    ) -> tuple[list[Comparison], list[Standing]]:
        """Compare systems on the instances that the metric scored in all of them.

        Args:
            systems: The systems, the base first.
            common: The instances that all have.
            tests: Output to its test; None to choose by these systems.

        Returns:
            Nothing for a group without such instances.

        Raises:
            RecordError: If none of all instances could be scored in all.
        """
        pairing = self._pairing(systems, common)
        if pairing is None and self.part.group is not None:
            return [], []
        if pairing is None:
            raise self._none_scored(systems)
        compared, ranked = replace(pairing, tests=tests).compare()
        names, members, drawn = pairing.names, pairing.members, pairing.units
        lacking = {system: self._unanswered(system, names) for system in systems}
        if any(lacking.values()):
            compared = [
                replace(c, base_unanswered=lacking[c.base], other_unanswered=lacking[c.other])
                for c in compared
            ]
        return self.corrections.add(
            compared, ComparedSystems(self.entry, members, names, drawn)
        ), ranked

    def by_pairs(self, systems: Sequence[str]) -> list[Comparison]:
        """Compare each pair on the instances of its own, which other systems do not change."""
        every = combinations(systems, 2) if self.settings.all_pairs else _with_first(systems)
        common = {pair: shared(self.evaluation, pair) for pair in every}
        pairings = {pair: self._pairing(pair, names) for pair, names in common.items()}
        chosen = {pair: x.decisions() for pair, x in pairings.items() if x is not None}
        tests = {
            output: one_test({pair: by_output[output] for pair, by_output in chosen.items()})
            for output in self.entry.outputs
            if chosen
        }
        comparisons = [
            self.with_missing(comparison)
            for pair, names in common.items()
            for comparison in self.compared(pair, names, tests)[0]
        ]
        order = {output: i for i, output in enumerate(self.entry.outputs)}
        return sorted(comparisons, key=lambda c: order[c.output])

    def with_missing(self, comparison: Comparison) -> Comparison:
        """Return a comparison with what its systems lack, and what remains of it at the worst."""
        base, other = self._of(comparison.base), self._of(comparison.other)
        names = self.asked((comparison.base, comparison.other))
        rows = [side.rows_of(self.place, names) for side in (base, other)]
        lacking = [int(_is_missing(side).sum()) for side in rows]
        if not any(lacking):
            return replace(comparison, n=len(names))
        comparison = replace(
            comparison,
            n=len(names),
            base_missing=lacking[0],
            other_missing=lacking[1],
            shared=comparison.n,
        )
        drawn = units(_values(self.settings.unit, (base, other), names), len(names))
        sides = AskedPair(self.entry, rows[0], rows[1], drawn, self.tests, self.settings)
        return at_worst(comparison, sides)

    def with_values_of_all(self, standings: Iterable[Standing]) -> list[Standing]:
        """Return standings with the scores on all instances that each system has a score of."""
        return [replace(x, value_of_all=self._value(x.system_id, x.output)) for x in standings]

    def _value(self, system: str, output: str) -> float:
        side = self._of(system)
        names = self.scored([system], self.groups.within(self.part, system, side.places))
        sums = side.rows_of(self.place, names).sum(axis=0)
        return float(self.entry.score(output, sums))

    def _pairing(self, systems: Sequence[str], common: Sequence[str]) -> Pairing | None:
        """Return the systems on what the metric scored in all of them; None where that is none."""
        names = self.scored(systems, self.groups.within(self.part, systems[0], common))
        if not names:
            return None
        sides = [(system, self._of(system)) for system in systems]
        members = [
            Member(system, side.signature(self.entry), side.rows_of(self.place, names))
            for system, side in sides
        ]
        drawn = self._units(systems[0], names)
        return Pairing(
            self.entry, self.part.group, names, members, drawn, self.tests, self.settings
        )

    def _of(self, system: str) -> Collected:
        return self.evaluation.systems[system]

    def asked(self, systems: Iterable[str]) -> list[str]:
        """List the instances of a part that some system has and the metric takes in all of these.

        Those whose score is undefined by the formula in one of them are left out.
        """
        metric = self.entry.metric
        asked: set[str] = set()
        unscored: set[str] = set()
        for side in map(self._of, systems):
            names = self.groups.within(self.part, side.system, side.places)
            column = side.columns[self.place]
            left_out = [x for x, why in column.failures.items() if is_undefined(metric, why)]
            left_out += column.outside
            if not left_out:
                asked.update(names)
                continue
            without, places = frozenset(left_out), side.places.by_name()
            for name in names:
                (unscored if places[name] in without else asked).add(name)
        return sorted(asked - unscored, key=by_id(asked))

    def scored(self, systems: Sequence[str], names: Iterable[str]) -> list[str]:
        """Return the instances, of some, that the metric scored in all systems."""
        for system in systems:
            names = self._of(system).with_scores(self.place, names)
        return list(names)

    def _unanswered(self, system: str, names: Sequence[str]) -> int:
        """Count the instances in whose output of a system no answer can be read."""
        side = self._of(system)
        without = side.without_answer(self.place)
        return sum(side.places[name] in without for name in names) if without else 0

    def _units(self, system: str, names: Sequence[str]) -> IntervalUnits:
        unit = self.settings.unit
        values = None if unit is None else self._of(system).values_of(unit, names)
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
    owners = [next(side for side in sides if name in side.places) for name in names]
    return np.array(
        [side.groups[unit][side.places[name]] for side, name in zip(owners, names, strict=True)]
    )


def _is_missing(rows: Array) -> Array:
    import numpy as np

    return np.asarray(np.isnan(rows).any(axis=1))


def _with_first(systems: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((systems[0], other) for other in systems[1:])


def shared(evaluation: Evaluation, systems: Sequence[str]) -> list[str]:
    """List the instances that all systems have, by id."""
    chosen = [evaluation.systems[system] for system in systems]
    common = [x for x in chosen[0].order.names if all(x in side.places for side in chosen)]
    if not common:
        raise InputError(
            f"{', '.join(systems)} have no instance in common; check their instance_id"
            f"{common_tasks(dict(zip(systems, chosen, strict=True)))}"
        )
    return common


def _reasons(column: RowColumn) -> Iterator[str]:
    """Yield why records could not be scored, in their order."""
    return (column.failures[place] for place in sorted(column.failures))
