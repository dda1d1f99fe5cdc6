"""Types of the metric contract: directions, engines, and statistics of single records."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sacreval.core.records import Batch

    Array = NDArray[Any]
    Ids = Callable[[], Sequence[str]]

Direction = bool | None  # whether larger is better; None if neither larger nor smaller is
Engine = Literal["native", "official"]


Spans = Mapping[str, tuple[float, float]]
"""Output to the least and the largest score of a system; * stands for all others."""

SHARE: Spans = {"*": (0.0, 1.0)}
PERCENT: Spans = {"*": (0.0, 100.0)}
FROM_ZERO: Spans = {"*": (0.0, inf)}
CORRELATION: Spans = {"*": (-1.0, 1.0)}
_EMPTY: Mapping[str, Any] = MappingProxyType({})


class ScoreScale(NamedTuple):
    """The range of scores.

    Args:
        mean: Whether a system's score is the mean of its records' scores.
        highest: Largest score of a record, by output if they differ, where a system's score is the
            mean of scores from 0 up to it.
        bounded: Whether scores of records lie in a fixed range that is not from 0 up.
        greatest: Largest score of a system, by output, where it is no mean and lies between 0 and
            that.
        spans: Least and largest score of a system where `highest` and `greatest` do not state them.
        binary: Outputs by which a record is right, with the largest score, or wrong.
    """

    mean: bool = False
    highest: float | Mapping[str, float] | None = None
    bounded: bool = False
    greatest: Mapping[str, float] = _EMPTY
    spans: Spans = _EMPTY
    binary: tuple[str, ...] = ()


NO_LIBRARY = "no official library has this metric"


class Origin(NamedTuple):
    """What a metric's numbers come from.

    Args:
        libraries: Packages that define them.
        why_own: Why the definition is sacreval's own all the same; "" if the libraries have it.
        counterpart: module:function of `core.libraries` that computes the metric by the library of
            its source; `verify` uses it instead of rows.
        program: Program of `io.programs`: on the official engine the user's copy computes the rows,
            if there is one.
    """

    libraries: tuple[str, ...] = ()
    why_own: str = ""
    counterpart: str = ""
    program: str = ""


def without_library(origin: Origin) -> Origin:
    """Return the origin of numbers that the libraries do not have with the options of a metric."""
    return origin._replace(why_own=f"{NO_LIBRARY} with these options")


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
