"""Options of `sacreval correlate`, `correlate trust` and score files, and their types in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypedDict, get_args

from sacreval.cli.late_typer import typer
from sacreval.cli.options.statistics_options import Confidence
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError
from sacreval.stats import MOST_DRAWS

if TYPE_CHECKING:
    from sacreval.core.selection import Selection
    from sacreval.features.correlate.measures.coefficient_names import (
        CoefficientSettings,
        LevelMeasure,
    )
    from sacreval.features.correlate.significance.trials import TrialPlan

DEFAULT_TEST = "auto"
LevelName = Literal[
    "summary", "system", "global", "group-by-system", "instance", "segment", "item", "input"
]
CorrelationIntervalName = Literal[
    "auto", "percentile", "expanded", "jackknife", "bca", "fisher", "none"
]
TestName = Literal[
    "auto", "perm-systems", "perm-inputs", "perm-both-xor", "perm-both-cells", "perm-pairs",
    "wmt", "williams", "bootstrap-systems", "bootstrap-inputs", "bootstrap-both",
    "centred-systems", "centred-inputs", "centred-both",
]  # fmt: skip
INTERVALS: tuple[str, ...] = get_args(CorrelationIntervalName)
Systems = str | tuple[str, ...]  # peer, reference, all, or names of systems
Duplicates = Literal["error", "first", "last", "mean"]
Repeated = Literal["error", "first", "last", "mean", "repeats"]
AlignmentName = Literal["neg-rmse", "accuracy"]
SystemScores = Literal["auto", "metric", "mean", "files"]
UnitName = Literal["systems", "inputs", "both"]
AlternativeName = Literal["two-sided", "greater"]
CorrectionName = Literal["holm", "bonferroni", "bh", "none"]
Names = str | Sequence[str]
"""In Python, the values of an option that may be repeated."""

LanguagePairs = Annotated[
    list[str] | None,
    typer.Option(
        rich_help_panel="Input",
        help="Language pair of an MT-metrics-eval folder, such as en-de; repeat it for tasks.",
    ),
]
DuplicateScores = Annotated[
    Duplicates,
    typer.Option(
        rich_help_panel="Input",
        help="Value to use where an output has two different values of one score; equal values "
        "are merged.",
    ),
]


@dataclass(frozen=True)
class Filters:
    """Filters on systems and inputs, applied before correlations are computed.

    Attributes:
        systems: Systems to keep: peer, reference, all, or names.
        exclude: Names of systems to remove.
        outliers: Number of robust standard deviations from the median, above 0, beyond which the
            human mean of a system is an outlier, which is removed; None keeps all.
        min_inputs: Smallest number of judged inputs of a system.
        min_systems: Smallest number of judged systems of an input.
        common_inputs: Whether to keep only inputs that are judged for every system.
    """

    systems: Systems = "peer"
    exclude: tuple[str, ...] = ()
    outliers: float | None = None
    min_inputs: int = 1
    min_systems: int = 1
    common_inputs: bool = False

    @property
    def chosen(self) -> Selection:
        """The systems to keep and to remove."""
        from sacreval.core.selection import Selection

        systems = (self.systems,) if isinstance(self.systems, str) else self.systems
        return Selection(systems, self.exclude)

    @property
    def signature(self) -> str:
        """The short form in signatures."""
        parts: list[str] = [",".join(self.chosen.systems)]
        parts += [f"not:{','.join(sorted(self.exclude))}"] if self.exclude else []
        parts += [f"mad:{self.outliers:g}"] if self.outliers is not None else []
        parts += [f"min-inputs:{self.min_inputs}"] if self.min_inputs > 1 else []
        parts += [f"min-systems:{self.min_systems}"] if self.min_systems > 1 else []
        parts += ["common-inputs"] if self.common_inputs else []
        return "+".join(parts)


@dataclass(frozen=True, kw_only=True)
class CorrelationOptions:
    """Options of correlations with human scores, of their intervals and of tests.

    Args:
        human: Human score to correlate with, by its flat name, such as expert_relevance. Needed
            unless --style has one. Repeat it: each is a task of its own, and tasks are averaged.
        metric: Output of a metric by its flat name; repeat it. By default main outputs, so that
            rouge1_f1 is there without its precision; all has all.
        level: summary (also instance, segment, item, input) correlates the systems of each input
            and averages; system correlates scores of systems; global correlates all outputs at
            once; group-by-system correlates the inputs of each system and averages. Repeat it.
        coefficient: Compute these coefficients at each level: pearson, spearman, kendall (tau-b),
            tau-a, tau-c, tau-10, tau-13, tau-14, darr, weighted-tau, pa, acc-eq, spa,
            sys-delta:LOW:HIGH (tau over pairs of systems whose metric scores differ by more than
            LOW and at most HIGH), and more; an unknown name lists all. spa@system is computed at
            system level only. Repeat it.
        systems: Systems to correlate: peer, reference (human texts), all, or systems by name;
            repeat it. Human texts compare fairly on jackknifed scores only, so that with one of
            them the _jk scores of a generated metric are correlated, if systems have them.
        exclude: System to leave out; repeat it.
        tasks_by: Group whose values are tasks: each task is correlated and tested on its own, then
            tasks are averaged. Groups are those of the records, columns of tables, and for folders
            test_set, language_pair, domain and document. Repeat it.
        outliers: Leave out systems whose human mean is further from the median than this number of
            robust standard deviations; WMT uses 2.5.
        min_inputs: Smallest number of judged inputs of a system.
        min_systems: Smallest number of judged systems of an input.
        common_inputs: Use only inputs that are judged for every system.
        every_input: At system level, average metric scores over all inputs and human scores over
            the judged ones; otherwise both over the judged ones, as spa and acc-eq always do.
        system_scores: Scores of systems at system level: metric, the metric's own score of a system
            (corpus BLEU, chrF, TER) on its judged outputs; mean, of the scores of outputs, as
            SacreROUGE; files, the official ones in .sys.score files; or auto, which is metric where
            a metric is computed here and has a score of its own, files where every metric and the
            human score has them, else mean. spa is over scores of outputs in any case.
        mean: Mean over inputs or systems: macro over those with a value, micro weighted by size,
            or nan-as-zero.
        lower_is_better: Score of a metric or of people of which smaller values are better; repeat
            it. It is turned, so that coefficients, tests and ranks take larger values as better.
            Known without it: sacreval's metrics, and TER, WER, CER, EED, CharacTER, MetricX,
            perplexity and MQM by their names in files, if none of their scores is below 0.
        higher_is_better: Score whose name says otherwise, as cer for 1 - CER; repeat it.
        signed: Print coefficients with the sign of the scores as they are in the input, as nlpstats
            and SciPy do; accuracies, tests and ranks stay those of turned scores.
        gap: Smallest human difference that darr counts as a preference.
        epsilon: Tie threshold of acc-eq, such as one from held-out data; fitted by default.
        interval: Compute confidence intervals by this method: auto chooses one by coefficient,
            level and number of systems, and reports the reason; percentile (of resamples), expanded
            (wider percentiles, for few units), jackknife (on Fisher's z for pearson), bca, fisher
            (system level only; too short for pearson with heavy tails and for tau), or none.
        units: Units to resample: systems, inputs or both, which the head of the table names; by
            default both, and systems for official scores of whole systems. Intervals
            over inputs hold
            for these systems only; intervals over systems alone are too short at summary and
            global level.
        resamples: Number of draws of intervals and tests.
        confidence: Confidence level of intervals, between 0 and 1.
        seed: Seed of all draws.
        test: Test every pair of metrics for a difference; the result names the population that
            the test generalises to. auto is williams for pearson at system level with at most 11
            systems and at least 100 inputs, bootstrap-systems for official scores of whole systems,
            else bootstrap-both, and none below 6 systems. bootstrap-both keeps its
            level in all simulations, the others (perm-systems,
            perm-inputs, perm-both-xor, perm-both-cells, perm-pairs, williams, bootstrap-systems,
            bootstrap-inputs) only where their own assumptions hold; centred-both, centred-systems
            and centred-inputs have less power. wmt is the permutation of the WMT metrics task at
            each level; for acc-eq it is perm-pairs, which at 5 % calls 14 to 75 % of pairs of equal
            metrics different.
        exact: Whether perm-systems lists all exchanges of systems, which is possible up to 20
            systems; auto lists them if that is cheap.
        absolute: Whether williams drops signs, as SacreROUGE and nlpstats do.
        alternative: two-sided, one test for each pair; or greater, one for either direction.
        correction: Correction for the pairs of one level and coefficient: holm, bonferroni, bh or
            none.
        significance: Significance level of tests. The stars and daggers of tables, the ranks and
            the plot of significance follow from test, alternative, correction and this level.
        ranks: Where a rank begins: adjusted, where a corrected test finds a metric of the rank
            above better; or wmt, where a one-sided test without correction does, as in WMT's
            metrics task, which separates ten equal metrics in four of five simulations.
        explain: Also compute the value under every other common choice, and name its users.
        agreement: Also compute the agreement of raters, if judgments are lists.
    """

    common: ClassVar[tuple[str, ...]] = (
        "human", "metric", "level", "coefficient", "systems", "interval", "test", "seed",
    )  # fmt: skip

    human: tuple[str, ...] = ()
    metric: tuple[str, ...] = ("main",)
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
    system_scores: SystemScores = "auto"
    mean: Literal["macro", "micro", "nan-as-zero"] = "macro"
    lower_is_better: tuple[str, ...] = ()
    higher_is_better: tuple[str, ...] = ()
    signed: bool = False
    gap: float = 25.0
    epsilon: float | None = None
    interval: CorrelationIntervalName = "auto"
    units: UnitName | None = None
    resamples: int = 1000
    confidence: float = 0.95
    seed: int = 12345
    test: TestName | None = None
    exact: Literal["auto", "always", "never"] = "auto"
    absolute: bool = False
    alternative: AlternativeName = "two-sided"
    correction: CorrectionName = "holm"
    significance: float = 0.05
    ranks: Literal["adjusted", "wmt"] = "adjusted"
    explain: bool = False
    agreement: bool = False

    def __post_init__(self) -> None:
        """Check names and ranges."""
        if self.interval not in INTERVALS:
            name = str(self.interval)
            valid = "'percentile'?" if name == "bootstrap" else f"one of {', '.join(INTERVALS)}?"
            raise UsageError(f"--interval {name}: no such method; did you mean {valid}")
        if self.outliers is not None and not 0 < self.outliers < float("inf"):
            raise UsageError(
                f"--outliers is {self.outliers}; give a number of robust deviations above 0"
            )
        if min(self.min_inputs, self.min_systems) < 1:
            raise UsageError(
                f"--min-inputs is {self.min_inputs} and --min-systems is {self.min_systems}; give "
                "counts from 1"
            )
        if not 2 <= self.resamples <= MOST_DRAWS:  # one draw has no spread
            raise UsageError(f"--resamples is {self.resamples}; give 2 to {MOST_DRAWS}")
        if not 0 < self.significance < 1:
            raise UsageError(
                f"--significance is {self.significance}; give a level between 0 and 1, such as 0.05"
            )

        if both := sorted({*self.lower_is_better} & {*self.higher_is_better}):
            raise UsageError(
                f"--lower-is-better {both[0]} and --higher-is-better {both[0]}: give one of the two"
            )
        if self.ranks != "adjusted" and self.test is None:
            raise UsageError(
                f"--ranks {self.ranks}: ranks follow from tests of pairs of metrics; add --test, "
                "as --test wmt"
            )

    @property
    def human_score(self) -> str:
        """The human score of a run with one; empty without any."""
        return next(iter(self.human), "")

    @property
    def has_tasks(self) -> bool:
        """Whether there are tasks, which are averaged: by groups, or by human scores."""
        return bool(self.tasks_by) or len(self.human) > 1

    @property
    def filters(self) -> Filters:
        """The filters on systems and inputs."""
        return Filters(
            self.systems,
            self.exclude,
            self.outliers,
            self.min_inputs,
            self.min_systems,
            self.common_inputs,
        )

    @property
    def cells(self) -> list[LevelMeasure]:
        """The coefficients at their levels."""
        from sacreval.features.correlate.measures.coefficient_names import cells

        return cells(self.level, self.coefficient, self.settings)

    @property
    def trial(self) -> TrialPlan:
        """The test of pairs of metrics."""
        from sacreval.features.correlate.significance.trials import TrialPlan

        test = self.test or DEFAULT_TEST
        return TrialPlan(test, self.resamples, self.seed, self.listed, self.absolute)

    @property
    def listed(self) -> bool | None:
        """Whether all exchanges are listed; None if their cost decides."""
        return {"auto": None, "always": True, "never": False}[self.exact]

    @property
    def settings(self) -> CoefficientSettings:
        """The parameters of coefficients."""
        from sacreval.features.correlate.measures.coefficient_names import CoefficientSettings

        return CoefficientSettings(self.mean, self.every_input, self.gap, self.epsilon)


class CorrelationArguments(TypedDict, total=False):
    """The types in Python of the `CorrelationOptions` that are arguments there."""

    level: LevelName | Sequence[LevelName]
    coefficient: Names
    systems: Names
    exclude: Names
    lower_is_better: Names
    higher_is_better: Names
    signed: bool
    system_scores: SystemScores
    interval: CorrelationIntervalName
    units: UnitName | None
    resamples: int
    confidence: float
    seed: int
    test: TestName | None
    alternative: AlternativeName
    correction: CorrectionName
    significance: float


@dataclass(frozen=True, kw_only=True)
class TrustOptions:
    """Options of `correlate trust`.

    Args:
        human: Human score that judges are compared with, by its flat name, such as coherence.
        metric: An output of a judge or metric; repeat it. By default all.
        alignment: How the alternative annotator test compares ratings: neg-rmse for numbers,
            accuracy for codes of labels.
        epsilon: By how much, as a share of outputs, a person may be better than the judge, as
            people cost more: 0.2 for experts, 0.15 for skilled people, 0.1 for crowd workers.
        least_outputs: Fewest outputs of an annotator that takes part in the test.
        own: OUTPUT=SYSTEM, an output of a judge and a system that it may favour, such as the same
            model; repeat it.
        lower_is_better: Score of a judge or of people of which smaller values are better; repeat
            it. Known without it: TER, MQM and others by their names, if none is below 0.
        higher_is_better: Score whose name says otherwise; repeat it.
    """

    human: str
    metric: tuple[str, ...] = ()
    alignment: AlignmentName = "neg-rmse"
    epsilon: float = 0.2
    least_outputs: int = 30
    own: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    higher_is_better: tuple[str, ...] = ()


class RatingOptions(OptionGroup):
    """Scale of ratings, repeated ratings, and the level of intervals."""

    scale: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="LOW HIGH",
            help="Least and greatest value of the human scale; by default those of the ratings.",
        ),
    ] = None
    duplicates: Annotated[
        Repeated,
        typer.Option(
            rich_help_panel="Input",
            help="Value to use where an output has two different values of one score; repeats are "
            "several runs of a judge, whose agreement with itself is computed.",
        ),
    ] = "error"
    confidence: Confidence = 0.95


class TrustArguments(TypedDict, total=False):
    """The types of `TrustOptions` and `RatingOptions` in Python."""

    alignment: AlignmentName
    epsilon: float
    least_outputs: int
    scale: tuple[float, float] | None
    own: Mapping[str, str] | None
    lower_is_better: Names
    higher_is_better: Names
    confidence: float
    duplicates: Repeated
