"""Ranking: recall, precision, MAP, MRR and nDCG of ranked documents, by trec_eval."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log2
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, Origin, ScoreScale, metrics, on_kernels
from sacreval.core.options.field_types import NAMED_NUMBERS, RANKING, Kind
from sacreval.errors import NotSetUpError, UsageError

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

MOST = 10_000  # largest gain: time and memory of trec_eval grow with it, and it can fail silently
CUT = {"recall": "recall", "precision": "P", "hit": "success", "ndcg": "ndcg_cut"}


@metrics.register("ranking")
@dataclass(frozen=True, kw_only=True)
class Ranking(MeanMetric):
    """Ranking: MAP, MRR, nDCG, recall and precision of ranked documents; the mean over queries.

    Scores are 0 to 1; higher is better. `ranking` lists document ids, the best first; `qrels` maps
    ids to relevance, a whole number of at most 10,000; other documents have relevance 0. A record
    is a query, so confidence intervals resample queries. MAP divides by all relevant documents,
    precision at k by k. A query without a relevant document scores 0, as in trec_eval, with a
    notice.

    Args:
        k: Cut-offs of recall, precision, hits and nDCG, in documents.
        gain: Gain of a document in nDCG: linear is its relevance, as in trec_eval; exponential is
            2^relevance - 1, of relevance of at most 13.

    Source: trec_eval, through pytrec_eval.
    """

    tasks: ClassVar[tuple[str, ...]] = ("retrieval", "question-answering")
    score_scale = ScoreScale(mean=True, highest=1.0)
    judges: ClassVar[str] = "ranking"
    needs: ClassVar[tuple[str, ...]] = ("qrels",)
    kinds: ClassVar[Mapping[str, Kind]] = {"ranking": RANKING, "qrels": NAMED_NUMBERS}
    origin = Origin(libraries=("pytrec_eval-terrier",))
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"ranking": ["d3", "d1", "d2"], "qrels": {"d1": 1, "d2": 2}},
        {"ranking": ["d9", "d8"], "qrels": {"d1": 1}},
    )

    k: tuple[int, ...] = (1, 5, 10)
    gain: Literal["linear", "exponential"] = "linear"

    def __post_init__(self) -> None:
        if min(self.k, default=1) < 1 or len(set(self.k)) < len(self.k):
            raise UsageError("k must be whole numbers from 1, each given once")
        # nDCG at 10, as BEIR and MTEB rank systems
        object.__setattr__(self, "main", "ndcg_at_10" if 10 in self.k else "ndcg")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return MAP, MRR and nDCG of whole lists, then the scores at every k."""
        return ("map", "mrr", "ndcg", *(f"{name}_at_{k}" for name in CUT for k in self.k))

    def fault(self, instance: Instance) -> str | None:
        """Report documents ranked twice, and relevance that trec_eval does not accept."""
        ranking, grades = instance.ranking or [], (instance.qrels or {}).values()
        if len(set(ranking)) < len(ranking):
            return "a document is repeated in `ranking`; keep its best position"
        if any(grade != int(grade) for grade in grades):
            return "`qrels` has a fraction; give relevance as whole numbers"
        if wrong := next((x for x in grades if abs(x) > self._largest_grade), None):
            return (
                f"`qrels` has the relevance {wrong:.15g}; trec_eval counts documents by relevance, "
                f"so give {self._largest_grade:,} at most"
            )
        if not grades:
            return "`qrels` is empty; leave the query out, as trec_eval does"
        return None

    def watch(self) -> Watch | None:
        """Count queries without a relevant document."""
        return QueriesWithoutRelevant()

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one query."""
        table: Sequence[Sequence[float]] = self._table([prediction], [prepared])
        return table[0]

    def covers_native(self) -> bool:
        """Always; all options are covered."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Compute the same without trec_eval, from the places of relevant documents."""
        import numpy as np

        pairs = zip(batch.column("ranking"), batch.column("qrels"), strict=True)
        return np.array([[*self._own_scores(*pair), 1.0] for pair in pairs], float)

    def rows(self, batch: Batch) -> Array:
        """Score all queries at once."""
        import numpy as np

        if on_kernels(self):
            return self.native_rows(batch)
        table = self._table([x.ranking or [] for x in batch], [x.qrels or {} for x in batch])
        return np.column_stack([np.asarray(table, dtype=np.float64), np.ones(len(batch))])

    def _table(
        self, rankings: Sequence[Sequence[str]], qrels: Sequence[Mapping[str, float]]
    ) -> list[list[float]]:
        """Return the scores of every query; 0 for a query without ranked documents."""
        runs = {
            str(q): {doc: float(len(ranking) - i) for i, doc in enumerate(ranking)}
            for q, ranking in enumerate(rankings)
            if ranking
        }
        grades = {str(q): {doc: int(x) for doc, x in docs.items()} for q, docs in enumerate(qrels)}
        cuts = ",".join(map(str, self.k))
        measures = {"map", "recip_rank", *(f"{m}.{cuts}" for m in list(CUT.values())[:3] if cuts)}
        scores = trec_eval().RelevanceEvaluator(grades, measures).evaluate(runs)
        gains = {q: {doc: self._gain(x) for doc, x in docs.items()} for q, docs in grades.items()}
        depth = {"ndcg", f"ndcg_cut.{cuts}"} if cuts else {"ndcg"}
        graded = trec_eval().RelevanceEvaluator(gains, depth).evaluate(runs)
        keys = ["map", "recip_rank", "ndcg", *(f"{m}_{k}" for m in CUT.values() for k in self.k)]
        return [
            [(scores.get(q, {}) | graded.get(q, {})).get(key, 0.0) for key in keys] for q in grades
        ]

    def _own_scores(self, ranking: Sequence[str], qrels: Mapping[str, float]) -> Sequence[float]:
        """Score one query."""
        gains = {doc: self._gain(int(grade)) for doc, grade in qrels.items() if grade > 0}
        places = [i for i, doc in enumerate(ranking) if doc in gains]
        if not places:
            return [0.0] * len(self.outputs)
        best = sorted(gains.values(), reverse=True)
        ideal = discounted(best, range(len(best)))
        dcg = discounted([gains[ranking[i]] for i in places], places)
        precisions = accumulate((h + 1) / (i + 1) for h, i in enumerate(places))
        hits = [bisect_left(places, k) for k in self.k]
        return [
            [*precisions][-1] / len(gains),
            1 / (places[0] + 1),
            dcg[-1] / ideal[-1],
            *(hit / len(gains) for hit in hits),
            *(hit / k for hit, k in zip(hits, self.k, strict=True)),
            *(float(hit > 0) for hit in hits),
            *(
                dcg[hit - 1] / ideal[min(k, len(ideal)) - 1] if hit else 0.0
                for hit, k in zip(hits, self.k, strict=True)
            ),
        ]

    @property
    def _largest_grade(self) -> int:
        return MOST if self.gain == "linear" else MOST.bit_length() - 1

    def _gain(self, grade: int) -> int:
        return grade if self.gain == "linear" else int(2**grade - 1)


def discounted(gains: Sequence[int], places: Sequence[int]) -> Sequence[float]:
    """Return the cumulated gains of documents, each divided by log2 of its rank + 1."""
    both = zip(gains, places, strict=True)
    return list(accumulate(gain / log2(place + 2) for gain, place in both))


class QueriesWithoutRelevant:
    """Counts the queries without a relevant document, whose scores are always 0."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, batch: Batch) -> None:
        """Count such queries in a batch."""
        self._count += sum(not any(grade > 0 for grade in (x.qrels or {}).values()) for x in batch)

    def notices(self) -> list[str]:
        """Return a notice with their number, if there are any."""
        if not self._count:
            return []
        single = self._count == 1
        many = "1 query has" if single else f"{self._count} queries have"
        counts = "counts" if single else "count"
        remedy = "leave such queries out to score the others alone"
        return [f"{many} no relevant document and {counts} with 0, as in trec_eval; {remedy}"]


def trec_eval() -> Any:
    """Import pytrec_eval."""
    try:
        import pytrec_eval
    except ImportError as error:
        raise NotSetUpError(
            "the official engine of ranking needs pytrec_eval; run: pip install 'sacreval[ranking]'"
        ) from error
    return pytrec_eval
