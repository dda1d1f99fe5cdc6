"""Result, one number with all that is needed to make it again; Report, the results of a run."""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION: Literal[1] = 1


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """A confidence interval.

    Args:
        low: Lower bound.
        high: Upper bound.
        level: Confidence, such as 0.95.
        method: How it was found.
        resamples: How many resamples were drawn.
        seed: Of the random numbers.
    """

    low: float
    high: float
    level: float
    method: str
    resamples: int
    seed: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One output of one metric for one system.

    Args:
        metric: The metric's name.
        output: Which of its numbers.
        system_id: Which system.
        group: `name=value` of a breakdown; None for all records.
        value: The score; None where no record could be scored.
        n: How many records it is over.
        higher_is_better: Its direction; null where neither larger nor smaller is better.
        interval: Its confidence interval, where asked for.
        signature: What makes it again: metric, options, references, versions, data.
        engine: What computed the rows: native for the compiled kernels, official for the official
            library, definition for sacreval's own code where no official library has the metric.
        alias: What the metric is called in a suite, where that is not its name; it then heads
            the output's name.
    """

    metric: str
    output: str
    system_id: str
    group: str | None
    value: float | None
    n: int
    higher_is_better: bool | None
    interval: Interval | None
    signature: str
    engine: str
    alias: str | None = None


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one gate for one system.

    Args:
        gate: The gate as it was asked for.
        output: Which number it is about.
        system_id: Which system.
        passed: Whether it holds.
        sentence: What was found.
    """

    gate: str
    output: str
    system_id: str
    passed: bool
    sentence: str


KINDS = ("peer", "reference", "all")


class Selection(msgspec.Struct, frozen=True):
    """Which systems took part in a run.

    Args:
        systems: peer, reference (human texts), all, or names of systems.
        exclude: Names of systems that did not.
    """

    systems: tuple[str, ...] = ("all",)
    exclude: tuple[str, ...] = ()

    def takes(self, system: str, kind: str) -> bool:
        """Return whether a system takes part.

        Args:
            system: Its name.
            kind: `peer` or `reference`.
        """
        wanted = {"all", kind, system}
        return system not in self.exclude and not wanted.isdisjoint(self.systems)

    def stated(self) -> Selection | None:
        """Return the selection as results state it: None where all systems took part."""
        return None if self == Selection() else self

    @property
    def named(self) -> list[str]:
        """The systems that are named, which therefore must be there."""
        return [name for name in (*self.systems, *self.exclude) if name not in KINDS]


class InstancesLink(msgspec.Struct, frozen=True, kw_only=True):
    """Where the scores of the records of a result file are.

    Args:
        path: The file, seen from the folder of the result file.
        sha256: Of its bytes.
    """

    path: str
    sha256: str


class Report(msgspec.Struct, frozen=True):
    """What a run found.

    Args:
        results: The numbers.
        notices: Sentences the user should know.
        failures: For each record that could not be scored, a sentence.
        verdicts: What became of the gates.
        instances: Where the scores of the records were written, or None.
        selection: Which systems took part, where it was not all.
    """

    results: list[Result]
    notices: list[str] = []
    failures: list[str] = []
    verdicts: list[Verdict] = []
    instances: InstancesLink | None = None
    selection: Selection | None = None

    def to_file(self) -> ResultFile:
        """Return the report as a result file holds it."""
        from sacreval.core.version import version

        return ResultFile(
            SCHEMA_VERSION,
            version(),
            self.results,
            self.verdicts,
            self.instances,
            self.selection,
        )


class ResultFile(msgspec.Struct, frozen=True):
    """A result file: the published schema.

    Args:
        schema_version: Of this layout.
        sacreval: The version that wrote it.
        results: The numbers.
        gates: What became of the gates, where there were any.
        instances: Where the scores of the records are, if they were written.
        selection: Which systems took part, where it was not all.
    """

    schema_version: Literal[1]
    sacreval: str
    results: list[Result]
    gates: list[Verdict] = []
    instances: InstancesLink | None = None
    selection: Selection | None = None
