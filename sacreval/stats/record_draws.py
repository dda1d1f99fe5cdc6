"""Random draws of a record, which depend on the seed and its id alone."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from numpy.random import Generator


def generator(seed: int, instance_id: str, variant: int) -> Generator:
    """Return the generator of one variant of a record.

    Args:
        seed: Seed of the run.
        instance_id: The record.
        variant: Number of the variant.
    """
    import numpy as np

    named = msgspec.json.encode([seed, instance_id, variant])
    return np.random.default_rng(int.from_bytes(blake2b(named, digest_size=16).digest(), "big"))
