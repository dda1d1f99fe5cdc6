"""Base class of the metrics that sacrebleu defines, with rows from sacrebleu."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import Any

from sacreval.core.metric import Metric, Origin


class SacrebleuMetric(Metric):
    """A metric of sacrebleu whose rows are the statistics that sacrebleu sums over a corpus.

    sacrebleu has no public interface to these statistics; the three methods used here are those
    that its own `corpus_score` calls, unchanged since version 2.0.
    """

    origin = Origin(libraries=("sacrebleu",), counterpart="sacrebleu:corpus_score")

    @abstractmethod
    def official(self) -> Any:
        """Create sacrebleu's own metric with the same options."""

    def prepare(self, *context: Any) -> Any:
        """Tokenise the references and compute sacrebleu's reference statistics."""
        scorer = _scorer(self)
        return scorer._extract_reference_info(  # noqa: SLF001 - see the class
            [scorer._preprocess_segment(reference) for reference in context[0]]  # noqa: SLF001
        )

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return sacrebleu's statistics of one output."""
        scorer = _scorer(self)
        segment = scorer._preprocess_segment(prediction)  # noqa: SLF001
        row: Sequence[float] = scorer._compute_segment_statistics(segment, prepared)  # noqa: SLF001
        return row


@cache
def _scorer(metric: SacrebleuMetric) -> Any:
    return metric.official()
