"""Gates as they are stated on the command line, in a config or in Python: texts, not parsed yet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec


class StatedGates(msgspec.Struct, frozen=True, kw_only=True):
    """The conditions that a run must meet, as texts; None for none.

    Args:
        fail_under: `METRIC=VALUE`: outputs that are not worse than this.
        check: `METRIC >= VALUE`, or with another operator, or on the scores of records.
        corrected: Whether these are judged by the bounds of corrected means.
        baseline: The result file of the accepted run.
        not_worse: `METRIC=MARGIN`: outputs shown not to be worse than the baseline's.
        significant_drop: `METRIC=VALUE`: drops larger than this that a test finds.
        max_drop: `METRIC=VALUE`: the largest drops.
        no_new_failures: `METRIC`, or a condition that records of the baseline must still meet.
        max_unanswered: The largest share of records whose output has no answer.
        max_missing: The largest share of records without an output or a verdict.
        force_baseline: Whether baselines of other signatures are compared.
    """

    fail_under: Sequence[str] | None = None
    check: Sequence[str] | None = None
    corrected: bool = False
    baseline: Path | None = None
    not_worse: Sequence[str] | None = None
    significant_drop: Sequence[str] | None = None
    max_drop: Sequence[str] | None = None
    no_new_failures: Sequence[str] | None = None
    max_unanswered: float | None = None
    max_missing: float | None = None
    force_baseline: bool = False
