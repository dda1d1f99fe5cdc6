"""Results of `compare results`: systems over several data sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import UNSET, UnsetType

from sacreval.core.results import SCHEMA_VERSION, Interval
from sacreval.features.compare.comparison_names import Finding
from sacreval.stats.rounding import rounded


class WithLevel:
    """The level of the tests of settings, and of the intervals beside them."""

    confidence: float

    @property
    def alpha(self) -> float:
        """The level of the tests."""
        return rounded(1 - self.confidence)

    def confidence_of_each(self, tests: int) -> float:
        """Return the confidence of each interval that makes several hold at once (Bonferroni).

        Args:
            tests: Number of differences whose tests share the level.
        """
        return self.confidence if tests <= 1 else 1 - self.alpha / tests


@dataclass(frozen=True, kw_only=True)
class SetSettings(WithLevel):
    """Settings of a comparison over data sets.

    Args:
        base: The system that others are compared with; None for the first.
        confidence: One minus the significance level; also the level of intervals.
        runs: The text before the run in the name of a system, as in model@1; None without runs.
    """

    base: str | None = None
    confidence: float = 0.95
    runs: str | None = None


@dataclass(frozen=True, kw_only=True)
class SetDifference:
    """Difference of a system from the base, with the data sets as units.

    Args:
        difference: Mean over sets of the system's score minus that of the base.
        interval: Its t interval; None if all sets have the same difference.
        p_t: Of the paired t test, two-sided; None if all sets have the same difference.
        p_holm: The same, corrected for the number of systems compared.
        p_wilcoxon: Of Wilcoxon's signed-rank test; None below six sets.
        finding: The conclusion about the system, from p_holm.
        p_at_worst: Of the paired t test with the missing records of the better system at the worst,
            and those of the other at the best; absent where none are missing, and where scores are
            no means with a worst value.
    """

    difference: float
    interval: Interval | None
    p_t: float | None
    p_holm: float | None
    p_wilcoxon: float | None
    finding: Finding
    p_at_worst: float | UnsetType = UNSET


@dataclass(frozen=True, kw_only=True)
class SetStanding:
    """One system over all data sets, by one output.

    Args:
        output: Name of the output.
        system_id: The system; with runs, the model.
        mean_rank: Mean over sets of its rank, 1 for the best.
        mean_of_sets: Mean of its scores over sets: every set counts alike.
        scores: Set to score; with runs, the mean of the runs.
        against_base: Comparison with the base; None for the base, and without it.
        missing: Number of records of all sets without an output or a verdict; absent where none
            are missing.
        unanswered: Number of records of all sets whose output has no answer, scored as wrong;
            absent where there are none.
    """

    output: str
    system_id: str
    mean_rank: float
    mean_of_sets: float
    scores: dict[str, float]
    against_base: SetDifference | None = None
    missing: int | UnsetType = UNSET
    unanswered: int | UnsetType = UNSET


@dataclass(frozen=True, kw_only=True)
class RankTest:
    """Whether systems differ in their ranks over data sets, by one output.

    Args:
        output: Name of the output.
        sets: The data sets.
        chi_square: Friedman's statistic, corrected for ties.
        chi_square_p: Its p-value, with one degree of freedom less than there are systems.
        f: Iman and Davenport's statistic; None, for infinity, where all sets agree.
        degrees: Its degrees of freedom.
        f_p: Its p-value.
        critical_difference: Nemenyi's: systems whose mean ranks are closer are not distinguished.
        not_distinguished: The largest groups of such systems, best first.
    """

    output: str
    sets: list[str]
    chi_square: float
    chi_square_p: float
    f: float | None
    degrees: tuple[int, int]
    f_p: float
    critical_difference: float
    not_distinguished: list[list[str]]


@dataclass(frozen=True)
class SetReport:
    """The result of a comparison over data sets.

    Args:
        settings: Settings of the comparison.
        systems: One for each output and system, best first.
        ranks: One for each output.
        notices: Notices to the user, one sentence each.
    """

    settings: SetSettings
    systems: list[SetStanding]
    ranks: list[RankTest]
    notices: list[str] = field(default_factory=list)

    def to_file(self) -> SetComparisonFile:
        """Return the content of the file."""
        from sacreval.core.version import version

        return SetComparisonFile(SCHEMA_VERSION, version(), self.settings, self.systems, self.ranks)


@dataclass(frozen=True)
class SetComparisonFile:
    """A comparison over data sets: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        settings: Settings of the comparison.
        systems: One for each output and system, best first.
        ranks: One for each output.
    """

    schema_version: Literal[1]
    sacreval: str
    settings: SetSettings
    systems: list[SetStanding]
    ranks: list[RankTest]
