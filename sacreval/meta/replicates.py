"""Bootstrap replicates of a measure: by matrix products for a coefficient, else written out."""

import numpy as np

from sacreval.meta.measures import Measure
from sacreval.stats.arrays import Floats
from sacreval.stats.bootstrap import bootstrap_values
from sacreval.stats.draws import Resamples
from sacreval.stats.levels import Level


def replicates(
    measure: Measure, x: Floats, z: Floats, level: Level, draws: Resamples
) -> Floats | None:
    """Measure every resample.

    Args:
        measure: What to compute.
        x: Metric scores, systems x inputs.
        z: Human scores.
        level: The level.
        draws: From `draw_resamples`, for this shape.

    Returns:
        One value a resample, NaN where undefined; None if the measure is not resampled.
    """
    coefficient = measure.fixed(x, z, level)
    every_input = bool(getattr(measure, "every_input", False))
    if coefficient is not None:
        return bootstrap_values(x, z, level, coefficient, draws, every_input=every_input)
    if not measure.is_light:
        return None
    values = np.empty(draws.count)
    for r in range(draws.count):
        drawn_x, drawn_z = x, z
        if draws.systems is not None:
            rows = np.repeat(np.arange(len(x)), draws.systems[r])
            drawn_x, drawn_z = drawn_x[rows], drawn_z[rows]
        if draws.inputs is not None:
            columns = np.repeat(np.arange(x.shape[1]), draws.inputs[r])
            drawn_x, drawn_z = drawn_x[:, columns], drawn_z[:, columns]
        values[r] = measure.of(drawn_x, drawn_z, level).value
    return values
