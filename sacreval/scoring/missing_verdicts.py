"""Records without a verdict: counts by reason, bounds on scores, and the gate on their share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.core.results import Missing, Result, Verdict
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch
    from sacreval.scoring.collected_rows import Collected
    from sacreval.scoring.run_metrics import Entry


def missing_states(
    metric: Metric, batch: Batch, start: int, failures: Mapping[int, str]
) -> dict[int, str]:
    """Return why the records of a batch that were not scored have no verdict.

    Args:
        metric: A judge, or another metric that `gives_reasons`.
        batch: The records.
        start: Index of the first of them among the records of its system.
        failures: Index of each that was not scored to the sentence of its error.

    Returns:
        Index among the records of the system to the reason, a field of `Missing`.
    """
    states = {
        start + i: "no_output" if batch[i].error else metric.missing_state(batch[i], why)
        for i, why in failures.items()
    }
    return {place: state for place, state in states.items() if state}


def missing(
    collected: Collected,
    i: int,
    inside: Sequence[bool] | None,
    scores: Mapping[str, float],
    n: int,
) -> dict[str, Missing]:
    """Return the records without a verdict, for each output of a judge.

    Args:
        collected: The rows of a system.
        i: Index of the judge among the entries.
        inside: Whether each record of the system counts, in input order; None for all.
        scores: Output to score of the records with a verdict.
        n: Number of these.

    Returns:
        Output to counts and bounds; empty if there are none.
    """
    states = collected.columns[i].states.items()
    counts = Counter(state for place, state in states if inside is None or inside[place])
    if not counts:
        return {}
    entry = collected.entries[i]
    own = dict(zip(entry.outputs, entry.metric.outputs, strict=True))
    total = sum(counts.values())
    found = {}
    for output in entry.outputs:
        worst, best = (
            _if_all(scores.get(output), n, bound, total)
            for bound in entry.metric.worst_and_best(own[output]) or (None, None)
        )
        found[output] = Missing(**counts, if_worst=worst, if_best=best)
    return found


def _if_all(score: float | None, n: int, bound: float | None, total: int) -> float | None:
    """Return the mean if all records without a verdict had the same one."""
    if bound is None:
        return None
    return ((score or 0.0) * n + bound * total) / (n + total)


def check_share(share: float | None, entries: Sequence[Entry]) -> None:
    """Check the gate on the share of records without a verdict.

    Raises:
        UsageError: If it is no share, or no metric reads verdicts.
    """
    if share is None:
        return
    if not 0 <= share <= 1:
        raise UsageError(f"--max-unparsed {share:g}: give a share from 0 to 1")
    if not any(entry.metric.reply_key for entry in entries):
        raise UsageError("--max-unparsed: no metric of this run is a judge; drop it")


def share_verdicts(share: float | None, results: Sequence[Result]) -> list[Verdict]:
    """Judge the share of records without a verdict, for each judge and system.

    Args:
        share: The largest share that passes; None for no gate.
        results: The results.
    """
    if share is None:
        return []
    found: dict[tuple[str, str], Verdict] = {}
    for result in results:
        if result.group is None and "|replies-data:" in result.signature:
            key = (result.signature.partition("|sacreval:")[0], result.system_id)
            found.setdefault(key, _verdict(share, result))
    return list(found.values())


def _verdict(share: float, result: Result) -> Verdict:
    count = result.missing.total if result.missing else 0
    total = result.n + count
    return Verdict(
        gate=f"--max-unparsed {share:g}",
        output=result.output,
        system_id=result.system_id,
        passed=count <= share * total,
        sentence=f"{result.output} of {result.system_id} has no verdict on {count} of {total} "
        "records",
    )
