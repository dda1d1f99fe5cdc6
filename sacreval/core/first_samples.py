"""Notice that a metric of one output reads the first of several samples of a record."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch


class FirstSamples:
    """Counts records whose output is the first of several samples, of which a metric reads no more.

    Args:
        metric: The metric.
    """

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._reads_one = metric.judges == "prediction"
        self._count = 0
        self._fewest = 0

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        if not self._reads_one or not any(batch.column("samples")):
            return
        pairs = zip(batch.column("samples"), batch.predictions, strict=True)
        for samples, output in pairs:
            if isinstance(samples, list) and len(samples) > 1 and samples[0] == output:
                self._count += 1
                self._fewest = min(self._fewest or len(samples), len(samples))

    def notices(self) -> list[str]:
        """Return which command reads all samples, if there are several."""
        if not self._count:
            return []
        records = "1 record has" if self._count == 1 else f"{self._count} records have"
        which = f"several samples (epochs), of which {self._metric.name} reads the first"
        return [f"{records} {which}; {self._remedy()}"]

    def _remedy(self) -> str:
        from shlex import quote

        from sacreval.core import signature
        from sacreval.core.wrapper import Wrapped

        metric = self._metric
        if metric.of_sets:
            return "for all of them, make a record of each"
        if isinstance(metric, Wrapped) or metric.main_output() not in metric.binary:
            return "all are scored with --map predictions=samples --reduce-predictions mean"
        spec = quote(signature.write(metric.name, _given(metric)))
        return f"all are scored by avg-at-k --k {self._fewest} --scorer {spec}"


def _given(metric: Metric) -> dict[str, object]:
    """Return the options that are not the defaults."""
    usual = {f.name: f.default for f in fields(metric) if f.default is not MISSING}
    return {k: v for k, v in metric.options().items() if k not in usual or usual[k] != v}
