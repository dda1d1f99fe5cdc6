"""Results of `correlate trust`: how far a judge, or any metric, can be trusted."""

from __future__ import annotations

from typing import Literal

import msgspec

from sacreval.core.results import SCHEMA_VERSION, Interval
from sacreval.features.correlate.options import AlignmentName

Unit = Literal["points", "standard deviations"]


class TrustSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of `correlate trust`.

    Args:
        human: The human score that judges are compared with.
        alignment: How the alternative annotator test compares ratings.
        epsilon: By how much, as a share of outputs, a person may be better than the judge.
        least_outputs: Fewest outputs of an annotator that takes part in the test.
        scale: Least and greatest value of the human scale; None for those of the ratings.
        own: Output of a judge to the system that it may favour.
        confidence: Level of intervals; the test is at one minus this.
        lower_is_better: Scores of which smaller values are better; others are known by their names.
        higher_is_better: Scores whose names say otherwise.
    """

    human: str
    alignment: AlignmentName = "neg-rmse"
    epsilon: float = 0.2
    least_outputs: int = 30
    scale: tuple[float, float] | None = None
    own: dict[str, str] = {}
    confidence: float = 0.95
    lower_is_better: list[str] = []
    higher_is_better: list[str] = []


class Against(msgspec.Struct, frozen=True, kw_only=True):
    """The judge against one annotator in the alternative annotator test.

    Args:
        annotator: Place of the annotator in the lists of ratings, from 1.
        n: Number of outputs that take part.
        judge_as_good: Number of these on which the judge agrees with the other annotators at least
            as well.
        human_as_good: Number of these on which the annotator agrees at least as well as the judge.
        t: Student's t; None where it is infinite.
        p: One-sided p-value that the annotator is not better by `epsilon` or more.
        p_adjusted: The same, adjusted by Benjamini and Yekutieli.
        won: Whether the judge wins.
    """

    annotator: int
    n: int
    judge_as_good: int
    human_as_good: int
    t: float | None
    p: float
    p_adjusted: float
    won: bool


class AlternativeAnnotatorTest(msgspec.Struct, frozen=True, kw_only=True):
    """The alternative annotator test of a judge.

    Args:
        passed: Whether the judge wins against at least half of the annotators.
        winning_rate: Share of annotators that it wins against.
        advantage: Mean over annotators of the share of outputs on which it is at least as good.
        annotators: One for each annotator that takes part.
        skipped: Annotators with too few outputs.
        unused: Number of outputs without a score of the judge or with fewer than two annotators.
    """

    passed: bool
    winning_rate: float
    advantage: float
    annotators: list[Against]
    skipped: list[int]
    unused: int


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """A number with its error, clustered by instance.

    Args:
        value: The number.
        error: Its standard error; None for a single instance.
        interval: Its t interval; None for a single instance.
    """

    value: float
    error: float | None
    interval: Interval | None


class OwnOutputs(msgspec.Struct, frozen=True, kw_only=True):
    """By how much a judge favours the outputs of one system.

    Args:
        system_id: The system.
        n: Number of its outputs.
        others: Number of outputs of other systems.
        effect: Mean difference of judge and people for its outputs less that for the others.
    """

    system_id: str
    n: int
    others: int
    effect: Effect


class Repetitions(msgspec.Struct, frozen=True, kw_only=True):
    """How well a judge agrees with itself.

    Args:
        n: Number of outputs with two scores or more.
        alpha: Krippendorff's alpha of the scores; None where all are equal.
        within: Standard deviation of the scores of one output.
        equal: Share of outputs whose scores are all equal.
    """

    n: int
    alpha: float | None
    within: float
    equal: float


class Trust(msgspec.Struct, frozen=True, kw_only=True):
    """Agreement of one output of a judge or metric with human scores.

    Args:
        metric: Name of the output.
        n: Number of outputs of systems with a score and a human score.
        instances: Number of instances of these.
        mean: Mean score.
        human_mean: Mean human score.
        on_scale: Whether all scores are on the human scale.
        alternative: The alternative annotator test; None where it cannot be computed.
        kappa: Cohen's kappa with each annotator, on average: plain for `accuracy`, else weighted by
            squared differences; None off the scale and without lists of ratings.
        kappa_people: The same between annotators.
        alpha: Krippendorff's alpha of annotators and judge.
        alpha_people: That of the annotators alone.
        correlations: Coefficients with the mean human score over all outputs, by name.
        system_correlations: Correlations of the means of systems; None below three systems.
        unit: Unit of biases: points of the scale; or, for scores that are not on it, standard
            deviations of both sides.
        reversed: Whether smaller scores are better and larger human ones, or the reverse, so that
            their sign is changed for correlations, and for biases in standard deviations.
        bias: Mean of score less human score; None in standard deviations.
        length: Change of that difference for outputs that are longer by one standard deviation.
        length_sd: That standard deviation, in characters.
        own: By how much a system's outputs are favoured, if requested.
        repetitions: Agreement of the judge with itself, where a score is a list.
        order_dependent: Share of verdicts that depend on the order of two outputs, where the files
            have it.
        notes: Why something is missing, one sentence each.
    """

    metric: str
    n: int
    instances: int
    mean: float
    human_mean: float
    on_scale: bool
    alternative: AlternativeAnnotatorTest | None
    kappa: float | None
    kappa_people: float | None
    alpha: float | None
    alpha_people: float | None
    correlations: dict[str, float | None]
    system_correlations: dict[str, float | None]
    unit: Unit
    reversed: bool
    bias: Effect | None
    length: Effect | None
    length_sd: float | None
    own: OwnOutputs | None
    repetitions: Repetitions | None
    order_dependent: float | None
    notes: list[str]


class TrustReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of `correlate trust`.

    Args:
        settings: What was asked.
        judges: One for each output.
        notices: Notices to the user, one sentence each.
    """

    settings: TrustSettings
    judges: list[Trust]
    notices: list[str] = []

    def to_file(self) -> TrustFile:
        """Return the content of the file."""
        from sacreval.core.version import version

        return TrustFile(SCHEMA_VERSION, version(), self.settings, self.judges, self.notices)


class TrustFile(msgspec.Struct, frozen=True):
    """A file of `correlate trust`: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        settings: What was asked.
        judges: One for each output.
        notices: What the user should know of these results, one sentence each.
    """

    schema_version: Literal[1]
    sacreval: str
    settings: TrustSettings
    judges: list[Trust]
    notices: list[str]
