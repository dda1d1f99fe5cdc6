"""BLEU (Papineni et al. 2002), as sacrebleu computes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from sacreval.core.contract.formulas import Sums, exp, greater, log, total, where
from sacreval.core.contract.metric_values import without_library
from sacreval.core.libraries import scores
from sacreval.core.metric import ScoreScale, metrics, on_kernels
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._base import for_kernel
from sacreval.metrics.ngrams._bleu_parts import Formula, Parts, brevity_penalty, named
from sacreval.metrics.ngrams._sacrebleu_base import SacrebleuMetric
from sacreval.stats.ratio import ratio
from sacreval.text import tokenizers
from sacreval.text.tokenizers import Tokenizer
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.native import Texts
    from sacreval.text.scripts import Tokenization

Smoothing = Literal["exp", "floor", "add-k", "none", "coco", "mteval"]
SMOOTH_VALUES: dict[str, float] = {"floor": 0.1, "add-k": 1.0}
OWN = ("coco", "mteval")  # what sacrebleu does not have
LOG_ZERO = -9999999999.0  # sacrebleu's logarithm of a precision of zero


@metrics.register("bleu")
@dataclass(frozen=True, kw_only=True)
class Bleu(SacrebleuMetric):
    """BLEU: n-gram precision with a brevity penalty, 0 to 100.

    Higher is better. With several references, an n-gram matches as often as it occurs in the
    reference that has it most often, and the length is that of the closest reference. Counts are
    summed over outputs before precisions are computed.

    Args:
        lowercase: Ignore case.
        tokenize: How texts are split into tokens; by default the tokenizer of the target language,
            or 13a if none is given.
        trg_lang: Target language code; zh, ja and ko choose their own tokenizer.
        smooth_method: How orders without a match are smoothed (Chen and Cherry 2014). coco adds
            1e-15 to matches and 1e-9 to totals, as coco-caption does; with `--tokenize ptb` the
            score is a hundred times its Bleu_4, and its Bleu_1 with `--max-ngram-order 1`.
            mteval is exp, except that orders longer than the prediction count as precision 1, and a
            prediction without any match does not score 0, as mteval-v13a.pl and v14 do.
        smooth_value: What floor and add-k add; 0.1 and 1 by default.
        max_ngram_order: The longest n-grams, 1 to 1000.
        effective_order: Leave out orders longer than the prediction, as is usual for sentences;
            not with coco and mteval.

    Source: sacrebleu (Post 2018); for coco, coco-caption (pycocoevalcap 1.2); for mteval,
    mteval-v13a.pl.
    """

    score_scale = ScoreScale(greatest={"bleu": 100.0})
    whole_rows: ClassVar[bool] = True
    tasks: ClassVar[tuple[str, ...]] = (
        "machine-translation",
        "data-to-text",
        "simplification",
        "generation",
    )

    lowercase: bool = False
    tokenize: Tokenizer | None = None
    trg_lang: str = ""
    smooth_method: Smoothing = "exp"
    smooth_value: float | None = None
    max_ngram_order: int = 4
    effective_order: bool = False

    def __post_init__(self) -> None:
        check_order("max_ngram_order", self.max_ngram_order)
        if self.smooth_value is not None and self.smooth_method not in SMOOTH_VALUES:
            raise UsageError(f"smooth_value has no effect with '{self.smooth_method}'; drop it")
        if self.smooth_value is not None and self.smooth_value < 0.0:
            raise UsageError(f"smooth_value is {self.smooth_value}; give 0 or more")
        if self.effective_order and self._formula() is not None:
            raise UsageError(f"effective_order has no effect with '{self.smooth_method}'; drop it")
        tokenize = self.tokenize
        if tokenize is None:
            tokenize = tokenizers.LANGUAGES.get(self.trg_lang, "13a")
        smooth_value = self.smooth_value
        if smooth_value is None:
            smooth_value = SMOOTH_VALUES.get(self.smooth_method)
        object.__setattr__(self, "tokenize", tokenize)
        object.__setattr__(self, "smooth_value", smooth_value)
        tokenizers.check(tokenize)
        if self.smooth_method in OWN:
            object.__setattr__(self, "origin", without_library(self.origin))

    def tokenization(self) -> Tokenization:
        """Split with the sacrebleu tokenizer."""
        return tokenizers.tokenization(self.tokenize or "13a")

    def rests_on(self) -> Sequence[Path]:
        """Return the model or the dictionary of the tokenizer."""
        return tokenizers.files(self.tokenize or "13a")

    def official(self) -> Any:
        """Create sacrebleu's BLEU."""
        from sacrebleu.metrics.bleu import BLEU

        name = self.tokenize or "13a"
        theirs = tokenizers.is_sacrebleus(name)
        scorer = BLEU(
            lowercase=self.lowercase and name not in tokenizers.OWN_CASE,
            tokenize=name if theirs else "none",
            smooth_method="none" if self.smooth_method in OWN else self.smooth_method,
            smooth_value=self.smooth_value,
            max_ngram_order=self.max_ngram_order,
            effective_order=self.effective_order,
        )
        if not theirs:
            scorer.tokenizer = tokenizers.load(name)
        return scorer

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Score with sacrebleu; it does not have the formulas of coco-caption and mteval."""
        return {} if self.smooth_method in OWN else scores(self.origin.counterpart, self, batch)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute the geometric mean of the precisions, times the brevity penalty."""
        order = self.max_ngram_order
        if (formula := self._formula()) is not None:
            return {"bleu": formula.bleu(sums, order)}
        precisions, known = self._precisions(sums)
        logs = [log(p, otherwise=LOG_ZERO) for p in precisions]
        if self.effective_order:
            logs = [where(used, x, 0.0) for used, x in zip(known, logs, strict=True)]
            order = greater(total([1.0 * used for used in known]), 1.0)
        score = brevity_penalty(sums[..., 0], sums[..., 1]) * exp(total(logs) / order)
        return {"bleu": where(self._any_match(sums), score, 0.0)}

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return precisions in percent, brevity penalty, and lengths, as sacrebleu prints them.

        Precisions are smoothed as in the score, and 0 if nothing matches at all.
        """
        return named(self._parts(sums), sums[..., 0], sums[..., 1])

    def _parts(self, sums: Array) -> Parts:
        """Return the precisions in percent, and the penalty."""
        order = self.max_ngram_order
        if (formula := self._formula()) is not None:
            precisions, penalty = formula.parts(sums, order)
            return Parts([100.0 * precisions[..., n] for n in range(order)], penalty)
        any_match = self._any_match(sums)
        values = [where(any_match, p, 0.0) for p in self._precisions(sums)[0]]
        return Parts(values, brevity_penalty(sums[..., 0], sums[..., 1]))

    def _formula(self) -> Formula | None:
        """Return the whole formula of another tool; None where only counts are smoothed."""
        if self.smooth_method == "coco":
            from sacreval.metrics.ngrams._bleu_variants import coco_bleu, coco_parts

            return Formula(coco_bleu, coco_parts)
        if self.smooth_method == "mteval":
            from sacreval.metrics.ngrams._bleu_variants import mteval_bleu, mteval_parts

            return Formula(mteval_bleu, mteval_parts)
        return None

    def _any_match(self, sums: Array) -> Any:
        """Return whether any n-gram matches."""
        any_match: Any = False
        for n in range(self.max_ngram_order):
            any_match = any_match | (sums[..., 2 + n] != 0)
        return any_match

    def _precisions(self, sums: Array) -> tuple[list[Any], list[Any]]:
        """Return smoothed precisions in percent, and which orders precede the first empty one.

        A way to smooth counts is a branch here; a whole formula is one of `_formula`.
        """
        order = self.max_ngram_order
        precisions, precede = [], []
        known: Any = True
        halved: Any = 1.0
        for n in range(order):
            correct, count = sums[..., 2 + n], sums[..., 2 + order + n]
            if self.smooth_method == "add-k" and n:  # not to unigrams (Lin and Och 2004)
                correct, count = correct + self._added, count + self._added
            known = known & (count > 0)
            missed = known & (correct == 0)
            if self.smooth_method == "exp":  # halved with every further order without a match
                halved = where(missed, 0.5 * halved, halved)
                correct = where(missed, halved, correct)
            elif self.smooth_method == "floor":
                correct = where(missed, self._added, correct)
            precisions.append(ratio(100.0 * correct, where(known, count, 0.0), otherwise=0.0))
            precede.append(known)
        return precisions, precede

    @property
    def _added(self) -> float:
        return self.smooth_value or 0.0

    def covers_native(self) -> bool:
        """Always; tokenizers that are not compiled run before the kernel."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Count n-grams with the kernel."""
        from sacreval import native

        texts, options = self._for_kernel(batch)
        return native.bleu(texts, **options, max_ngram_order=self.max_ngram_order)

    def native_sums(self, batch: Batch) -> Sums | None:
        """Return the sum of the rows, except for the formulas of other tools."""
        if self._formula() is not None:
            return None
        from sacreval import native

        return Sums(map(float, native.summed(lambda: self.native_rows(batch))))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Count n-grams without each reference, in the same pass."""
        if not on_kernels(self):
            return super().leave_one_out_rows(batch)
        from sacreval import native

        texts, options = self._for_kernel(batch)
        order = self.max_ngram_order
        return native.bleu_leave_one_out(texts, **options, max_ngram_order=order).astype(float)

    def all_pairs_rows(self, outputs: Batch, first: int, last: int) -> Array | None:
        """Count the n-grams of each output once, with the kernel."""
        if not on_kernels(self):
            return None
        from sacreval import native

        texts, options = self._for_kernel(outputs.as_one())
        order = self.max_ngram_order
        rows = native.bleu_all_pairs(texts, (first, last), **options, max_ngram_order=order)
        return rows.astype(float)

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Count n-grams once for the rows and the leave-one-out rows."""
        if not on_kernels(self):
            return self.rows(batch), self.leave_one_out_rows(batch)
        from sacreval import native

        texts, options = self._for_kernel(batch)
        both = native.bleu_jackknife(texts, **options, max_ngram_order=self.max_ngram_order)
        return both.whole.astype(float), both.leave_one_out.astype(float)

    def _for_kernel(self, batch: Batch) -> tuple[Texts, Any]:
        return for_kernel(batch, self.tokenize or "13a", lowercase=self.lowercase)

    def for_instances(self) -> Self:
        """Turn effective order on: a sentence of three words has no 4-grams to match."""
        if self._formula() is not None:
            return self
        return replace(self, effective_order=True)
