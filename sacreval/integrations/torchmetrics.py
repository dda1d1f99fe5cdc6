"""A metric of torchmetrics, whose rows are gathered from all processes and scored at once.

from sacreval.integrations.torchmetrics import SacrevalMetric
chrf = SacrevalMetric("chrf")
chrf.update(["a cat"], [["the cat", "a cat"]])
chrf.compute()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import torch
import torchmetrics  # type: ignore[import-not-found,unused-ignore]

from sacreval.errors import UsageError
from sacreval.integrations.running import row_metric, rows_of, system_scores


class SacrevalMetric(torchmetrics.Metric):  # type: ignore[misc,unused-ignore]
    """A metric of texts; its state is the rows, in double precision, which are concatenated.

    Args:
        metric: A metric with options, as in `chrf{"word_order": 2}`.
        options: Those of torchmetrics.Metric.
    """

    is_differentiable: ClassVar[bool] = False
    full_state_update: ClassVar[bool] = False

    def __init__(self, metric: str, **options: Any) -> None:
        super().__init__(**options)
        self.sacreval = row_metric(metric)
        self.add_state("rows", default=[], dist_reduce_fx="cat")

    def update(self, preds: Sequence[str], target: Sequence[Any]) -> None:
        """Score outputs and keep their rows.

        Args:
            preds: The outputs.
            target: For each output its references: one text, or a list of several.
        """
        rows = rows_of(self.sacreval, list(preds), list(target))
        if len(rows):
            self.rows.append(torch.from_numpy(rows).to(self.device))

    def compute(self) -> dict[str, Any]:
        """Return the scores of all outputs so far, by name."""
        parts = self.rows if isinstance(self.rows, list) else [self.rows]
        if not parts:
            raise UsageError(f"{self.sacreval.name}: there is no output yet; call update first")
        table = torch.cat(parts).cpu().numpy()
        scores = system_scores(self.sacreval, table)
        return {name: torch.tensor(x, dtype=torch.float64) for name, x in scores.items()}

    def set_dtype(self, _dst_type: Any) -> SacrevalMetric:
        """Keep double precision: rows are counts, which must stay exact."""
        return self
