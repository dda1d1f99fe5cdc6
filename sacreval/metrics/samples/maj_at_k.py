"""maj@k: whether the answer that most of k samples give is correct (Wang et al. 2023)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from sacreval.core.contract.metric_records import is_settled
from sacreval.core.contract.metric_values import NO_LIBRARY
from sacreval.core.metric import Origin, ScoreScale, metrics
from sacreval.core.options.field_types import LABELS, Kind, as_label
from sacreval.errors import RecordError, UsageError
from sacreval.metrics.samples._base import UNPARSED, ScoredSamples, flags
from sacreval.text.answers.answer_extractors import text_extractor
from sacreval.text.normalizers import Normalizer, normalizer

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch, Instance


@metrics.register("maj-at-k")
@dataclass(frozen=True, kw_only=True)
class MajAtK(ScoredSamples):
    """maj@k: 1 if the most frequent answer of the first k samples is a reference, else 0.

    Higher is better; the score of a system is the mean over records. Consensus is the share of the
    k samples that have that answer. Samples without an answer do not vote; a record without votes
    is unanswered, and scores 0. With a scorer, answers are the same where it finds them equal: each
    counts for the first answer, in the order of samples, that it equals; the share of samples
    without an answer is an output.

    Args:
        k: Number of leading samples that vote; each of several values has its own output.
        answer: Extractor of the answer of a sample, any that --extract has, such as last-number,
            boxed+last-number or regex:PATTERN.
        normalize: Normalisation of answers and references; see exact-match.
        ties: share counts the share of correct answers among the most frequent; first uses the
            one that occurs first.
        scorer: Signature of the metric that compares answers with each other and with references,
            such as math or math-verify; by default they are compared as texts after normalisation.
        threshold: Value of the scorer's main output from which two answers are the same.

    Source: self-consistency (Wang et al. 2023).
    """

    tasks: ClassVar[tuple[str, ...]] = ("mathematics", "question-answering")
    origin = Origin(why_own=NO_LIBRARY)  # libraries are those of the scorer
    score_scale = ScoreScale(mean=True, highest=1.0)
    judges: ClassVar[str] = "samples"
    scores_none: ClassVar[bool] = True
    kinds: ClassVar[Mapping[str, Kind]] = {"samples": LABELS, "references": LABELS}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"samples": ["5", "4", "4", "6", "4"], "references": ["4"]},
        {"samples": [1, 2, 1, 2], "references": [2]},
    )

    k: tuple[int, ...] = (1,)
    answer: str = "none"
    normalize: Normalizer = "none"
    ties: Literal["share", "first"] = "share"
    scorer: str = ""
    threshold: float = 1.0

    def __post_init__(self) -> None:
        if not self.k or min(self.k) < 1 or len(set(self.k)) < len(self.k):
            raise UsageError("k must be whole numbers from 1, each given once")
        text_extractor(self.answer)
        normalizer(self.normalize)
        if self._judge is not None:
            self._check_scorer(self._judge)
            self._follow(self._judge, self._judge.needs)

    def _check_scorer(self, judge: Metric) -> None:
        if judge.needs != ("references",) or not is_settled(judge):
            raise UsageError(
                f"--scorer {self.scorer}: votes need a metric that compares an output with "
                "references alone, such as math-verify or exact-match"
            )
        if self.normalize != "none":
            raise UsageError("--normalize: the scorer compares answers; give it there, or drop it")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `maj_at_<k>` and `consensus_at_<k>` for every k."""
        names = (f"{name}_at_{k}" for k in self.k for name in ("maj", "consensus"))
        return (*names, *((UNPARSED,) if self.scorer else ()))

    def rows(self, batch: Batch) -> Array:
        """Count the votes of all records, comparing many answers at a time if there is a scorer."""
        import numpy as np

        if self._judge is None:
            return super().rows(batch)
        same = same_by(getattr(self._judge, "between_outputs", self._judge), self.threshold)
        answers = [
            list(map(self._answer, samples[: max(self.k)])) for samples in batch.column("samples")
        ]
        votes = iter(voting(chain.from_iterable(answers), same))
        answers = [[x if next(votes) else None for x in row] for row in answers]
        sorted_answers = classes(answers, same)
        won = [[winners(indices[:k]) for k in self.k] for indices in sorted_answers]
        asked = {(i, first) for i, by_k in enumerate(won) for top in by_k for first in top.firsts}
        order = sorted(asked)
        pairs = [(answers[i][first], batch.references[i]) for i, first in order]
        equal = same_by(self._judge, self.threshold)(pairs)
        right = dict(zip(order, equal, strict=True))
        rows = []
        for i, (by_k, indices) in enumerate(zip(won, sorted_answers, strict=True)):
            shares = [
                self._shares([right[i, first] for first in top.firsts], top.votes, k)
                for top, k in zip(by_k, self.k, strict=True)
            ]
            rows.append([*chain.from_iterable(shares), indices.count(None) / len(indices), 1.0])
        return np.asarray(rows, dtype=np.float64)

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
        scores: list[float] = []
        for k in self.k:
            top = winners(votes[:k])
            scores += self._shares([vote in prepared for vote in top.firsts], top.votes, k)
        return scores

    def _shares(self, right: Sequence[bool], votes: int, k: int) -> tuple[float, float]:
        """Return the score, and the consensus.

        Args:
            right: Whether each of the most frequent answers is correct, in order of occurrence.
            votes: Number of samples that have such an answer.
            k: Number of samples that vote.
        """
        if not right:
            return 0.0, 0.0
        won = float(right[0]) if self.ties == "first" else sum(right) / len(right)
        return won, votes / k

    def unanswered(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records of which no sample has an answer."""
        read = self._vote if self._judge is None else self._answer
        columns = enumerate(batch.column("samples"))
        return [i for i, samples in columns if all(read(x) is None for x in samples[: max(self.k)])]

    def _answer(self, sample: Any) -> Any:
        """Return what the scorer compares; None if the sample has no answer."""
        if self.answer == "none" or sample is None:
            return sample
        try:
            return text_extractor(self.answer)(as_label(sample))
        except RecordError:
            return None

    def _vote(self, sample: Any) -> str | None:
        if sample is None:
            return None
        try:
            return self._label(text_extractor(self.answer)(as_label(sample)))
        except RecordError:
            return None

    def _label(self, answer: str) -> str:
        return as_label(normalizer(self.normalize)(answer))


T = TypeVar("T")
Same = Callable[[Sequence[tuple[Any, Sequence[Any]]]], list[bool]]


class Winners(NamedTuple, Generic[T]):
    """The answers with most votes.

    Args:
        firsts: Each of them, in order of occurrence; of a class, the index of its first answer.
        votes: Number of votes that each has.
    """

    firsts: list[T]
    votes: int


def same_by(scorer: Metric, threshold: float) -> Same:
    """Return the function that compares answers with others, or with references."""
    from sacreval.core.records import Batch, Instance

    def same(pairs: Sequence[tuple[Any, Sequence[Any]]]) -> list[bool]:
        if not pairs:
            return []
        records = [Instance(samples=[answer], references=list(others)) for answer, others in pairs]
        return [flagged.right[0] for flagged in flags(Batch(records), scorer, threshold)]

    return same


def voting(answers: Iterable[Any], same: Same) -> list[bool]:
    """Return which answers vote: those that equal themselves, so that something is found in them.

    Args:
        answers: The answers of samples; None for a sample without one.
        same: Compares answers.
    """
    listed = list(answers)
    texts = list(dict.fromkeys(x for x in listed if x is not None))
    try:
        equal = same([(x, [x]) for x in texts]) if texts else []
    except RecordError:
        equal = [_equals_itself(x, same) for x in texts]
    good = dict(zip(texts, equal, strict=True))
    return [x is not None and good[x] for x in listed]


def _equals_itself(answer: Any, same: Same) -> bool:
    try:
        return same([(answer, [answer])])[0]
    except RecordError:
        return False


def classes(records: Sequence[Sequence[Any]], same: Same) -> list[list[int | None]]:
    """Sort the answers of each record into classes.

    Equality within rounding is not transitive. An answer belongs to the first class whose first
    answer it equals, so that classes depend on the order of samples, and on no later sample.

    Args:
        records: The answers of each record; None for a sample that does not vote.
        same: Compares answers.

    Returns:
        For each answer the index of the first of its class; None for one that does not vote.
    """
    firsts: list[list[int | None]] = [[] for _ in records]
    for place in range(max(map(len, records), default=0)):
        at = [i for i, answers in enumerate(records) if place < len(answers)]
        asked = [(i, first) for i in at for first in _to_compare(records[i], firsts[i], place)]
        equal = same([(records[i][place], [records[i][first]]) for i, first in asked])
        joined: dict[int, int] = {}
        for (i, first), right in zip(asked, equal, strict=True):
            if right:
                joined.setdefault(i, first)
        for i in at:
            firsts[i].append(_class(records[i], firsts[i], place, joined.get(i, place)))
    return firsts


def _class(
    answers: Sequence[Any], known: Sequence[int | None], place: int, other: int
) -> int | None:
    """Return the class of an answer: that of an equal text, or else the one that it has joined."""
    if answers[place] is None:
        return None
    earlier = (known[i] for i in range(place) if answers[i] == answers[place])
    return next(earlier, other)


def _to_compare(answers: Sequence[Any], known: Sequence[int | None], place: int) -> list[int]:
    """Return the first answers of classes that an answer is compared with; none if it is known."""
    if answers[place] is None or answers[place] in answers[:place]:
        return []
    return list(dict.fromkeys(first for first in known if first is not None))


def winners(votes: Iterable[T | None]) -> Winners[T]:
    """Return the answers with most votes."""
    counts = Counter(vote for vote in votes if vote is not None)
    most = max(counts.values(), default=0)
    return Winners([vote for vote, count in counts.items() if count == most], most)
