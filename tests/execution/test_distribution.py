"""How much is under way at once."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.execution.distribution import in_order


@pytest.mark.parametrize(("size", "beside"), [(1, 3), (5, 2), (20, 1)])
def test_records_and_batches_are_bounded(size, beside):
    """Beside the batch that is waited for, ten records are under way, and three batches at most."""
    started = []

    def start(batch):
        started.append(batch)
        return list

    batches = [Batch([Instance(prediction="a")] * size) for _ in range(12)]
    found = in_order(iter(batches), start, ahead=10, most=3)
    ahead = [len(started) - given for given, _ in enumerate(found, start=1)]
    assert ahead == [min(beside, 12 - given) for given in range(1, 13)]
