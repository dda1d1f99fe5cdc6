"""Bootstrap replicates of a measure, by matrix products or one by one."""

import numpy as np

from sacreval import native
from sacreval.features.correlate.measures.measures import (
    Measure,
    Plain,
    SoftAccuracy,
    complete_part,
)
from sacreval.features.correlate.measures.soft_accuracy import (
    count_at_least,
    soft_accuracy_replicates,
)
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.features.correlate.resampling.pair_forms import fastest_form
from sacreval.stats.arrays import Floats
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Resamples
from sacreval.stats.memoize import memoize


@memoize
def replicates(measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples) -> Floats:
    """Compute a measure of every resample.

    Args:
        measure: The measure; fitted parameters are those of the whole sample.
        x: Metric scores, shape (systems, inputs).
        z: Human scores, same shape.
        level: The level.
        draws: Resamples of this shape, from `draw_resamples`.

    Returns:
        One value for each resample, shape (resamples,), NaN where undefined.
    """
    if isinstance(measure, SoftAccuracy):
        return _soft_accuracies(x, z, draws)
    coefficient = measure.fixed(x, z, level)
    if coefficient is None:
        return _one_by_one(measure, x, z, level, draws)
    return bootstrap_values(
        x, z, level, coefficient, draws, every_input=measure.every_input, forms=fastest_form
    )


def _soft_accuracies(x: Floats, z: Floats, draws: Resamples) -> Floats:
    x, z, systems, inputs = complete_part(x, z)
    drawn_systems = None if draws.systems is None else draws.systems[:, systems]
    drawn_inputs = None if draws.inputs is None else draws.inputs[:, inputs]
    drawn = Resamples(drawn_systems, drawn_inputs, draws.count)
    counter = native.count_at_least if native.available() else count_at_least
    return soft_accuracy_replicates(x, z, drawn, counter)


def _one_by_one(measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples) -> Floats:
    """Compute the measure on the rows and columns of each resample."""
    values = np.empty(draws.count)
    for r in range(draws.count):
        rows, columns = np.arange(len(x)), np.arange(x.shape[1])
        if draws.systems is not None:
            rows = np.repeat(rows, draws.systems[r])
        if draws.inputs is not None:
            columns = np.repeat(columns, draws.inputs[r])
        cells = np.ix_(rows, columns)
        if isinstance(measure, Plain):
            values[r] = measure.of_resample(x, z, level, rows, columns)
        else:
            values[r] = measure.of(x[cells], z[cells], level).value
    return values
