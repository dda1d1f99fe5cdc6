"""Result: one score with all that is needed to reproduce it; Report: the results of a run."""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION: Literal[1] = 1

Answer = Literal["not worse", "worse", "cannot tell"]


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """A confidence interval.

    Args:
        low: Lower bound.
        high: Upper bound.
        level: Confidence level, such as 0.95.
        method: Name of the method.
        resamples: Number of resamples; None for a method without resampling.
        seed: Seed of the random numbers; None for a method without resampling.
        unit: The group whose values are the units; None where units are records.
        reason: Why this method was chosen.
    """

    low: float
    high: float
    level: float
    method: str
    resamples: int | None = None
    seed: int | None = None
    unit: str | None = None
    reason: str = ""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One output of one metric for one system.

    Args:
        metric: Name of the metric.
        output: Name of the output.
        system_id: Id of the system.
        group: `name=value` of a breakdown; None for all records.
        value: The score; None if no record could be scored.
        n: Number of records scored.
        higher_is_better: Its direction; null if neither larger nor smaller is better.
        interval: Its confidence interval, if requested.
        signature: What is needed to reproduce it: metric, options, references, versions, data.
        engine: What computed the rows: native for the compiled kernels, official for the official
            library, definition for sacreval's own code if no official library has the metric.
        alias: The metric's name in a suite, if it differs from `metric`; it is then a prefix of
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
    """The result of one gate for one system.

    Args:
        gate: The gate as the user wrote it.
        output: The output it tests.
        system_id: Id of the system.
        passed: Whether the gate is met.
        sentence: The result as a sentence.
        answer: The answer of a gate with a margin, which passes only if the system is not worse.
        detectable: Smallest true drop that the paired test against a baseline finds in 80 % of
            runs; null for other gates, and where no score has changed.
    """

    gate: str
    output: str
    system_id: str
    passed: bool
    sentence: str
    answer: Answer | None = None
    detectable: float | None = None


KINDS = ("peer", "reference", "all")


class Selection(msgspec.Struct, frozen=True):
    """The systems that take part in a run.

    Args:
        systems: peer, reference (human texts), all, or names of systems.
        exclude: Names of systems to leave out.
    """

    systems: tuple[str, ...] = ("all",)
    exclude: tuple[str, ...] = ()

    def takes(self, system: str, kind: str) -> bool:
        """Return whether a system takes part.

        Args:
            system: Name of the system.
            kind: `peer` or `reference`.
        """
        names = {"all", kind, system}
        return system not in self.exclude and not names.isdisjoint(self.systems)

    def stated(self) -> Selection | None:
        """Return the selection to write to results: None if all systems take part."""
        return None if self == Selection() else self

    @property
    def named(self) -> list[str]:
        """The systems that are named explicitly, which must exist."""
        return [name for name in (*self.systems, *self.exclude) if name not in KINDS]


class InstancesLink(msgspec.Struct, frozen=True, kw_only=True):
    """Reference from a result file to the file with the scores of its records.

    Args:
        path: Path of the scores file, relative to the folder of the result file.
        sha256: Hash of its bytes, in hexadecimal.
    """

    path: str
    sha256: str


class Report(msgspec.Struct, frozen=True):
    """The results of a run.

    Args:
        results: The scores.
        notices: Notices to the user, one sentence each.
        failures: A sentence for each record that could not be scored.
        verdicts: The results of the gates.
        instances: The file with the scores of the records, or None.
        selection: The systems that took part; None if all did.
    """

    results: list[Result]
    notices: list[str] = []
    failures: list[str] = []
    verdicts: list[Verdict] = []
    instances: InstancesLink | None = None
    selection: Selection | None = None

    def to_file(self) -> ResultFile:
        """Return the content of the result file."""
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
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        results: The scores.
        gates: The results of the gates, if there were any.
        instances: The file with the scores of the records, if it was written.
        selection: The systems that took part; None if all did.
        runs: Number of runs whose means these are, of a baseline; absent for one run.
    """

    schema_version: Literal[1]
    sacreval: str
    results: list[Result]
    gates: list[Verdict] = []
    instances: InstancesLink | None = None
    selection: Selection | None = None
    runs: int | msgspec.UnsetType = msgspec.UNSET
