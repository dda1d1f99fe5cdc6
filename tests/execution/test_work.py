"""Which rows a task asks for."""

from dataclasses import dataclass

import numpy as np

from sacreval.core.metric import MeanMetric
from sacreval.core.records import Batch, Instance
from sacreval.execution import RowTask
from sacreval.execution.worker import perform

ASKED = []


@dataclass(frozen=True, kw_only=True)
class Length(MeanMetric):
    """Counts characters, and how often it is asked."""

    name = "length"
    unit: float = 1.0

    @property
    def outputs(self):
        return ("length",)

    def covers_native(self):
        return True

    def native_rows(self, batch):
        ASKED.append("native")
        return np.array([[-1.0, 1.0]] * len(batch))

    def scores(self, prediction, _prepared):
        ASKED.append(self.unit)
        return (len(prediction) / self.unit,)


def test_equal_metrics():
    """Equal metrics are asked once; one with another option for itself."""
    ASKED.clear()
    batch = Batch([Instance(prediction="four", references=["x"])])
    done = perform(RowTask((Length(), Length(unit=2.0), Length(unit=1.0))), batch)
    assert ASKED == [1.0, 2.0]
    np.testing.assert_array_equal(
        [one.rows[0] for one in done], [[4.0, 1.0], [2.0, 1.0], [4.0, 1.0]]
    )


def test_equal_metrics_on_two_engines():
    """Engines can be compared in one run: each makes its own rows."""
    ASKED.clear()
    batch = Batch([Instance(prediction="four", references=["x"])])
    done = perform(RowTask((Length(), Length(engine="native"))), batch)
    assert ASKED == [1.0, "native"]
    assert [one.rows[0, 0] for one in done] == [4.0, -1.0]
