"""Bootstrap replicates of a measure: by matrix products for a coefficient, else one by one."""

import numpy as np

from sacreval.meta.measures import Measure, Plain, SoftAccuracy, complete_part
from sacreval.stats.arrays import Floats
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.draws import Resamples
from sacreval.stats.levels import Level
from sacreval.stats.memoize import remember
from sacreval.stats.soft_accuracy import soft_accuracy_replicates


@remember
def replicates(measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples) -> Floats:
    """Measure every resample.

    Args:
        measure: What to compute; what it fits on the data stays as the whole sample chose it.
        x: Metric scores, systems x inputs.
        z: Human scores.
        level: The level.
        draws: From `draw_resamples`, for this shape.

    Returns:
        One value a resample, NaN where undefined.
    """
    if isinstance(measure, SoftAccuracy):
        return _soft(x, z, draws)
    coefficient = measure.fixed(x, z, level)
    if coefficient is None:
        return _written(measure, x, z, level, draws)
    return bootstrap_values(x, z, level, coefficient, draws, every_input=measure.every_input)


def _soft(x: Floats, z: Floats, draws: Resamples) -> Floats:
    x, z, systems, inputs = complete_part(x, z)
    drawn_systems = None if draws.systems is None else draws.systems[:, systems]
    drawn_inputs = None if draws.inputs is None else draws.inputs[:, inputs]
    return soft_accuracy_replicates(x, z, Resamples(drawn_systems, drawn_inputs, draws.count))


def _written(measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples) -> Floats:
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
