"""Corpus scores computed by sacrebleu."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.records import Batch


def corpus_score(metric: Any, batch: Batch) -> Mapping[str, float]:
    """Score a corpus; missing references of a record are None in the later streams."""
    most = max(map(len, batch.references), default=0)
    streams = [[dict(enumerate(refs)).get(i) for refs in batch.references] for i in range(most)]
    with _quiet():
        score = metric.official().corpus_score(batch.predictions, streams)
    return {metric.outputs[0]: float(score.score)}


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress sacrebleu's warning about tokenized text."""
    logger = logging.getLogger("sacrebleu")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
