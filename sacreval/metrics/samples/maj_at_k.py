"""maj@k: whether the answer that most of k samples give is correct (Wang et al. 2023)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.field_types import LABELS, Kind, as_label
from sacreval.core.metric import MeanMetric, metrics
from sacreval.errors import RecordError, UsageError
from sacreval.text.answers import extractor
from sacreval.text.normalize import Normalizer, normalizer

if TYPE_CHECKING:
    from sacreval.core.records import Instance


@metrics.register("maj-at-k")
@dataclass(frozen=True, kw_only=True)
class MajAtK(MeanMetric):
    """maj@k: 1 if the most frequent answer of the first k samples is a reference, else 0.

    Higher is better; the score of a system is the mean over records. Consensus is the share of the
    k samples that have that answer. Samples without an answer do not vote; a record without votes
    is missing.

    Args:
        k: Number of leading samples that vote; each of several values has its own output.
        answer: Extractor of the answer of a sample: none, last-number, boxed, letter, gsm8k,
            regex:PATTERN or json:JMESPATH.
        normalize: Normalisation of answers and references; see exact-match.
        ties: share counts the share of correct answers among the most frequent; first uses the
            one that occurs first.

    Source: self-consistency (Wang et al. 2023).
    """

    tasks: ClassVar[tuple[str, ...]] = ("mathematics", "question-answering")
    highest: ClassVar[float] = 1.0
    judges: ClassVar[str] = "samples"
    kinds: ClassVar[Mapping[str, Kind]] = {"samples": LABELS, "references": LABELS}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"samples": ["5", "4", "4", "6", "4"], "references": ["4"]},
        {"samples": [1, 2, 1, 2], "references": [2]},
    )

    k: tuple[int, ...] = (1,)
    answer: str = "none"
    normalize: Normalizer = "none"
    ties: Literal["share", "first"] = "share"

    def __post_init__(self) -> None:
        if not self.k or min(self.k) < 1 or len(set(self.k)) < len(self.k):
            raise UsageError("k must be whole numbers from 1, each given once")
        extractor(self.answer)
        normalizer(self.normalize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `maj_at_<k>` and `consensus_at_<k>` for every k."""
        return tuple(f"{name}_at_{k}" for k in self.k for name in ("maj", "consensus"))

    def fault(self, instance: Instance) -> str | None:
        """Report records with too few samples."""
        n = len(instance.samples or ())
        if n < max(self.k):
            return f"{n} samples, fewer than k {max(self.k)}; give more, or a smaller k"
        return None

    def prepare(self, *context: Any) -> set[str]:
        """Normalise the references."""
        return {self._label(as_label(x)) for x in context[0]}

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Count votes."""
        votes = [self._vote(sample) for sample in prediction]
        found: list[float] = []
        for k in self.k:
            counts = Counter(vote for vote in votes[:k] if vote is not None)
            if not counts:
                raise RecordError("no sample has an answer; check the samples")
            most = max(counts.values())
            winners = [vote for vote, count in counts.items() if count == most]
            right = [vote in prepared for vote in winners]
            won = float(right[0]) if self.ties == "first" else sum(right) / len(right)
            found += [won, most / k]
        return found

    def _vote(self, sample: Any) -> str | None:
        try:
            return self._label(extractor(self.answer)(as_label(sample)))
        except RecordError:
            return None

    def _label(self, answer: str) -> str:
        return as_label(normalizer(self.normalize)(answer))
