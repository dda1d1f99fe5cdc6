"""The kernel of EED beside its Python definition."""

from random import Random

import numpy as np
import pytest
from random_texts import instance

from sacreval import native
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.records import Batch, Instance
from sacreval.metrics.edits.eed import Eed
from support.sizes import long

COSTS = (
    {},
    {"alpha": 0.5},
    {"rho": 0.0},
    {"deletion": 0.5, "insertion": 2.0},
    {"alpha": 1.0, "deletion": 0.0, "insertion": 0.0},
)


def batch(seed, size, most=4):
    draw = Random(seed)
    pairs = [instance(draw, most) for _ in range(size)]
    return Batch(
        [Instance(prediction=p, references=["", *refs, p[::-1]]) for p, refs in pairs], workers=2
    )


@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("size", [6, long(60)])
def test_as_defined(costs, size):
    """Random Unicode with several references has the definition's distances to the last bit."""
    metric, records = Eed(**costs), batch(3, size)
    ours = rows_with_leave_one_out(metric.with_engine("native"), records)
    for mine, defined in zip(ours, rows_with_leave_one_out(metric, records), strict=True):
        np.testing.assert_array_equal(mine, defined)


@pytest.mark.parametrize(("m", "n"), [(0, 0), (0, 3), (1, 40), (3, 2), (5, 7), (40, 9)])
def test_long_words(m, n):
    """Words longer and shorter than the rows that are filled at once have equal distances."""
    draw = Random(m * n)
    instances = [
        Instance(prediction="".join(draw.choices("ab", k=m)), references=["".join(letters)])
        for letters in (draw.choices("ab", k=n), draw.choices("ab ", k=n))
    ]
    np.testing.assert_array_equal(
        Eed(engine="native").rows(Batch(instances)), Eed().rows(Batch(instances))
    )


@pytest.mark.parametrize("costs", [{"rho": float("nan")}, {"alpha": -1.0}])
def test_costs_out_of_range(costs):
    """Costs that are not finite or negative are errors."""
    usual = {"alpha": 2.0, "rho": 0.3, "deletion": 0.2, "insertion": 1.0}
    with pytest.raises(ValueError, match="finite and not negative"):
        native.eed_pairs(native.Texts(["a"], [["a"]]), **{**usual, **costs})
