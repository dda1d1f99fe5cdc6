"""The options of `sacreval correlate`, one dataclass that its commands are generated from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sacreval.errors import UsageError
from sacreval.stats import MOST_DRAWS

if TYPE_CHECKING:
    from sacreval.meta.coefficients import Cell, CoefficientSettings
    from sacreval.meta.intervals import IntervalPlan
    from sacreval.meta.selection import Filters
    from sacreval.meta.test_plan import TrialPlan

DEFAULT_TEST = "bootstrap-both"
"""The only test that held its level in every world of `benchmarks/calibration`."""
LevelName = Literal[
    "summary", "system", "global", "group-by-system", "instance", "segment", "item", "input"
]


@dataclass(frozen=True, kw_only=True)
class CorrelationOptions:
    """How metrics are correlated with people, and tested.

    Args:
        human: The human score, by its flat name, such as expert_relevance.
        level: summary (also instance, segment, item, input) correlates the systems of each input
            and averages; system correlates means of systems; global takes every output as a point;
            group-by-system correlates the inputs of each system. Repeat it.
        coefficient: pearson, spearman, kendall (tau-b), tau-a, tau-c, tau-10, tau-13, tau-14,
            darr, weighted-tau, pa, acc-eq, spa, sys-delta:LOW:HIGH (tau over pairs of systems whose
            metric scores differ by more than LOW and at most HIGH), and more; an unknown name lists
            them. spa@system stands at that level only. Repeat it.
        systems: Which systems take part: peer, reference (human texts), all, or systems by name;
            repeat it. Human texts compare fairly on jackknifed scores only, so that with one of
            them the _jk scores of a generated metric are correlated, where systems have them.
        exclude: A system to leave out; repeat it.
        tasks_by: Take each value of this group as a task: correlate and test each on its own, then
            average over tasks. Groups are those of the records, columns of tables, and for folders
            test_set, language_pair, domain and document. Repeat it.
        outliers: Leave out systems whose human mean is further from the median than this many
            robust standard deviations; WMT takes 2.5.
        min_inputs: The least number of judged inputs of a system.
        min_systems: The least number of judged systems of an input.
        common_inputs: Keep only inputs that people judged for every system.
        every_input: At system level, average the metric over all its inputs and people over those
            that they judged.
        system_scores: At system level, take means of instances, or the official scores of whole
            systems that .sys.score files hold.
        mean: How single inputs or systems are averaged: macro over those that are defined,
            micro by their size, or nan-as-zero.
        gap: The least human difference that darr counts as a preference.
        epsilon: The tie threshold of acc-eq, from held-out data; fitted where not given.
        interval: bootstrap (percentile), bca, fisher, jackknife or none.
        units: What is drawn again: systems, inputs or both.
        resamples: Draws of intervals and tests.
        confidence: Level of intervals, between 0 and 1.
        seed: Of all draws.
        test: Test every pair of metrics for a difference; the result names the population that
            the test generalises to. bootstrap-both keeps its level in every simulated world,
            the others (perm-systems, perm-inputs, perm-both-xor, perm-both-cells, perm-pairs,
            williams, bootstrap-systems, bootstrap-inputs) in their own. wmt is the permutation that
            the WMT metrics task runs at each level.
        exact: Whether perm-systems lists all exchanges of systems, which it can up to 20 systems;
            auto does where it is cheap.
        absolute: Whether williams drops signs, as SacreROUGE and nlpstats do.
        alternative: two-sided, one test a pair; or greater, one for either direction.
        correction: For the many pairs of one level and coefficient: holm, bonferroni, bh or none.
        significance: The level of tests. The stars and daggers of tables, the ranks and the plot of
            significance all rest on test, alternative, correction and this level. The ranks of
            WMT's metrics task come from --test wmt --alternative greater --correction none.
        explain: Also give the value under every other common choice, and say who makes it.
        agreement: Also measure how far raters agree, where judgments are lists.
    """

    human: str
    level: tuple[LevelName, ...] = ("summary", "system", "global")
    coefficient: tuple[str, ...] = ("pearson", "spearman", "kendall")
    systems: tuple[str, ...] = ("peer",)
    exclude: tuple[str, ...] = ()
    tasks_by: tuple[str, ...] = ()
    outliers: float | None = None
    min_inputs: int = 1
    min_systems: int = 1
    common_inputs: bool = False
    every_input: bool = False
    system_scores: Literal["means", "files"] = "means"
    mean: Literal["macro", "micro", "nan-as-zero"] = "macro"
    gap: float = 25.0
    epsilon: float | None = None
    interval: Literal["bootstrap", "bca", "fisher", "jackknife", "none"] = "bootstrap"
    units: Literal["systems", "inputs", "both"] = "both"
    resamples: int = 1000
    confidence: float = 0.95
    seed: int = 12345
    test: (
        Literal[
            "perm-systems", "perm-inputs", "perm-both-xor", "perm-both-cells", "perm-pairs",
            "wmt", "williams", "bootstrap-systems", "bootstrap-inputs", "bootstrap-both",
        ]
        | None
    ) = None  # fmt: skip
    exact: Literal["auto", "always", "never"] = "auto"
    absolute: bool = False
    alternative: Literal["two-sided", "greater"] = "two-sided"
    correction: Literal["holm", "bonferroni", "bh", "none"] = "holm"
    significance: float = 0.05
    explain: bool = False
    agreement: bool = False

    def __post_init__(self) -> None:
        """Check ranges."""
        if self.outliers is not None and not 0 < self.outliers < float("inf"):
            raise UsageError("--outliers is a number of robust standard deviations above 0")
        if min(self.min_inputs, self.min_systems) < 1:
            raise UsageError("--min-inputs and --min-systems are counts from 1")
        if not 2 <= self.resamples <= MOST_DRAWS:  # noqa: PLR2004 - one draw has no spread
            raise UsageError(f"--resamples is {self.resamples}; give 2 to {MOST_DRAWS}")
        if not 0 < self.significance < 1:
            raise UsageError("--significance is a level between 0 and 1, such as 0.05")

    @property
    def filters(self) -> Filters:
        """Which systems and inputs take part."""
        from sacreval.meta.selection import Filters

        return Filters(
            self.systems,
            self.exclude,
            self.outliers,
            self.min_inputs,
            self.min_systems,
            self.common_inputs,
        )

    @property
    def cells(self) -> list[Cell]:
        """The coefficients at their levels."""
        from sacreval.meta.coefficients import cells

        return cells(self.level, self.coefficient, self.settings)

    @property
    def plan(self) -> IntervalPlan:
        """How intervals are computed."""
        from sacreval.meta.intervals import IntervalPlan
        from sacreval.stats.draws import Units

        units = Units(self.units)
        return IntervalPlan(self.interval, units, self.resamples, self.confidence, self.seed)

    @property
    def trial(self) -> TrialPlan:
        """The test of pairs of metrics."""
        from sacreval.meta.test_plan import TrialPlan

        test = self.test or DEFAULT_TEST
        return TrialPlan(test, self.resamples, self.seed, self.listed, self.absolute)

    @property
    def listed(self) -> bool | None:
        """Whether all exchanges are listed; None where their cost decides."""
        return {"auto": None, "always": True, "never": False}[self.exact]

    @property
    def settings(self) -> CoefficientSettings:
        """The parameters of coefficients."""
        from sacreval.meta.coefficients import CoefficientSettings

        return CoefficientSettings(self.mean, self.every_input, self.gap, self.epsilon)
