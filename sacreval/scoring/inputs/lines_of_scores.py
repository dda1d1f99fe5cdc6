"""The answer to a file of scores or judgments where a metric needs texts."""

from __future__ import annotations

from sacreval.core.metric import Metric
from sacreval.core.records import Batch


def answer(batch: Batch, i: int, metric: Metric) -> str | None:
    """Return what to do about a record of scores or judgments alone; None for other records.

    Args:
        batch: The records.
        i: The place of the record in the batch.
        metric: The metric that needs an output.
    """
    record = batch[i]
    scores, judgments = (record.meta or {}).get("scores"), record.judgments
    texts = (record.prediction, record.references, record.sources, record.input, record.error)
    if any(texts) or not (scores or judgments):
        return None
    path = batch.where(i).rpartition(":")[0]
    what = "scores" if scores else "judgments"
    others = "FILES-WITH-JUDGMENTS" if scores else "FILES-WITH-SCORES"
    files = path if scores and judgments else f"{path} {others}"
    return (
        f"this record has {what} and no text, which {metric.name} needs; `sacreval correlate "
        f"scores {files} --human NAME` correlates scores"
    )
