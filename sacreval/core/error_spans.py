"""Error spans: the parts of an output that a metric labels as errors, with their severities."""

from __future__ import annotations

import msgspec


class ErrorSpan(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A part of an output that a metric labels as an error.

    Args:
        text: The part.
        confidence: Mean probability of the labels of its tokens, 0 to 1.
        severity: minor, major or critical.
        start: Index of its first character in the output, from 0.
        end: Index after its last character.
        reference: Index of the reference beside which it is an error, from 0; None for a record
            with one reference or none.
    """

    text: str
    confidence: float
    severity: str
    start: int
    end: int
    reference: int | None = None
