"""chrF (Popović 2015) and chrF++ (Popović 2017), as sacrebleu computes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.formulas import greater, total, where
from sacreval.core.metric import PairKernel, ScoreScale, metrics, on_kernels
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._sacrebleu_base import SacrebleuMetric
from sacreval.stats.ratio import ratio
from sacreval.stats.segments import first_best
from sacreval.text.scripts import Tokenization
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

EPSILON = 1e-16  # precision and recall of an order without n-grams under eps_smoothing


@metrics.register("chrf")
@dataclass(frozen=True, kw_only=True)
class ChrF(SacrebleuMetric, PairKernel):
    """chrF: F-score over character n-grams, and word n-grams for chrF++, 0 to 100.

    Higher is better. With several references the best counts. Counts are summed over outputs
    before the score is computed.

    Args:
        char_order: The longest character n-grams.
        word_order: The longest word n-grams; 2 makes it chrF++.
        beta: How much more recall weighs than precision.
        lowercase: Ignore case.
        whitespace: Count blanks as characters.
        eps_smoothing: Average the F-scores of all orders, as chrF++.py, NLTK and Moses do,
            instead of precision and recall over the orders that occur.

    Source: sacrebleu (Post 2018).
    """

    score_scale = ScoreScale(greatest={"chrf": 100.0})
    whole_rows: ClassVar[bool] = True
    pairs_are_rows: ClassVar[bool] = True
    tasks: ClassVar[tuple[str, ...]] = (
        "machine-translation",
        "data-to-text",
        "summarization",
        "generation",
    )

    char_order: int = 6
    word_order: int = 0
    beta: int = 2
    lowercase: bool = False
    whitespace: bool = False
    eps_smoothing: bool = False

    def __post_init__(self) -> None:
        if self.char_order < 0 or self.word_order < 0 or self.char_order + self.word_order == 0:
            raise UsageError("char_order and word_order must be 0 or more, and one of them above 0")
        check_order("char_order", self.char_order, least=0)
        check_order("word_order", self.word_order, least=0)
        if self.beta < 0:
            raise UsageError(f"beta is {self.beta}; give 0 or more")

    def official(self) -> Any:
        """Create sacrebleu's CHRF."""
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(**self.options())

    def tokenization(self) -> Tokenization | None:
        """Split at blanks if no character n-grams are counted."""
        return None if self.char_order else Tokenization(str.split, "give --char-order 6")

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Average precision and recall over the orders, then compute F-beta."""
        p, r = self._by_order(sums, otherwise=EPSILON)
        if self.eps_smoothing:
            each = [self._f_beta(x, y, otherwise=EPSILON) for x, y in zip(p, r, strict=True)]
            return {"chrf": 100.0 * (total(each) / self._orders)}
        averaged = self._averaged(sums, p, r)
        return {"chrf": 100.0 * self._f_beta(*averaged, otherwise=0.0)}

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return precision and recall in percent: averaged over orders, then of each order.

        They are averaged over the orders that occur, or over all with eps_smoothing, whose F-score
        is not computed from these averages.
        """
        p, r = self._by_order(sums, otherwise=0.0)
        both = (total(p) / self._orders, total(r) / self._orders)
        averaged = both if self.eps_smoothing else self._averaged(sums, p, r)
        details = dict(zip(("precision", "recall"), averaged, strict=True))
        kinds = {"char": self.char_order, "word": self.word_order}
        names = [f"{kind}_{{}}_{n + 1}" for kind, most in kinds.items() for n in range(most)]
        for name, precision, recall in zip(names, p, r, strict=True):
            details[name.format("precision")] = precision
            details[name.format("recall")] = recall
        return {name: 100.0 * value for name, value in details.items()}

    @property
    def _orders(self) -> int:
        return self.char_order + self.word_order

    def _by_order(self, sums: Array, *, otherwise: float) -> tuple[list[Any], list[Any]]:
        """Return precision and recall of each order."""
        p, r = [], []
        for i in range(0, 3 * self._orders, 3):
            n_hyp, n_ref, n_match = (sums[..., i + j] for j in range(3))
            p.append(ratio(n_match, n_hyp, otherwise=otherwise))
            r.append(ratio(n_match, n_ref, otherwise=otherwise))
        return p, r

    def _averaged(self, sums: Array, p: Sequence[Any], r: Sequence[Any]) -> tuple[Any, Any]:
        """Average precision and recall over the orders that occur in outputs and references."""
        starts = range(0, 3 * self._orders, 3)
        occurs = [(sums[..., i] > 0) & (sums[..., i + 1] > 0) for i in starts]
        orders = greater(total([1.0 * mask for mask in occurs]), 1.0)
        precision, recall = (
            total([where(mask, x, 0.0) for mask, x in zip(occurs, each, strict=True)]) / orders
            for each in (p, r)
        )
        return precision, recall

    def native_pairs(self, batch: Batch) -> Array:
        """Count n-grams with the kernel."""
        from sacreval import native

        return native.chrf_pairs(
            batch.texts,
            char_order=self.char_order,
            word_order=self.word_order,
            lowercase=self.lowercase,
            whitespace=self.whitespace,
        )

    def all_pairs_rows(self, outputs: Batch, first: int, last: int) -> Array | None:
        """Count the n-grams of each output once, with the kernel."""
        if not on_kernels(self):
            return None
        from sacreval import native

        return native.chrf_all_pairs(
            outputs.as_one().texts,
            (first, last),
            char_order=self.char_order,
            word_order=self.word_order,
            lowercase=self.lowercase,
            whitespace=self.whitespace,
        ).astype(float)

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the reference with the best score; the first of ties."""
        return pairs[first_best(self.reduce(pairs)["chrf"], starts)]

    def _f_beta(self, p: Array, r: Array, *, otherwise: float) -> Array:
        beta2 = self.beta**2
        return ratio((1 + beta2) * p * r, beta2 * p + r, otherwise=otherwise)
