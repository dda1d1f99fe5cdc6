"""Random draws of tests, intervals and records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from numpy.random import Generator


Bits = npt.NDArray[np.uint8]
Weights = npt.NDArray[np.uint16]


class Units(Enum):
    """The units that are resampled or exchanged, and so the population of a result."""

    SYSTEMS = "systems"
    INPUTS = "inputs"
    BOTH = "both"


class Swap(Enum):
    """How a permutation test exchanges the scores of two metrics.

    `BOTH_XOR` swaps whole systems, then whole inputs, so a cell is swapped if exactly one of both
    bits is set (nlpstats); `BOTH_CELLS` swaps every cell on its own (SacreROUGE, mt-metrics-eval).
    """

    SYSTEMS = "systems"
    INPUTS = "inputs"
    BOTH_XOR = "both-xor"
    BOTH_CELLS = "both-cells"


@dataclass(frozen=True)
class Swaps:
    """Bits of a permutation test; 1 exchanges the scores of both metrics.

    Attributes:
        how: The scheme.
        systems: Shape (resamples, systems), zeros where systems are not swapped.
        inputs: Shape (resamples, inputs), zeros where inputs are not swapped.
        seed: Seed of the bits of single cells, for `BOTH_CELLS`.
        exact: Whether all exchanges of systems are listed (each with its complement).
    """

    how: Swap
    systems: Bits
    inputs: Bits
    seed: int
    exact: bool = False

    @property
    def resamples(self) -> int:
        """Number of draws."""
        return len(self.systems)

    def transposed(self) -> Swaps:
        """Return the same exchanges of transposed matrices."""
        other = {Swap.SYSTEMS: Swap.INPUTS, Swap.INPUTS: Swap.SYSTEMS}.get(self.how, self.how)
        return Swaps(other, self.inputs, self.systems, self.seed, self.exact)

    def cells(self, part: slice) -> Bits:
        """Return the bits of single cells of some resamples, shape (len, systems, inputs)."""
        if self.how is Swap.BOTH_CELLS:
            return self._drawn_cells(part)
        return self.systems[part, :, None] ^ self.inputs[part, None, :]

    def _drawn_cells(self, part: slice) -> Bits:
        # Each resample has its own generator, so that draws do not depend on the size of blocks.
        shape = self.systems.shape[1], self.inputs.shape[1]
        return np.stack(
            [
                random_bits(np.random.default_rng((self.seed, r)), shape)
                for r in range(part.start, part.stop)
            ]
        )


def random_bits(rng: np.random.Generator, shape: tuple[int, ...]) -> Bits:
    """Draw fair bits."""
    count = int(np.prod(shape))
    packed = np.frombuffer(rng.bytes((count + 7) // 8), dtype=np.uint8)
    return np.unpackbits(packed, count=count).reshape(shape)


def draw_swaps(how: Swap, n_systems: int, n_inputs: int, resamples: int, seed: int) -> Swaps:
    """Draw the exchanges of a permutation test.

    Args:
        how: The scheme.
        n_systems: Rows of the score matrices.
        n_inputs: Columns.
        resamples: Number of draws.
        seed: Seed of NumPy's default generator.
    """
    rng = np.random.default_rng(seed)
    systems = np.zeros((resamples, n_systems), dtype=np.uint8)
    inputs = np.zeros((resamples, n_inputs), dtype=np.uint8)
    if how in {Swap.SYSTEMS, Swap.BOTH_XOR}:
        systems = random_bits(rng, systems.shape)
    if how in {Swap.INPUTS, Swap.BOTH_XOR}:
        inputs = random_bits(rng, inputs.shape)
    return Swaps(how, systems, inputs, seed)


def all_system_swaps(n_systems: int, n_inputs: int) -> Swaps:
    """List all exchanges of systems, one of each complementary pair, whose signs are opposite."""
    numbers = np.arange(2 ** max(n_systems - 1, 0), dtype=np.uint32)
    places = np.arange(n_systems, dtype=np.uint32)
    bits = ((numbers[:, None] >> places[None, :]) & 1).astype(np.uint8)
    unswapped = np.zeros((len(bits), n_inputs), dtype=np.uint8)
    return Swaps(Swap.SYSTEMS, bits, np.broadcast_to(unswapped[:1], unswapped.shape), 0, exact=True)


@dataclass(frozen=True)
class Resamples:
    """Number of copies of each system and each input in each resample.

    Attributes:
        systems: Shape (resamples, systems), or None if systems are not resampled.
        inputs: Shape (resamples, inputs), or None if inputs are not resampled.
        count: Number of resamples.
    """

    systems: Weights | None
    inputs: Weights | None
    count: int

    def transposed(self) -> Resamples:
        """Return the same draws for transposed matrices."""
        return Resamples(self.inputs, self.systems, self.count)

    def with_groups(self, n: int) -> Resamples:
        """Return the same draws for inputs that have n groups each, one after the other."""
        inputs = None if self.inputs is None else np.repeat(self.inputs, n, axis=1)
        return Resamples(self.systems, inputs, self.count)


@lru_cache(maxsize=2)  # all metrics share them
def draw_resamples(
    units: Units, n_systems: int, n_inputs: int, resamples: int, seed: int
) -> Resamples:
    """Draw bootstrap resamples with replacement.

    Args:
        units: The units that are drawn: systems, inputs, or both independently.
        n_systems: Rows of the score matrices.
        n_inputs: Columns.
        resamples: Number of draws.
        seed: Seed of NumPy's default generator.
    """
    rng = np.random.default_rng(seed)
    systems = _multinomial(rng, n_systems, resamples) if units is not Units.INPUTS else None
    inputs = _multinomial(rng, n_inputs, resamples) if units is not Units.SYSTEMS else None
    return Resamples(systems, inputs, resamples)


def _multinomial(rng: np.random.Generator, n: int, resamples: int) -> Weights:
    drawn = rng.integers(0, n, size=(resamples, n), dtype=np.int32)
    drawn += (np.arange(resamples, dtype=np.int32) * n)[:, None]
    return (
        np.bincount(drawn.ravel(), minlength=resamples * n).reshape(resamples, n).astype(np.uint16)
    )


def leave_one_out(units: Units, n_systems: int, n_inputs: int) -> Resamples:
    """Leave out one system, or one input, in turn: the delete-one jackknife.

    Args:
        units: `SYSTEMS` or `INPUTS`.
        n_systems: Rows of the score matrices.
        n_inputs: Columns.
    """
    n = n_systems if units is Units.SYSTEMS else n_inputs
    kept = 1 - np.eye(n, dtype=np.uint16)
    return Resamples(kept, None, n) if units is Units.SYSTEMS else Resamples(None, kept, n)


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
