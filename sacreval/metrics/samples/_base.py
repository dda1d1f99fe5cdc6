"""Several samples of one input: which are correct, and probabilities of drawing them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sacreval.core import code_files, signature
from sacreval.core.field_types import BINARY, Kind, either, many
from sacreval.core.metric import MeanMetric, Metric, SetMetric
from sacreval.core.rebuild import from_signature
from sacreval.errors import RecordError, UsageError, nearest
from sacreval.metrics.samples._noise import noise

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Noise
    from sacreval.core.records import Batch, Instance
    from sacreval.core.remarks import Watch


def _counts_samples(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"n", "c"}:
        return False
    n, c = value["n"], value["c"]
    return type(n) is type(c) is int and 0 <= c <= n and n > 0


COUNTS = Kind('counts such as {"n": 10, "c": 3}, with c at most n', _counts_samples)


@dataclass(frozen=True, kw_only=True)
class SamplesMetric(MeanMetric):
    """A metric of the number of correct `samples`.

    Args:
        k: Number of samples; each of several values has its own output.
        n: Number of samples that every record must have; 0 for any number.
        scorer: Signature of the metric that compares samples with the references, such as
            exact-match or exact-match|normalize:squad. By default samples are flags, true or
            false, or counts: {"n": 10, "c": 3}.
        threshold: Value of the scorer's first output from which a sample is correct.
    """

    tasks: ClassVar[tuple[str, ...]] = ("code", "mathematics")
    own_definition: ClassVar[bool] = True  # libraries are those of the scorer
    highest: ClassVar[float] = 1.0
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
        judge = self._judge
        if judge is None:
            return
        if isinstance(judge, SetMetric) or judge.judges != "prediction":
            raise UsageError(f"{judge.name} does not score single outputs and cannot be a scorer")
        if judge.is_settled() and judge.is_higher_better(judge.outputs[0]) is None:
            raise UsageError(
                f"--scorer {self.scorer}: neither larger nor smaller values of "
                f"{judge.outputs[0]} are better; give a metric with a direction"
            )
        kinds = {**judge.kinds, "samples": many(judge.kinds["prediction"])}
        object.__setattr__(self, "needs", judge.needs)
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "libraries", judge.libraries)
        object.__setattr__(self, "runs_model", judge.runs_model)
        if judge.runs_model:  # whose signature has the SHA-256 of the model
            object.__setattr__(self, "scorer", judge.signature())

    def is_settled(self) -> bool:
        """Return whether the options of the scorer that depend on the data are known."""
        return self._judge is None or self._judge.is_settled()

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the scorer on the samples."""
        if self._judge is None or self._judge.is_settled():
            return self
        judge = self._judge.settle([as_outputs(batch) for batch in batches])
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

    def rests_on(self) -> Sequence[Path]:
        """Return the files the scorer depends on."""
        if self._judge is None:
            return ()
        return [*self._judge.rests_on(), *code_files.of_class(type(self._judge))]

    def data_hashes(self) -> Mapping[str, str]:
        """Return those of the scorer."""
        return self._judge.data_hashes() if self._judge else {}

    def rows(self, batch: Batch) -> Array:
        """Score all samples in one batch, then the records."""
        import numpy as np

        flags = right_samples(batch, self._judge, self.threshold) if self._judge else None
        records = [x.samples for x in batch] if flags is None else flags
        return np.asarray([self.row(samples, None) for samples in records], dtype=np.float64)

    @cached_property
    def _judge(self) -> Metric | None:
        """The scorer, held so that a model is loaded and references are counted once."""
        return _scorer(self.scorer) if self.scorer else None


def _scorer(text: str) -> Metric:
    """Create a scorer from its signature.

    Raises:
        UsageError: If the scorer does not have an option of the signature.
    """
    scorer = from_signature(text)
    for name in signature.read(text)[1]:
        if name not in scorer.options():
            raise UsageError(
                f"--scorer {text}: {scorer.name} has no option '{name}'; "
                f"{nearest(name, scorer.options())} answers are extracted with --extract"
            )
    return scorer


def as_outputs(batch: Batch) -> Batch:
    """Return a record for each sample, of which it is the output.

    Args:
        batch: Records with samples.
    """
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


def right_samples(batch: Batch, scorer: Metric, threshold: float) -> list[list[bool]]:
    """Return whether each sample is correct.

    Args:
        batch: Records with samples.
        scorer: The metric that scores samples.
        threshold: Value of its first output from which a sample is correct.

    Raises:
        RecordError: If the scorer returns NaN for a sample, which is neither right nor wrong.
    """
    import numpy as np

    judge = scorer.for_instances()
    output = judge.outputs[0]
    scores = judge.reduce(judge.rows(as_outputs(batch)))[output]
    if np.isnan(scores).any():
        raise RecordError(
            f"{judge.name} returned NaN for a sample, which is then neither right nor wrong; "
            "remove the record, or use another scorer"
        )
    right = iter(scores >= threshold if judge.is_higher_better(output) else scores <= threshold)
    return [[bool(next(right)) for _ in instance.samples or ()] for instance in batch]


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

    Its rows are the scores, the number of samples, the number of correct ones, and a count.
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
        found = {name: noise(one, rows[:, -3], rows[:, -2]) for name, one in self.kernels().items()}
        return {name: one for name, one in found.items() if one is not None}
