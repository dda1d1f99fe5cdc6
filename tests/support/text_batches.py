"""Batches of texts for backends, and metrics on an engine."""

from collections.abc import Sequence
from typing import Any

from sacreval.core.metric import Engine, Metric, metrics
from sacreval.core.records import Batch, Instance


def batches(texts: Sequence[str], *, size: int = 5) -> list[Batch]:
    """Create batches of texts beside one to three references; every seventh is a human's."""
    records = [
        Instance(
            prediction=text,
            references=[f"{text} {i}", f"text number {i}", "another one"][: 1 + i % 3],
            system_type="reference" if i % 7 == 0 else "peer",
        )
        for i, text in enumerate(texts)
    ]
    return [
        Batch(records[i : i + size], "file", range(i + 1, i + size + 1))
        for i in range(0, len(records), size)
    ]


def texts(n: int) -> list[str]:
    """Create n different texts."""
    return [f"this is text {i} of some, {'quite ' * (i % 4)}short" for i in range(n)]


def on(engine: Engine, name: str, **options: Any) -> Metric:
    """Create a metric on an engine."""
    return metrics.get(name)(**options).with_engine(engine)
