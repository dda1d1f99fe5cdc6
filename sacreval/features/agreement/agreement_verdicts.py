"""Verdicts on scores of logs: equal or different, and what is known of differences."""

from __future__ import annotations

from math import inf

from sacreval.core.stored_scores import StoredScore
from sacreval.scoring.agreement.agreement_columns import Column, equal
from sacreval.scoring.agreement.agreement_results import Agreement, ScoreAgreement

_MEANS = ("accuracy", "mean")  # inspect_ai's metrics that are means of the values of samples


def target(tool: str, name: str) -> tuple[str, str]:
    """Return the score of rows that a stored score is of, and how it is reduced.

    Args:
        tool: Name of the reader.
        name: The name of the stored score.
    """
    if tool == "inspect":
        score, _, rest = name.partition("/")
        metric, _, how = rest.partition("/")
        return (score, how or "mean") if metric in _MEANS else (name, "mean")
    if tool == "promptfoo":
        return name.removesuffix("/sum"), "sum"
    if tool == "openai-evals" and name == "accuracy":
        return "match", "mean"
    return name, "mean"


def verdict_of(found: ScoreAgreement, *, whole: bool) -> Agreement:
    """Return whether a score is equal to what was derived.

    Args:
        found: The score.
        whole: Whether the stored value is over the records of this log.
    """
    both = whole and found.stored is not None and found.derived is not None
    if found.rows_different or (both and not equal(found.stored or 0.0, found.derived or 0.0)):
        return "different"
    return "equal" if both or found.rows else "not derived"


def notes_on(
    found: ScoreAgreement, column: Column, stored: StoredScore | None, verdict: Agreement
) -> list[str]:
    """Return what is known of differences, and what was left out.

    Args:
        found: The score.
        column: Its rows.
        stored: The stored score; None where only rows have it.
        verdict: The verdict on it.
    """
    notes = []
    if stored is not None and stored.records not in (None, column.records):
        notes.append(
            f"the stored value is over {stored.records} records, and {column.records} of this log "
            "have a score, so it was not compared"
        )
    if column.missing:
        notes.append(f"the tool counts {column.missing} records without an output as 0")
    if column.unscored:
        notes.append(f"{column.unscored} rows cannot be scored here")
    off = _error_ratio(found)
    if off is not None:
        notes.append(f"the stored standard error is {off:.4g} times the derived one")
    if column.rule is not None and (verdict == "different" or off is not None):
        notes += column.rule.notes
    return notes


def _error_ratio(found: ScoreAgreement) -> float | None:
    """Return the ratio of the standard errors, where they differ."""
    stored, own = found.stored_error, found.derived_error
    if stored is None or own is None or equal(stored, own):
        return None
    return stored / own if own else inf
