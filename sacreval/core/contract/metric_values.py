"""Types of the metric contract: directions, engines, and statistics of single records."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sacreval.core.records import Batch

    Array = NDArray[Any]
    Ids = Callable[[], Sequence[str]]

Direction = bool | None  # whether larger is better; None if neither larger nor smaller is
Engine = Literal["native", "official"]


class Calibrated(NamedTuple):
    """Rows of records as they would be with either label.

    Args:
        confidences: The stated chance that each record is right, in [0, 1], array (n,).
        wrong: Its row if it is wrong, array (n, k).
        right: Its row if it is right, array (n, k).
    """

    confidences: Array
    wrong: Array
    right: Array


class Noise(NamedTuple):
    """How the scores of records vary over samples.

    Args:
        variance: Estimated variance of each record's score, array (n,).
        most: Its largest possible share of m (1 - m), for a mean score m, array (n,), in (0, 1].
        samples: Number of samples of each record, array (n,).
        is_mean: Whether a record's score is the mean of its samples.
    """

    variance: Array
    most: Array
    samples: Array
    is_mean: bool


@runtime_checkable
class ReadsReplies(Protocol):
    """A metric of replies.

    Args:
        reply_key: The key under which `replies` of records has those that it reads.
    """

    reply_key: str

    def joined(self, batch: Batch, /) -> Batch:
        """Return the records as they were read, with the replies beside their file."""


Spans = Mapping[str, tuple[float, float]]
"""Output to the least and the largest score of a system; * stands for all others."""

SHARE: Spans = {"*": (0.0, 1.0)}
PERCENT: Spans = {"*": (0.0, 100.0)}
FROM_ZERO: Spans = {"*": (0.0, inf)}
CORRELATION: Spans = {"*": (-1.0, 1.0)}
