"""Scores of 0 and 1: whether those of records are, so that their mean is a share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import innermost

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric


def has_unknown_range(metric: Metric) -> bool:
    """Return whether the range of the scores of records is not declared.

    These are metrics of users: functions, programs, and classes from outside sacreval without
    `highest`, `bounded` or `spans`.

    Args:
        metric: The metric, which may be wrapped.
    """
    inner = innermost(metric)
    scale = inner.score_scale
    outside = not type(inner).__module__.startswith("sacreval.")
    return getattr(inner, "unknown_range", False) or (
        outside and scale.highest is None and not (scale.bounded or scale.spans)
    )


def are_ends(*scores: Array, highest: float) -> bool:
    """Return whether all scores are the lowest or the highest.

    Args:
        *scores: Scores of records, each array (n,).
        highest: The highest; the lowest is 0.
    """
    import numpy as np

    return all(bool(np.isin(x, (0.0, highest)).all()) for x in scores)


def are_zero_and_one(*scores: Array) -> bool:
    """Return whether all scores are 0 or 1, and both occur.

    Of scores whose range is not declared, equal ones do not show what else they might have been.

    Args:
        *scores: Scores of records, each array (n,).
    """
    both = all(any(bool((x == end).any()) for x in scores) for end in (0.0, 1.0))
    return both and are_ends(*scores, highest=1.0)
