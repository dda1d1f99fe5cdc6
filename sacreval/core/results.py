"""Result: one score with all that is needed to reproduce it; Report: the results of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from sacreval.core.selection import Selection

if TYPE_CHECKING:
    from sacreval.stats.intervals.bounds import Bounds


SCHEMA_VERSION: Literal[1] = 1
MEAN = "(mean)"  # the data set of means over data sets

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
        estimate: The mean that the interval is around, if it is adjusted; None if it is the score.
        by: The covariate, or the group whose values are the strata, of an adjusted mean.
        known: What is known of the population: the mean of the covariate, with the share of the
            variance that it explains here, or the share of each stratum.
    """

    low: float
    high: float
    level: float
    method: str
    resamples: int | None = None
    seed: int | None = None
    unit: str | None = None
    reason: str = ""
    estimate: float | None = None
    by: str | None = None
    known: dict[str, float] | None = None


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """The calibration errors of a calibrated model that states the same confidences.

    Args:
        mean: Mean of its errors.
        high: The error that it stays at or below, as often as the level says.
        p: Share of draws with an error at least as large as the score.
        level: Level of `high`, such as 0.95.
        draws: Number of draws of the labels of all records.
        seed: Seed of the random numbers.
    """

    mean: float
    high: float
    p: float
    level: float
    draws: int
    seed: int


class Repeats(msgspec.Struct, frozen=True, kw_only=True):
    """The variance of a mean over items with several samples each, taken apart.

    Args:
        between: Variance of the items' true scores, unbiased; below 0 by chance.
        within: Variance of an item's score over samples, on average over items.
        other_items: Standard error of the mean for other items like these.
        fixed_items: Standard error of the mean for the same items, sampled again.
        samples: Number of samples of an item; the mean if it differs.
        item_cost: Cost of an item, in samples.
        best_samples: Number of samples of an item with the least error at this cost; None where
            items do not differ, or the score is not a mean over samples.
    """

    between: float
    within: float
    other_items: float
    fixed_items: float
    samples: float
    item_cost: float
    best_samples: int | None


class Corrected(msgspec.Struct, frozen=True, kw_only=True):
    """A mean corrected by few human labels, whose sample is random: PPI++.

    Args:
        dimension: The dimension of `judgments` with the labels.
        value: The corrected mean.
        low: Lower bound of its interval.
        high: Upper bound of its interval.
        lower: Lower bound of the one-sided interval at the same level, which gates use.
        upper: Upper bound of the one-sided interval at the same level.
        level: Confidence level, such as 0.95.
        method: Name of the interval: plus-four for labels of the lowest and the highest score
            alone, else t.
        labels: Number of labelled records.
        others: Number of records without a label.
        weight: Weight of the scores, from 0 (the labels alone) to 1.
        unit: The group whose values are the units; None where units are records.
        signature: That of the score, with the dimension and a hash of the labels.
    """

    dimension: str
    value: float
    low: float
    high: float
    lower: float
    upper: float
    level: float
    method: str
    labels: int
    others: int
    weight: float
    unit: str | None = None
    signature: str


class Detail(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number that a score is made of, such as the brevity penalty of BLEU.

    Args:
        value: The number.
        low: Lower bound of its interval, from the resamples of the score's; absent without one.
        high: Upper bound of its interval.
    """

    value: float
    low: float | None = None
    high: float | None = None


class Around(Struct, frozen=True):
    """What is said around the scores of one part, by output.

    Args:
        intervals: Its intervals; none for a single unit, or where nothing varies and the method
            needs a spread.
        bands: What calibrated models would show, in place of intervals.
        repeats: The variance of means over several samples of a record, taken apart.
        details: Bounds of what the main output is made of, by name.
    """

    intervals: Mapping[str, Interval] = {}
    bands: Mapping[str, Band] = {}
    repeats: Mapping[str, Repeats] = {}
    details: Mapping[str, Bounds] = {}


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """What a metric that runs a model counts on the records of a system, and notices tell.

    Args:
        cut: Number of texts, or of inputs of a classifier, that are longer than the model reads.
        other_language: Number of outputs that seem to be in another language than their references.
        several_references: Number of records with several references, of a metric whose model
            reads one.
    """

    cut: int = 0
    other_language: int = 0
    several_references: int = 0


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """The records without an output or a verdict, by the reason, and what they could change.

    Args:
        unparsed: Number of records whose output has no value that the metric can score, or whose
            reply has no verdict on the scale.
        truncated: Number of records whose reply is cut at the limit of tokens.
        refused: Number of records that the model declined to answer or to judge.
        filtered: Number of records whose output a content filter removed.
        failed: Number of records whose request failed.
        not_asked: Number of records that the model was not asked, or without a reply.
        unparsed_reference: Number of records with a reference that could not be read.
        undecided: Number of records on which the metric does not decide.
        timeout: Number of records that took longer than the limit.
        memory: Number of records that took more memory than the limit, or ended the process.
        unscored: Number of records that the metric could not score for another reason.
        if_worst: The score if all of them had the worst score; null where there is none, or the
            score is no mean.
        if_best: The score if all of them had the best score.
    """

    unparsed: int = 0
    truncated: int = 0
    refused: int = 0
    filtered: int = 0
    failed: int = 0
    not_asked: int = 0
    unparsed_reference: int = 0
    undecided: int = 0
    timeout: int = 0
    memory: int = 0
    unscored: int = 0
    if_worst: float | None = None
    if_best: float | None = None

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of records by reason, without zeros."""
        return {name.replace("_", " "): count for name, count in self.by_reason.items()}

    @property
    def by_reason(self) -> dict[str, int]:
        """The same, by the names of the fields."""
        names = self.__struct_fields__[: -len(("if_worst", "if_best"))]
        return {name: count for name in names if (count := int(getattr(self, name)))}

    @property
    def total(self) -> int:
        """The number of these records."""
        return sum(self.counts.values())


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One output of one metric for one system.

    Args:
        metric: Name of the metric.
        output: Name of the output.
        system_id: Id of the system.
        group: `name=value` of a breakdown; None for all records.
        by: What records are grouped by, with its bins, as --by takes it; None for all records.
        value: The score; None if no record could be scored.
        n: Number of records: those that are scored and those that are missing, without the ones
            for which the metric is undefined.
        of: Number of all records of the system, where only some take part; None where all do, and
            for groups.
        higher_is_better: Its direction; null if neither larger nor smaller is better.
        interval: Its confidence interval, if requested.
        signature: What is needed to reproduce it: metric, options, references, versions, data.
        engine: What computed the rows: native for the compiled kernels, official for the official
            library, definition for sacreval's own code if no official library has the metric.
        alias: The metric's name in a suite, if it differs from `metric`; it is then a prefix of
            the output's name, unless it was renamed.
        renamed: The output's name in the metric, if a suite gave it another.
        dataset: The data set, in a run over several; `(mean)` is the mean over the data sets that
            have this output, each counted alike, and `n` their number.
        band: What a calibrated model would show, for a calibration error, if intervals are
            requested.
        repeats: The variance taken apart, for several samples of a record, if intervals are
            requested.
        corrected: The mean corrected by human labels, if requested.
        missing: The records without an output or a verdict, which are not scored; null if there
            are none.
        main: Whether this output stands for its metric, as in a gate that names the metric.
        details: What the score of a main output is made of, by name, such as the precisions and
            the brevity penalty of BLEU; empty for most metrics.
        unanswered: Number of the records scored in whose output no answer can be read, since it is
            empty or nothing is found in it; they score as wrong. Where a record has several
            outputs, all of them.
        noticed: What notices of a metric that runs a model count on the records of the system; null
            for groups, and if there is nothing.
        samples: Number of answers scored, where records have several, such as epochs: the score of
            a record is the mean over its answers. Absent where each has one.
        sacrebleu: The signature as sacrebleu prints it, if requested.
        records: Number of records of the parts of a mean over data sets, or of a summary of groups,
            whose `unanswered` and `missing` records are those of all parts. Absent where there are
            none.
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
    by: str | None = None
    of: int | None = None
    renamed: str | None = None
    dataset: str | None = None
    band: Band | None = None
    repeats: Repeats | None = None
    corrected: Corrected | None = None
    missing: Missing | None = None
    main: bool = False
    details: dict[str, Detail] = {}
    unanswered: int = 0
    noticed: Noticed | None = None
    samples: int | msgspec.UnsetType = msgspec.UNSET
    sacrebleu: str | msgspec.UnsetType = msgspec.UNSET
    records: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def scored(self) -> int:
        """The number of records, groups or data sets that the value is computed from."""
        return self.n if self.records else self.n - self.missing_total

    @property
    def n_records(self) -> int:
        """The number that counts of unanswered and of missing records are out of."""
        return self.records or self.n

    @property
    def missing_total(self) -> int:
        """The number of missing records."""
        return self.missing.total if self.missing else 0

    def value_at(self, bound: Literal["if_worst", "if_best"]) -> float | None:
        """Return the score if all missing records had the worst, or the best score."""
        if self.missing is None:
            return self.value
        return self.missing.if_worst if bound == "if_worst" else self.missing.if_best

    @property
    def lacking(self) -> dict[str, int]:
        """The numbers of unanswered and of missing records, without zeros."""
        counts = {"unanswered": self.unanswered, "missing": self.missing_total}
        return {name: count for name, count in counts.items() if count}

    @property
    def sizes(self) -> dict[str, int]:
        """The number of records, and those of unanswered and of missing ones, without zeros."""
        records = {"records": self.records} if self.records else {}
        return {"n": self.n, **records, **self.lacking}

    @property
    def target(self) -> str:
        """Its name in gates: `bleu`, or `bleu[domain=news]` for a group."""
        return self.output if self.group is None else f"{self.output}[{self.group}]"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one gate for one system.

    Args:
        gate: The gate as the user wrote it.
        output: The output it tests, as gates name it: `bleu`, or `bleu[domain=news]`.
        system_id: Id of the system.
        passed: Whether the gate is met.
        sentence: The result as a sentence.
        answer: The answer of a gate with a margin, which passes only if the system is not worse.
        dataset: The data set, in a run over several.
        detectable: Smallest true drop that the paired test against a baseline finds in 80 % of
            runs; null for other gates, and where no score has changed.
        records: Ids of the records at fault, if a gate on single records failed; else null.
    """

    gate: str
    output: str
    system_id: str
    passed: bool
    sentence: str
    answer: Answer | None = None
    dataset: str | None = None
    detectable: float | None = None
    records: list[str] | None = None


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
        selection: The systems and records that took part; None if all did.
        failures_by: The failures of each data set, None for the only one, and system.
    """

    results: list[Result]
    notices: list[str] = []
    failures: list[str] = []
    verdicts: list[Verdict] = []
    instances: InstancesLink | None = None
    selection: Selection | None = None
    failures_by: dict[tuple[str | None, str], list[str]] = {}

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
            notices=self.notices,
        )


class ResultFile(msgspec.Struct, frozen=True):
    """A result file: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        results: The scores.
        gates: The results of the gates, if there were any.
        instances: The file with the scores of the records, if it was written.
        selection: The systems and records that took part; None if all did.
        runs: Number of runs whose means these are, of a baseline; absent for one run.
        notices: What the user should know of these results, one sentence each.
    """

    schema_version: Literal[1]
    sacreval: str
    results: list[Result]
    gates: list[Verdict] = []
    instances: InstancesLink | None = None
    selection: Selection | None = None
    runs: int | msgspec.UnsetType = msgspec.UNSET
    notices: list[str] = []
