"""Several samples of one input: which are correct, and probabilities of drawing them."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sacreval.core import signature
from sacreval.core.contract import code_files, metric_records
from sacreval.core.contract.declarations import (
    data_hashes,
    direction,
    field_kind,
    main_output,
    runs_model,
    unparsed_output,
)
from sacreval.core.contract.metric_records import for_instances, is_settled, settle
from sacreval.core.contract.metric_values import NO_LIBRARY
from sacreval.core.metric import MeanMetric, Metric, Noise, Origin, ScoreScale, SetMetric, metrics
from sacreval.core.options.field_types import BINARY, Kind, either, many
from sacreval.core.rebuild import from_signature
from sacreval.errors import RecordError, UsageError, nearest

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance


UNPARSED = "unparsed_samples"
_EXAMPLE = "write them as in --scorer 'exact-match|normalize:squad'"


class ScoredSamples(MeanMetric):
    """A metric of samples that another metric, its `scorer`, may compare with the references."""

    higher_is_better: ClassVar[Mapping[str, bool]] = {UNPARSED: False, "*": True}

    scorer: str
    threshold: float

    @cached_property
    def _judge(self) -> Metric | None:
        """The scorer, held so that a model is loaded and references are counted once."""
        return scorer_of(self.scorer) if self.scorer else None

    def _follow(self, judge: Metric, needs: tuple[str, ...]) -> None:
        """Set what the records need and where rows are computed to what the scorer declares."""
        kinds = {**judge.kinds, "samples": many(field_kind(judge, "prediction"))}
        origin = self.origin._replace(libraries=judge.origin.libraries)
        shared = ("runs_model", "own_processes")
        declared = {name: getattr(judge, name) for name in shared if hasattr(judge, name)}
        for name, value in {"needs": needs, "kinds": kinds, "origin": origin, **declared}.items():
            object.__setattr__(self, name, value)
        if runs_model(judge):  # whose signature has the SHA-256 of the model
            object.__setattr__(self, "scorer", judge.signature())

    @property
    def further_outputs(self) -> tuple[str, ...]:
        """Return `unparsed_samples` if the scorer counts samples without an answer."""
        return (UNPARSED,) if self._judge and unparsed_output(self._judge) else ()

    def missing_state(self, instance: Instance, why: str) -> str:
        """Return the reason of the scorer."""
        return metric_records.missing_state(self._judge, instance, why) if self._judge else ""

    def rests_on(self) -> Sequence[Path]:
        """Return the files the scorer depends on."""
        if self._judge is None:
            return ()
        return [*self._judge.rests_on(), *code_files.of_class(type(self._judge))]

    def data_hashes(self) -> Mapping[str, str]:
        """Return those of the scorer."""
        return data_hashes(self._judge) if self._judge else {}


def scorer_of(text: str) -> Metric:
    """Create a scorer from its signature."""
    head, options = signature.read(text)
    _check_form(text, head)
    scorer = from_signature(text)
    for name in options:
        if name not in scorer.options():
            raise UsageError(
                f"--scorer {text}: {scorer.name} has no option '{name}'; "
                f"{nearest(name, scorer.options())}; {_EXAMPLE}, and answers are extracted "
                "with --extract"
            )
    if isinstance(scorer, SetMetric) or scorer.judges != "prediction":
        raise UsageError(
            f"{scorer.name} does not score single outputs and cannot be a scorer; take another, as "
            "in --scorer exact-match, or map scores that a log stores to samples, as in --map "
            "'samples=meta.epochs[*].scores.NAME'"
        )
    main = main_output(scorer) if is_settled(scorer) else None
    if main is not None and direction(scorer, main) is None:
        raise UsageError(
            f"--scorer {text}: neither larger nor smaller values of {main} are "
            "better; give a metric with a direction"
        )
    return scorer


def _check_form(text: str, head: str) -> None:
    """Check that options follow the name of a scorer as in a signature."""
    name = re.match(r"[A-Za-z0-9_@+-]*", head)[0]  # type: ignore[index]
    known = name.replace("_", "-") in metrics
    if known and head != name and not head.startswith(tuple(f"{x}:" for x in metrics.schemes)):
        raise UsageError(f"--scorer {text}: options of {name} follow bars; {_EXAMPLE}")


def as_outputs(batch: Batch) -> Batch:
    """Return a record for each sample, of which it is the output."""
    import msgspec

    single = [
        msgspec.structs.replace(instance, prediction=sample, samples=None)
        for instance in batch
        for sample in instance.samples or ()
    ]
    return type(batch)(single, workers=batch.workers)


class SamplesWatch:
    """Shows a scorer's watch the samples of records.

    Args:
        watch: The watch of the scorer.
    """

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def add(self, batch: Batch) -> None:
        """Process the samples of a batch."""
        self._watch.add(as_outputs(batch))

    def notices(self) -> list[str]:
        """Return the sentences of the scorer."""
        return self._watch.notices()


class Flags(NamedTuple):
    """Which samples of a record are correct.

    Args:
        right: One flag for each sample.
        unparsed: Share of samples in which the scorer finds no answer; 0 if it does not count them.
    """

    right: list[bool]
    unparsed: float


def flags(batch: Batch, scorer: Metric, threshold: float) -> list[Flags]:
    """Return whether each sample is correct."""
    import numpy as np

    judge = for_instances(scorer)
    scores = judge.reduce(judge.rows(as_outputs(batch)))
    main = main_output(judge) or judge.outputs[0]
    values = scores[main]
    if np.isnan(values).any():
        raise RecordError(
            f"{judge.name} returned NaN for a sample, which is then neither right nor wrong; "
            "remove the record, or use another scorer"
        )
    right = values >= threshold if direction(judge, main) else values <= threshold
    lacking = scores.get(unparsed_output(judge), np.zeros(len(values)))
    ends = np.cumsum([len(instance.samples or ()) for instance in batch])[:-1]
    return [
        Flags(part.tolist(), float(none.mean()))
        for part, none in zip(np.split(right, ends), np.split(lacking, ends), strict=True)
    ]


def noise(kernel: Sequence[float], samples: Array, correct: Array) -> Noise | None:
    """Estimate the variance of scores that average a kernel over all subsets of samples.

    The square of the true score is estimated by the mean product of the kernel over disjoint
    subsets, so that the variance is without bias; that of one record may lie below 0.

    Args:
        kernel: Value of k samples of which 0, 1, ..., k are correct, in [0, 1].
        samples: Number of samples of each record, array (n,).
        correct: Number of correct ones, array (n,).

    Returns:
        The noise; None where a record has fewer than 2 k samples, or there is none.

    Source: Hoeffding (1948), for the largest variance too: k of n of that of the kernel.
    """
    import numpy as np

    k = len(kernel) - 1
    if len(samples) == 0 or samples.min() < 2 * k:
        return None
    pairs, place = np.unique(np.stack([samples, correct]), axis=1, return_inverse=True)
    variances = [_variance(kernel, int(n), int(c)) for n, c in pairs.T]
    return Noise(np.array(variances)[place.ravel()], k / samples, samples, is_mean=k == 1)


def _variance(kernel: Sequence[float], n: int, c: int) -> float:
    k = len(kernel) - 1
    score = average(kernel, n, c)
    product = sum(
        _ways(j, n, c, k) * kernel[j] * average(kernel, n - k, c - j)
        for j in range(max(0, k - n + c), min(c, k) + 1)
        if kernel[j]
    )
    return score * score - product / comb(n, k)


def average(kernel: Sequence[float], n: int, c: int) -> float:
    """Average a kernel over all subsets of k of n samples, of which c are correct."""
    k = len(kernel) - 1
    return sum(_ways(j, n, c, k) * kernel[j] for j in range(min(c, k) + 1)) / comb(n, k)


def _ways(j: int, n: int, c: int, k: int) -> int:
    return comb(c, j) * comb(n - c, k - j) if k - j <= n - c else 0


def _counts_samples(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"n", "c"}:
        return False
    n, c = value["n"], value["c"]
    return type(n) is type(c) is int and 0 <= c <= n and n > 0


COUNTS = Kind(
    'counts such as {"n": 10, "c": 3}, with c at most n (for texts give --scorer METRIC, for '
    "programs the verdicts that sacreval run-tests writes)",
    _counts_samples,
)


@dataclass(frozen=True, kw_only=True)
class SamplesMetric(ScoredSamples):
    """A metric of the number of correct `samples`.

    Args:
        k: Number of samples; each of several values has its own output.
        n: Number of samples that every record must have; 0 for any number.
        scorer: Signature of the metric that compares samples with the references, such as
            exact-match or exact-match|normalize:squad. By default samples are flags, true or
            false, or counts: {"n": 10, "c": 3}.
        threshold: Value of the scorer's main output from which a sample is correct.
    """

    tasks: ClassVar[tuple[str, ...]] = ("code", "mathematics")
    origin = Origin(why_own=NO_LIBRARY)  # libraries are those of the scorer
    score_scale = ScoreScale(mean=True, highest=1.0)
    judges: ClassVar[str] = "samples"
    needs: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[Mapping[str, Kind]] = {"samples": either(many(BINARY), COUNTS)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"samples": [True, False, True, False, False]},
        {"samples": [False, False, True, True, True]},
    )

    k: tuple[int, ...] = (1,)
    n: int = 0
    scorer: str = ""
    threshold: float = 1.0

    def __post_init__(self) -> None:
        if not self.k or min(self.k) < 1 or len(set(self.k)) < len(self.k):
            raise UsageError("k must be whole numbers from 1, each given once")
        if self._judge is not None:
            self._follow(self._judge, self._judge.needs)

    def is_settled(self) -> bool:
        """Return whether the options of the scorer that depend on the data are known."""
        return self._judge is None or is_settled(self._judge)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the scorer on the samples."""
        if self._judge is None or is_settled(self._judge):
            return self
        judge = settle(self._judge, [as_outputs(batch) for batch in batches])
        settled = replace(self, scorer=judge.signature())
        settled.__dict__["_judge"] = judge  # with what it has counted
        return settled

    def watch(self) -> Watch | None:
        """Return what the scorer notices about the samples, such as texts that are cut."""
        watch = self._judge.watch() if self._judge else None
        return SamplesWatch(watch) if watch else None

    def fault(self, instance: Instance) -> str | None:
        """Report records that do not have n samples, or fewer than max(k)."""
        n = tally(instance.samples or ()).n
        if self.n and n != self.n:
            return f"{n} samples, but --n requires {self.n}; correct the record, or drop --n"
        if n < max(self.k):
            return f"{n} samples, fewer than k {max(self.k)}; give more, or a smaller k"
        return None

    def rows(self, batch: Batch) -> Array:
        """Score all samples in one batch, then the records."""
        import numpy as np

        if self._judge is None:
            rows = [self.row(instance.samples, None) for instance in batch]
        else:
            rows = [self._row(*flagged) for flagged in flags(batch, self._judge, self.threshold)]
        return np.asarray(rows, dtype=np.float64)

    def _row(self, right: list[bool], unparsed: float) -> Sequence[float]:
        """Return the row of flags, with the share of samples without an answer if it is counted."""
        row = self.row(right, None)
        start = len(self.outputs) - len(self.further_outputs)
        return [*row[:start], *([unparsed] * len(self.further_outputs)), *row[start:]]


def at_least(m: int, n: int, c: int, k: int) -> float:
    """Return the probability that m or more of k samples drawn from n are correct.

    Args:
        m: Number of samples that must be correct.
        n: Number of samples.
        c: Number of correct samples.
        k: Number of samples drawn, at most n.
    """
    ways = sum(comb(c, j) * comb(n - c, k - j) for j in range(m, min(c, k) + 1))
    return ways / comb(n, k)


class SampleTally(NamedTuple):
    """Number of samples, and number of correct ones."""

    n: int
    c: int


def tally(samples: Sequence[Any] | Mapping[str, int]) -> SampleTally:
    """Count samples, or return the counts if they replace the samples."""
    if isinstance(samples, Mapping):
        return SampleTally(samples["n"], samples["c"])
    return SampleTally(len(samples), sum(map(bool, samples)))


class SubsetMetric(SamplesMetric):
    """A metric that averages a kernel over all subsets of k samples.

    Its rows are the scores, the share of samples without an answer if the scorer counts them, the
    number of samples, the number of correct ones, and a count.
    """

    @abstractmethod
    def kernels(self) -> Mapping[str, Sequence[float]]:
        """Return for each output its value for 0, 1, ..., k correct samples of k."""

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Append the numbers of samples and of correct ones to the scores, then the count."""
        n, c = tally(prediction)
        return (*self.scores(prediction, prepared), float(n), float(c), 1.0)

    def sampling_noise(self, rows: Array) -> Mapping[str, Noise]:
        """Return the noise of the outputs whose k is at most half the number of samples."""
        noises = {
            name: noise(kernel, rows[:, -3], rows[:, -2]) for name, kernel in self.kernels().items()
        }
        return {name: estimate for name, estimate in noises.items() if estimate is not None}
