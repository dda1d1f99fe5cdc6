"""Comparison, one number of two systems on the same instances; what `compare` finds and writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sacreval.core.results import SCHEMA_VERSION, Interval, Selection
from sacreval.stats.paired import TestName

Finding = Literal["better", "worse", "different", "no difference shown"]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How systems are compared.

    Args:
        test: The test that decides; Holm's correction is over the systems compared.
        confidence: One minus the level of the tests; also of intervals and rank ranges.
        trials: Of paired approximate randomisation.
        resamples: Of the bootstrap.
        seed: Of both.
        show: How many of the largest gains and losses are listed.
    """

    test: TestName = "paired-ar"
    confidence: float = 0.95
    trials: int = 10_000
    resamples: int = 1_000
    seed: int = 12_345
    show: int = 3


@dataclass(frozen=True, kw_only=True)
class TestResult:
    """What one test says.

    Args:
        p: Two-sided p-value.
        p_holm: The same, corrected for the number of systems compared.
        p_sacrebleu: What sacrebleu prints for the same draws, where the test is one of its two.
    """

    p: float
    p_holm: float
    p_sacrebleu: float | None = None


@dataclass(frozen=True, kw_only=True)
class Change:
    """One instance that two systems solve unequally well.

    Args:
        instance_id: Which.
        base: Score of the base.
        other: Score of the other system.
    """

    instance_id: str
    base: float
    other: float


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One output of one metric, of two systems.

    Args:
        metric: The metric's name.
        output: Which of its numbers.
        group: `name=value` of a breakdown; None for all instances.
        base: The system compared with.
        other: The system compared.
        n: Instances that all systems have.
        base_value: Score of the base on them.
        other_value: Score of the other system on them.
        difference: Other minus base.
        interval: Confidence interval of the difference.
        finding: What may be claimed of the other system; `different` where neither larger nor
            smaller numbers are better.
        tests: Name to result.
        effect_size: Cohen's d of the instances' differences, above 0 where the other's scores are
            higher; None where they all are the same.
        wins: Instances on which the other system is better; None for an output without a
            direction.
        ties: Instances on which they are equal.
        losses: Instances on which the base is better; None for an output without a direction.
        detectable: The smallest difference that would be found in 8 of 10 such test sets.
        gains: The instances on which the other system is better by most.
        drops: The instances on which it is worse by most.
        higher_is_better: The output's direction; null where neither larger nor smaller is better.
        base_signature: What makes the base's value again.
        other_signature: What makes the other's value again.
        alias: What the metric is called in a suite, where that is not its name.
    """

    metric: str
    output: str
    group: str | None
    base: str
    other: str
    n: int
    base_value: float
    other_value: float
    difference: float
    interval: Interval
    finding: Finding
    tests: dict[str, TestResult]
    effect_size: float | None
    wins: int | None
    ties: int
    losses: int | None
    detectable: float
    gains: list[Change]
    drops: list[Change]
    higher_is_better: bool | None
    base_signature: str
    other_signature: str
    alias: str | None = None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The rank of one system.

    Args:
        output: By which number.
        group: `name=value` of a breakdown; None for all instances.
        system_id: Which system.
        value: Its score.
        best_rank: The best rank it holds in the resamples inside the confidence; None for an
            output without a direction.
        worst_rank: The worst.
    """

    output: str
    group: str | None
    system_id: str
    value: float
    best_rank: int | None
    worst_rank: int | None


@dataclass(frozen=True)
class ComparisonReport:
    """What a comparison found.

    Args:
        settings: How.
        comparisons: Pair by pair.
        standings: All systems, base included.
        notices: Sentences the user should know.
        failures: For each record that could not be scored, a sentence.
        selection: Which systems took part, where it was not all.
    """

    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    notices: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    selection: Selection | None = None

    def to_file(self) -> ComparisonFile:
        """Return the report as a file holds it."""
        from sacreval.core.version import version

        return ComparisonFile(
            SCHEMA_VERSION,
            version(),
            self.settings,
            self.comparisons,
            self.standings,
            self.selection,
        )


@dataclass(frozen=True)
class ComparisonFile:
    """A comparison file: the published schema.

    Args:
        schema_version: Of this layout.
        sacreval: The version that wrote it.
        settings: How systems were compared.
        comparisons: Pair by pair.
        standings: All systems.
        selection: Which systems took part, where it was not all.
    """

    schema_version: Literal[1]
    sacreval: str
    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    selection: Selection | None = None
