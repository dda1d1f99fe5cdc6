"""Plan of an evaluation: how many items, samples, groups, raters and tests find a difference."""

from __future__ import annotations

from typing import Literal

import msgspec

from sacreval.core.results import SCHEMA_VERSION
from sacreval.stats import PowerMethod

UsedMethod = Literal["t", "normal", "mid-p", "mcnemar", "wilson", "simulation"]
PlanGoal = Literal["difference", "interval"]


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How scores vary: those of one system, or the differences of two on the same items.

    Args:
        between: Variance over items, without the noise of samples and raters.
        within: Variance of the samples of one item; of a difference, summed over both systems.
        rater: Variance of the ratings of one sample by different raters; of a difference, summed
            over both systems.
        icc: Intraclass correlation of items in one group, without the noise of samples and raters,
            in [0, 1].
        group_size: Mean number of items in a group; 1 without groups.
        design_effect: Factor by which groups multiply `between` in the variance of a mean, at
            least 1.
        discordant: Share of items that one system has right and the other wrong; None for scores
            other than 0/1, and for one system.
        share: Expected share of right items of one system; None for scores other than 0/1.
        highest: The score of a right item, 1 or 100.
        difference: The observed or expected difference; None if unknown.
        items: Number of items that were scored; None for guesses.
        samples: Number of samples of each item that were scored.
    """

    between: float
    within: float = 0.0
    rater: float = 0.0
    icc: float = 0.0
    group_size: float = 1.0
    design_effect: float = 1.0
    discordant: float | None = None
    share: float | None = None
    highest: float = 1.0
    difference: float | None = None
    items: int | None = None
    samples: int = 1


class PlanSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of a plan.

    Args:
        difference: The difference to find; None for that of the scores or guesses.
        half_width: Half of the width of an interval, instead of a difference; None otherwise.
        power: The chance to find the difference, between the level of the test and 1.
        confidence: Level of intervals; a test is at one minus this.
        comparisons: Numbers of tests that share the level.
        items: Numbers of items; () for usual ones.
        samples: Numbers of samples of each item; () for those that were scored.
        raters: Numbers of raters of each sample.
        cost_item: Cost of an item before its first sample; None if costs are not considered.
        cost_sample: Cost of each sample of an item.
        budget: What everything may cost; None without a limit.
        method: How power is computed; auto chooses by the scores.
        trials: Exchanges of each simulated test.
        simulations: Number of simulated test sets.
        seed: Seed of the simulation.
    """

    difference: float | None = None
    half_width: float | None = None
    power: float = 0.8
    confidence: float = 0.95
    comparisons: tuple[int, ...] = (1,)
    items: tuple[int, ...] = ()
    samples: tuple[int, ...] = ()
    raters: tuple[int, ...] = (1,)
    cost_item: float | None = None
    cost_sample: float | None = None
    budget: float | None = None
    method: PowerMethod = "auto"
    trials: int = 1000
    simulations: int = 200
    seed: int = 12345

    @property
    def goal(self) -> PlanGoal:
        """Whether an interval of one system or a difference of two is planned."""
        return "difference" if self.half_width is None else "interval"


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """One size of a test set, and what it can find.

    Args:
        systems: The two systems, or the one; empty for guesses.
        needed: Whether this is the number of items that the difference or the width needs.
        items: Number of items.
        exact: The number of items before it is rounded up; None where it is given or counted.
        groups: Number of groups; None without groups.
        samples: Samples of each item.
        raters: Raters of each sample.
        comparisons: Tests that share the level.
        method: How power or width was computed.
        error: Standard error of the difference or score.
        smallest: The smallest difference that is found with the power; None if there is none.
        difference: The difference that `power` is for; None if unknown.
        power: The chance to find that difference.
        power_error: Monte Carlo standard error of a simulated power.
        half_width: Half of the width of the interval of one system's score.
        cost: What the items and samples cost; None without costs.
    """

    systems: str
    needed: bool
    items: int
    exact: float | None
    groups: int | None
    samples: int
    raters: int
    comparisons: int
    method: UsedMethod
    error: float | None = None
    smallest: float | None = None
    difference: float | None = None
    power: float | None = None
    power_error: float | None = None
    half_width: float | None = None
    cost: float | None = None


class BestSamples(msgspec.Struct, frozen=True, kw_only=True):
    """How often to sample each item for the least variance at a given cost.

    Args:
        systems: The two systems, or the one; empty for guesses.
        exact: The optimum before rounding; None if items do not differ, so that it is infinite.
        whole: The best whole number; None if there is none.
    """

    systems: str
    exact: float | None
    whole: int | None


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the plot.

    Args:
        name: The systems and what distinguishes this line from others.
        items: Numbers of items, ascending.
        values: Powers, smallest differences or half-widths, one for each number of items; None
            where there is none.
    """

    name: str
    items: list[int]
    values: list[float | None]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan.

    Args:
        settings: What was asked.
        answers: The answer, one sentence for each pair of systems.
        assumptions: What the numbers rest on, one sentence each.
        rows: Sizes of test sets.
        spreads: How scores vary, by systems.
        best_samples: The best numbers of samples, where costs are given.
        notices: Notices to the user, one sentence each.
    """

    settings: PlanSettings
    answers: list[str]
    assumptions: list[str]
    rows: list[PlanRow]
    spreads: dict[str, Spread]
    best_samples: list[BestSamples] = []
    notices: list[str] = []

    def to_file(self) -> PlanFile:
        """Return the content of the plan file."""
        from sacreval.core.version import version

        return PlanFile(
            SCHEMA_VERSION,
            version(),
            self.answers,
            self.settings,
            self.assumptions,
            self.rows,
            self.spreads,
            self.best_samples,
        )


class PlanFile(msgspec.Struct, frozen=True):
    """A plan file: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        answers: The answer, one sentence for each pair of systems.
        settings: What was asked.
        assumptions: What the numbers rest on, one sentence each.
        rows: Sizes of test sets.
        spreads: How scores vary, by systems.
        best_samples: The best numbers of samples, where costs are given.
    """

    schema_version: Literal[1]
    sacreval: str
    answers: list[str]
    settings: PlanSettings
    assumptions: list[str]
    rows: list[PlanRow]
    spreads: dict[str, Spread]
    best_samples: list[BestSamples]
