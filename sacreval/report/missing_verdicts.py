"""Lines below a table on records without a verdict, by the reason."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.core.results import Missing, Result

MOST = 6  # results that are described one by one


def missing_lines(results: Sequence[Result], most: int = MOST) -> list[str]:
    """Describe the records without a verdict, for the lines below a table.

    Args:
        results: The results.
        most: Number of results that are described.
    """
    found = [(result, result.missing) for result in results if result.missing is not None]
    lines = [_line(result, missing) for result, missing in found[:most]]
    more = len(found) - most
    return [*lines, f"{more} more results lack verdicts; see the JSON"] if more > 0 else lines


def _line(result: Result, missing: Missing) -> str:
    counts = ", ".join(f"{count} {reason}" for reason, count in missing.counts.items())
    place = " ".join(filter(None, (result.system_id, result.group, result.dataset)))
    text = f"{result.output} of {place}: {missing.total} of {result.n + missing.total} records"
    text = f"{text} have no verdict ({counts})"
    if missing.if_worst is None or missing.if_best is None:
        return text
    return (
        f"{text}; with all at the worst {missing.if_worst:.4g}, at the best {missing.if_best:.4g}"
    )
