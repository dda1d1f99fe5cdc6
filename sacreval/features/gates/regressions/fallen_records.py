"""The records whose scores have fallen most since the baseline."""

from __future__ import annotations

from sacreval.features.gates.regressions.accepted_rows import PairedRows
from sacreval.stats.rounding import rounded

_NAMED = 5  # records that a failed gate names


def fallen(rows: PairedRows) -> str:
    """Name the records whose scores are most worse than in the baseline, for a failed gate.

    Args:
        rows: The rows of both runs.

    Returns:
        The end of a sentence; empty if no record is worse, or neither direction is.
    """
    if rows.better is None:
        return ""
    sign = 1 if rows.better else -1
    mine, theirs = (scores.tolist() for scores in rows.records())
    losses = [rounded(sign * (old - new)) for old, new in zip(theirs, mine, strict=True)]
    worse = [i for i, loss in enumerate(losses) if loss > 0]
    first = sorted(worse, key=lambda i: -losses[i])[:_NAMED]
    if not first:
        return ""
    named = ", ".join(f"{rows.name(i)} ({theirs[i]:.4g} to {mine[i]:.4g})" for i in first)
    more = f" and {len(worse) - _NAMED} more" if len(worse) > _NAMED else ""
    return f"; largest losses in records {named}{more}"
