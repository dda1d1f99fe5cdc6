"""Kendall correlation with one reference number a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.field_types import NUMBER, NUMBERS, Kind
from sacreval.core.metric import SampleMetric, metrics

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("kendall")
@dataclass(frozen=True, kw_only=True)
class Kendall(SampleMetric):
    """Kendall correlation (tau-b): agreement on the order of pairs, -1 to 1.

    Higher is better. It is computed over the records of a system, with the first reference of
    each. If all predictions or all references are equal, the correlation is undefined: 0 is
    reported, with a notice.

    Source: scipy.stats.
    """

    counterpart: ClassVar[str] = "scipy:correlation"
    tasks: ClassVar[tuple[str, ...]] = ("regression",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": NUMBER, "references": NUMBERS}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": 3.5, "references": [4]},
        {"prediction": 1, "references": [0.5]},
        {"prediction": 2.0, "references": [2.5]},
    )
    libraries: ClassVar[tuple[str, ...]] = ("scipy",)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `kendall`."""
        return ("kendall",)

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return prediction and reference."""
        return float(prediction), float(prepared[0])

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the correlation as undefined if predictions or references are constant."""
        same = (rows == rows[0]).all(axis=0).any()
        return {self.name: "a side is constant"} if same else {}

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Correlate weighted samples."""
        import numpy as np

        found = [_tau(rows, w) for w in np.atleast_2d(weights)]
        return {"kendall": np.reshape(found, weights.shape[:-1])}


def _tau(rows: Array, weights: Array) -> float:
    import numpy as np
    from scipy.stats import kendalltau

    x, y = np.repeat(rows, weights.astype(int), axis=0).T
    if len(np.unique(x)) == 1 or len(np.unique(y)) == 1:
        return 0.0
    return float(kendalltau(x, y).statistic)
