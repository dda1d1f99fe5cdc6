"""Parts of BLEU: precisions, brevity penalty and lengths, as sacrebleu prints them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.contract.formulas import exp, lesser, where
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Parts(NamedTuple):
    """The factors of a score.

    Attributes:
        precisions: Smoothed precisions of each order, (...); the score is their geometric mean
            times the penalty.
        brevity_penalty: Shape (...), 0 to 1.
    """

    precisions: Any
    brevity_penalty: Array


class Formula(NamedTuple):
    """A whole formula of another tool, of the sums of BLEU's rows and the longest n-grams.

    Attributes:
        bleu: Computes scores, (...), 0 to 100.
        parts: Computes what they are made of, with precisions (..., orders) from 0 to 1.
    """

    bleu: Callable[[Array, int], Array]
    parts: Callable[[Array, int], Parts]


def brevity_penalty(sys_len: Array, ref_len: Array) -> Array:
    """Return exp(1 - ref_len / sys_len) for short outputs and 1 for others; 0 for empty ones.

    Args:
        sys_len: Tokens of outputs, (...).
        ref_len: Tokens of the closest references, (...).
    """
    short = sys_len < ref_len
    penalty = exp(lesser(1.0 - ratio(ref_len, sys_len, otherwise=1.0), 0.0))
    result: Array = where(short & (sys_len == 0), 0.0, penalty)
    return result


def named(parts: Parts, sys_len: Array, ref_len: Array) -> dict[str, Array]:
    """Return the details of a score by name."""
    return {
        **{f"precision_{n}": p for n, p in enumerate(parts.precisions, 1)},
        "bp": parts.brevity_penalty,
        "ratio": ratio(sys_len, ref_len, otherwise=0.0),
        "sys_len": sys_len,
        "ref_len": ref_len,
    }
