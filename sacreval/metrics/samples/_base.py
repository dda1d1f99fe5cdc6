"""Several samples of one input: which are correct, and probabilities of drawing them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sacreval.core.options.field_types import BINARY, Kind, either, many
from sacreval.errors import UsageError
from sacreval.metrics.samples._noise import noise
from sacreval.metrics.samples._scorers import SamplesWatch, ScoredSamples, as_outputs, flags

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array, Noise
    from sacreval.core.records import Batch, Instance


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
        if self._judge is not None:
            self._follow(self._judge, self._judge.needs)

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

    def rows(self, batch: Batch) -> Array:
        """Score all samples in one batch, then the records."""
        import numpy as np

        if self._judge is None:
            rows = [self.row(instance.samples, None) for instance in batch]
        else:
            rows = [self._row(*one) for one in flags(batch, self._judge, self.threshold)]
        return np.asarray(rows, dtype=np.float64)

    def _row(self, right: list[bool], unparsed: float) -> Sequence[float]:
        """Return the row of flags, with the share of samples without an answer if it is counted."""
        row = self.row(right, None)
        own = len(self.outputs) - len(self.further_outputs)
        return [*row[:own], *([unparsed] * len(self.further_outputs)), *row[own:]]


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
        found = {name: noise(one, rows[:, -3], rows[:, -2]) for name, one in self.kernels().items()}
        return {name: one for name, one in found.items() if one is not None}
