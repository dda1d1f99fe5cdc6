"""Fingerprint: a hash of the data that scores rest on, whatever order it came in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

from sacreval.metric import Metric
from sacreval.records import Batch
from sacreval.version import version

_MODULUS = 2**64


@dataclass
class Fingerprint:
    """Hashes of what predictions are judged against, and of the predictions, as both stream by.

    Args:
        needs: The fields that predictions are judged against.
        judges: The field that holds the predictions.
    """

    needs: tuple[str, ...]
    judges: str = "prediction"
    references: set[int] = field(default_factory=set)
    data: int = 0
    outputs: int = 0

    def add(self, batch: Batch) -> None:
        """Take in records."""
        if "references" in self.needs:
            self.references.update(map(len, batch.references))
        context = (batch.column(need) for need in self.needs)
        self.data += _hash(zip(batch.instance_ids, *context, strict=True))
        self.outputs += _hash(zip(batch.instance_ids, batch.column(self.judges), strict=True))

    def signature(self, metric: Metric) -> str:
        """Write a full signature: metric, options, references, versions, data."""
        parts = [metric.signature()]
        if self.references:
            low, high = min(self.references), max(self.references)
            parts.append(f"refs:{low}" if low == high else f"refs:{low}-{high}")
        parts += [f"{name}:{version(name)}" for name in ("sacreval", *metric.libraries)]
        parts += [f"data:{self.data % _MODULUS:016x}", f"outputs:{self.outputs % _MODULUS:016x}"]
        return "|".join(parts)


def _hash(values: Iterable[Any]) -> int:
    """Hash values one by one and add up, so that their order does not matter."""
    encode = msgspec.json.Encoder().encode
    return sum(
        int.from_bytes(blake2b(encode(value), digest_size=8).digest(), "big") for value in values
    )
