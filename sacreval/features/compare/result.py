"""Results of `compare`: differences of two systems' scores on the same instances."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from sacreval.core.results import SCHEMA_VERSION, Interval
from sacreval.core.selection import Selection
from sacreval.features.compare.comparison_names import (
    DifferenceInterval,
    FamilyName,
    RankName,
    TestName,
)
from sacreval.features.compare.comparison_names import Finding as Finding  # noqa: PLC0414 - its public place
from sacreval.features.compare.sets.result import SetComparisonFile, SetReport, WithLevel


@dataclass(frozen=True, kw_only=True)
class Settings(WithLevel):
    """Settings of a comparison.

    Args:
        test: The test that decides; auto chooses by the data.
        interval: Method of the intervals of differences; auto chooses by the data.
        all_tests: Whether all other tests are computed too.
        family: The tests that share one level, by Holm's correction.
        primary: The only output that is tested; the findings of all others are exploratory. None
            to test all outputs.
        all_pairs: Whether every pair of systems is compared, not only each system with the base.
        ranks: Whether the rank ranges hold all at once.
        unit: The group whose values are the units of tests and intervals; None for records, or a
            group that is found in the data.
        equivalent: Metric to the largest difference that does not matter.
        not_worse: Metric to the loss that is still accepted.
        humans: Output to the dimension of `judgments` whose labels correct its differences.
        confidence: One minus the significance level; also the level at which all intervals of a
            family, and all rank ranges, hold at once.
        trials: Number of trials of paired approximate randomisation.
        resamples: Number of resamples of the bootstrap.
        seed: Seed of the random numbers of both.
        show: Number of the largest gains and losses to list.
    """

    test: TestName = "auto"
    interval: DifferenceInterval = "auto"
    all_tests: bool = False
    family: FamilyName = "systems"
    primary: str | None = None
    all_pairs: bool = False
    ranks: RankName = "simultaneous"
    unit: str | None = None
    equivalent: dict[str, float] = field(default_factory=dict)
    not_worse: dict[str, float] = field(default_factory=dict)
    humans: dict[str, str] = field(default_factory=dict)
    confidence: float = 0.95
    trials: int = 10_000
    resamples: int = 1_000
    seed: int = 12_345
    show: int = 0

    @property
    def has_trials(self) -> bool:
        """Whether the test that decides may draw trials, or all tests are computed."""
        return self.all_tests or self.test in ("auto", "paired-ar", "mid-p")


@dataclass(frozen=True, kw_only=True)
class TestResult:
    """The result of one test.

    Args:
        p: Two-sided p-value.
        p_holm: The same, corrected by Holm's method for the tests that share one level; None where
            the comparison is exploratory.
        p_sacrebleu: The p-value that sacrebleu prints for the same draws, smaller where scores
            are coarse; None for tests that it does not have, and where the test was not requested.
    """

    p: float
    p_holm: float | None
    p_sacrebleu: float | None = None


@dataclass(frozen=True, kw_only=True)
class Change:
    """One instance with different scores of two systems.

    Args:
        instance_id: Id of the instance.
        base: Score of the base system.
        other: Score of the other system.
    """

    instance_id: str
    base: float
    other: float


@dataclass(frozen=True, kw_only=True)
class MarginAnswer:
    """The answer whether two systems are equivalent, or one is not worse, by a margin.

    Args:
        question: What was asked.
        margin: The difference that does not matter, or the loss that is accepted.
        answer: `cannot tell` where the interval has the margin inside.
        low: Lower end of the interval of the gain that leaves out the test's level on each side.
        high: Its upper end.
        level: Its confidence level, such as 0.9. It holds alone.
        needed: Number of records, or of values of the group, that show it with a power of 0.8 where
            the systems are equal; None where the answer is known.
    """

    question: Literal["equivalent", "not worse"]
    margin: float
    answer: Literal["equivalent", "not equivalent", "not worse", "worse", "cannot tell"]
    low: float
    high: float
    level: float
    needed: int | None = None


@dataclass(frozen=True, kw_only=True)
class CorrectedDifference:
    """A difference corrected by the labels of records that have them for both systems: PPI++.

    Args:
        dimension: The dimension of `judgments` with the labels.
        value: The corrected difference, other minus base.
        low: Lower bound of its interval, which holds at once with those of its family.
        high: Upper bound of its interval.
        level: Confidence level of this interval alone, such as 0.95.
        method: Name of the interval: plus-two for 0/1 labels, else t.
        p: Two-sided p-value of a difference of 0.
        p_holm: The same, corrected by Holm's method for the tests that share one level.
        labels: Number of records with labels of both systems.
        others: Number of other records.
        weight: Weight of the scores, from 0 (the labels alone) to 1.
    """

    dimension: str
    value: float
    low: float
    high: float
    level: float
    method: str
    p: float
    p_holm: float
    labels: int
    others: int
    weight: float


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Comparison of two systems by one output of one metric.

    Args:
        metric: Name of the metric.
        output: Name of the output.
        group: `name=value` of a breakdown; None for all instances.
        base: The base system.
        other: The system compared with it.
        n: Number of instances that either system was asked for.
        of: Number of all records of the base, where only some take part; None where all do, and
            for groups.
        base_value: Score of the base on the instances that both have.
        other_value: Score of the other system on these.
        difference: Other minus base.
        interval: Confidence interval of the difference, at a level by which the intervals of all
            differences whose tests share one level hold at once; None where nothing varies.
        finding: The conclusion about the other system; `different` if neither larger nor smaller
            values are better, and `depends on missing` if it does not hold whatever the missing
            records would have scored.
        test: Name of the test that decides.
        test_reason: Why this test was chosen.
        tests: Name of the test to its result.
        effect_size: Cohen's d of the instances' differences, above 0 if the other's scores are
            higher; None if all differences are the same.
        wins: Number of instances on which the other system is better; None for an output without a
            direction.
        ties: Number of instances on which they are equal.
        losses: Number of instances on which the base is better; None for an output without a
            direction.
        detectable: The smallest true difference that is detected in other records, as many, with a
            power of 0.8 at the level that the correction leaves; None where so few records cannot
            reach the level.
        gains: The instances with the largest gains of the other system.
        drops: The instances with its largest losses.
        higher_is_better: The output's direction; null if neither larger nor smaller is better.
        base_signature: Signature that reproduces the base's value.
        other_signature: Signature that reproduces the other's value.
        alias: The metric's name in a suite, if it differs from `metric`.
        renamed: The output's name in the metric, if a suite gave it another.
        unit: The group whose values are the units of tests and intervals; None for records.
        n_units: Number of units.
        exploratory: Whether the finding is not corrected, as another output is the primary one.
        margins: Answers to questions of equivalence.
        skewness: Squared skewness of the units' differences by their number, 0 or more; above 0.1,
            few of them decide, and test and interval err more often than stated. None where the
            score is no mean.
        skew_adjusted_p: The p-value of a t test corrected for their skewness, of a mean; a finding
            that it does not confirm has a notice.
        corrected: The difference corrected by human labels, if requested.
        dataset: The data set, in a run over several.
        base_missing: Number of instances that the base was not scored on, so that they are not
            compared.
        other_missing: The same of the other system.
        base_unanswered: Number of compared instances in whose output of the base no answer can be
            read.
        other_unanswered: The same of the other system.
        p_at_worst: The p-value of the test that decides if missing records were against the system
            with the better score; 1 if it were no longer the better one. None where there are
            none, or the score has no worst value.
        shared: Number of instances that both have a score of, where records are missing.
        sacrebleu: The base's signature as sacrebleu prints it, if requested.
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
    interval: Interval | None
    finding: Finding
    test: str
    test_reason: str
    tests: dict[str, TestResult]
    effect_size: float | None
    wins: int | None
    ties: int
    losses: int | None
    detectable: float | None
    gains: list[Change]
    drops: list[Change]
    higher_is_better: bool | None
    base_signature: str
    other_signature: str
    alias: str | None = None
    unit: str | None = None
    n_units: int
    exploratory: bool = False
    margins: list[MarginAnswer] = field(default_factory=list)
    skewness: float | None = None
    skew_adjusted_p: float | None = None
    corrected: CorrectedDifference | None = None
    of: int | None = None
    dataset: str | None = None
    renamed: str | None = None
    base_missing: int = 0
    other_missing: int = 0
    base_unanswered: int = 0
    other_unanswered: int = 0
    p_at_worst: float | None = None
    shared: int | msgspec.UnsetType = msgspec.UNSET
    sacrebleu: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_shown(self) -> bool:
        """Whether a difference is found."""
        return self.finding in ("better", "worse", "different")

    @property
    def missing(self) -> int:
        """The number of records that one of the systems lacks, or both lack, counted for each."""
        return self.base_missing + self.other_missing

    @property
    def unanswered(self) -> int:
        """The number of outputs without an answer, of both systems."""
        return self.base_unanswered + self.other_unanswered


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The rank of one system.

    Args:
        output: The output that systems are ranked by.
        group: `name=value` of a breakdown; None for all instances.
        system_id: Id of the system.
        value: Its score on the instances that all systems have.
        best_rank: Best rank within the confidence interval of ranks; None for an output without a
            direction.
        worst_rank: Worst rank within that interval; None for an output without a direction.
        dataset: The data set, in a run over several.
        interval: The confidence interval of the score, where a table for a paper shows it.
        value_of_all: Its score on all instances that it has a score of, where records are missing.
    """

    output: str
    group: str | None
    system_id: str
    value: float
    best_rank: int | None
    worst_rank: int | None
    dataset: str | None = None
    interval: Interval | None = None
    value_of_all: float | msgspec.UnsetType = msgspec.UNSET

    @property
    def score(self) -> float:
        """Its score on all instances that it has a score of."""
        return self.value if self.value_of_all is msgspec.UNSET else self.value_of_all


@dataclass(frozen=True)
class ComparisonReport:
    """The result of a comparison.

    Args:
        settings: Settings of the comparison.
        comparisons: One for each output and pair of systems.
        standings: Ranks of all systems, including the base.
        notices: Notices to the user, one sentence each.
        failures: A sentence for each record that could not be scored.
        selection: The systems and records that took part; None if all did.
        over_sets: The systems over data sets, with the sets as units; None without data sets.
    """

    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    notices: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    selection: Selection | None = None
    over_sets: SetReport | None = None

    def to_file(self) -> ComparisonFile:
        """Return the content of the comparison file."""
        from sacreval.core.version import version

        return ComparisonFile(
            SCHEMA_VERSION,
            version(),
            self.settings,
            self.comparisons,
            self.standings,
            self.selection,
            self.over_sets.to_file() if self.over_sets else None,
        )


@dataclass(frozen=True)
class ComparisonFile:
    """A comparison file: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        settings: Settings of the comparison.
        comparisons: One for each output and pair of systems.
        standings: Ranks of all systems.
        selection: The systems and records that took part; None if all did.
        over_sets: The systems over data sets, with the sets as units; None without data sets.
    """

    schema_version: Literal[1]
    sacreval: str
    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    selection: Selection | None = None
    over_sets: SetComparisonFile | None = None
