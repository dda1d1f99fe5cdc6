"""Batches of fixed shapes, so that the numbers of a text do not depend on its neighbours.

The kernels of linear algebra add in an order that depends on the shape of a batch. The width of a
batch is therefore the length of a text rounded up, and its number of rows follows from the width
alone: a batch that is not full has empty rows.
"""

from collections.abc import Sequence
from typing import NamedTuple

STEP = 8  # tokens; widths are multiples of it
BUDGET = {"cpu": 512, "cuda": 16384}  # tokens of a batch; larger ones are slower on a CPU


class Shape(NamedTuple):
    """The shape of a batch.

    Args:
        rows: Number of texts that it has room for.
        width: Number of tokens of each.
    """

    rows: int
    width: int


class TokenBatch(NamedTuple):
    """The texts of a batch.

    Args:
        members: Indices of the texts, at most `shape.rows`.
        shape: The shape of the batch.
    """

    members: tuple[int, ...]
    shape: Shape


def shape(length: int, budget: int, limit: int) -> Shape:
    """Return the shape of the batch in which a text is encoded.

    Args:
        length: Number of tokens of the text, 0 or more.
        budget: Number of tokens of a batch.
        limit: Number of tokens above which widths are not rounded up; 0 for none.
    """
    width = max(STEP, -(-length // STEP) * STEP)
    width = min(width, max(limit, length)) if limit else width
    return Shape(max(1, budget // width), width)


def batches(lengths: Sequence[int], budget: int, limit: int) -> list[TokenBatch]:
    """Distribute texts over batches, the shortest first.

    Args:
        lengths: Number of tokens of each text.
        budget: Number of tokens of a batch.
        limit: Number of tokens above which widths are not rounded up; 0 for none.
    """
    groups: dict[Shape, list[int]] = {}
    for i in sorted(range(len(lengths)), key=lengths.__getitem__):
        groups.setdefault(shape(lengths[i], budget, limit), []).append(i)
    return [
        TokenBatch(tuple(members[first : first + one.rows]), one)
        for one, members in groups.items()
        for first in range(0, len(members), one.rows)
    ]
