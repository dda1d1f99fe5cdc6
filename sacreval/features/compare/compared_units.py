"""Units of a comparison: records, or a group whose records have similar differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sacreval.scoring.entries.engine import scores_of
from sacreval.scoring.interval_plans import Units
from sacreval.scoring.intervals.dependence import Chosen, Dependence, alike, choose_unit

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.result import Settings
    from sacreval.scoring.evaluation import Evaluation


def find_unit(
    evaluation: Evaluation, systems: Sequence[str], names: Sequence[str], settings: Settings
) -> Chosen:
    """Choose the units of tests and intervals: as named, or a group whose records are alike.

    Records are alike where the differences of their scores are, for some system and output. Nothing
    is looked for where a test or an interval is named, so that it takes records.

    Args:
        evaluation: The rows of all systems, with all groups.
        systems: The systems, the base first.
        names: The ids of the instances that all have.
        settings: The unit, the test and the method of intervals.
    """
    if settings.unit is not None or (settings.test, settings.interval) != ("auto", "auto"):
        return Chosen(settings.unit, [])
    base = evaluation.systems[systems[0]]
    besides = {field.key for by in evaluation.by for field in by.fields}
    groups = [group for group in base.groups if group not in besides]
    if not groups:
        return Chosen(None, [])
    differences = list(_differences(evaluation, systems, names))
    found = (_strongest(differences, group, values_of(evaluation, systems[0], names, group))
             for group in groups)  # fmt: skip
    ordered = sorted((one for one in found if one is not None), key=lambda one: -one.effect)
    return choose_unit(ordered, "tests and intervals", "--test paired-ar")


def values_of(evaluation: Evaluation, system: str, names: Sequence[str], group: str) -> Array:
    """Return the values of a group for some instances, array (n,) of text."""
    import numpy as np

    one = evaluation.systems[system]
    values = one.groups[group]
    return np.array([values[one.places[name]] for name in names])


def units(values: Array | None, n: int) -> Units:
    """Return the units of some instances.

    Args:
        values: The values of the group, array (n,); None where units are records.
        n: Number of instances.
    """
    import numpy as np

    if values is None:
        return Units(n, None)
    there, of = np.unique(values, return_inverse=True)
    return Units(len(there), of)


def _differences(
    evaluation: Evaluation, systems: Sequence[str], names: Sequence[str]
) -> Iterator[Array]:
    """Yield the differences of each system from the base, arrays (n, outputs)."""
    base, *others = (_scores(evaluation, system, names) for system in systems)
    for other in others:
        yield other - base


def _scores(evaluation: Evaluation, system: str, names: Sequence[str]) -> Array:
    import numpy as np

    one = evaluation.systems[system]
    places = [one.places[name] for name in names]
    columns = []
    for entry, column in zip(evaluation.entries, one.columns, strict=True):
        metric = entry.for_instances().metric
        columns += [*scores_of(metric, column.rows()[places]).values()]
    return np.column_stack(columns)


def _strongest(differences: Sequence[Array], group: str, values: Array) -> Dependence | None:
    found = [alike(scores, values, group) for scores in differences]
    return max((x for x in found if x is not None), key=lambda one: one.icc, default=None)
