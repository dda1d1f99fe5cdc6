"""Robustness: how the scores of a system change where its inputs are perturbed; and its file."""

from __future__ import annotations

from typing import Literal

import msgspec

from sacreval.core.selection import Selection

SCHEMA_VERSION: Literal[1] = 1


class MeanWithInterval(msgspec.Struct, frozen=True):
    """A mean over records with its confidence interval.

    Args:
        value: The mean; None where it is undefined.
        low: Lower bound; None where there is no interval.
        high: Upper bound; None likewise.
    """

    value: float | None
    low: float | None = None
    high: float | None = None


class Robustness(msgspec.Struct, frozen=True, kw_only=True):
    """One output of one metric for one system: means over records of the scores of records.

    Args:
        metric: Name of the metric.
        output: Name of the output.
        system_id: Id of the system.
        n: Number of records, each with all its variants; the missing ones among them.
        variants: Number of variants of each record.
        higher_is_better: Whether larger numbers are better; None if neither is.
        mean: Scores of the originals.
        perturbed_mean: Scores of the variants.
        change: Scores of variants less those of their originals; below 0 where they are smaller.
        absolute_change: The size of that change, which does not cancel out; fmeval's delta.
        worst: Scores of the worst variant of each record; no value where neither is better.
        share_changed: Share of variants with another score than their original.
        signature: The metric's signature, with a hash of the data and of all outputs.
        engine: What computed the rows.
        alias: Name of the metric in a suite, or None.
        of: Number of all originals, where only some take part; None where all do.
        unanswered: Number of the records scored in whose output, or in that for a variant, no
            answer can be read; they score as wrong. Absent if there are none.
        missing: Reason, such as `failed`, to the number of records without an output or a verdict,
            for themselves or for a variant, which are not scored. Absent if there are none.
    """

    metric: str
    output: str
    system_id: str
    n: int
    variants: int
    higher_is_better: bool | None
    mean: MeanWithInterval
    perturbed_mean: MeanWithInterval
    change: MeanWithInterval
    absolute_change: MeanWithInterval
    worst: MeanWithInterval
    share_changed: MeanWithInterval
    signature: str
    engine: str
    alias: str | None = None
    of: int | None = None
    unanswered: int | msgspec.UnsetType = msgspec.UNSET
    missing: dict[str, int] | msgspec.UnsetType = msgspec.UNSET

    @property
    def missing_total(self) -> int:
        """The number of missing records."""
        return sum(self.missing.values()) if self.missing else 0


class Realised(msgspec.Struct, frozen=True, kw_only=True):
    """How far the inputs and outputs of variants differ from those of their originals.

    Args:
        system_id: Id of the system.
        variants: Number of variants of all records.
        inputs_changed: Share of variants with another input; None where files have no input.
        character_rate: Edited characters of inputs over characters of the originals, or None.
        outputs_changed: Share of variants with another output.
    """

    system_id: str
    variants: int
    inputs_changed: float | None
    character_rate: float | None
    outputs_changed: float


class RobustnessFile(msgspec.Struct, frozen=True):
    """A robustness file: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        level: Confidence level of the intervals.
        results: The results, by system and output.
        realised: How far inputs and outputs were changed, by system.
        selection: The records that took part; None if all did.
    """

    schema_version: Literal[1]
    sacreval: str
    level: float
    results: list[Robustness]
    realised: list[Realised]
    selection: Selection | None = None


class RobustnessReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of `robustness`.

    Args:
        level: Confidence level of the intervals.
        results: The results, by system and output.
        realised: How far inputs and outputs were changed, by system.
        selection: The records that took part; None if all did.
        notices: Notices to the user, one sentence each.
        failures: The reason for each record that could not be scored.
    """

    level: float
    results: list[Robustness]
    realised: list[Realised]
    selection: Selection | None = None
    notices: list[str] = []
    failures: list[str] = []

    def to_file(self) -> RobustnessFile:
        """Return the content of the result file."""
        from sacreval.core.version import version

        return RobustnessFile(
            SCHEMA_VERSION, version(), self.level, self.results, self.realised, self.selection
        )
