"""NIST (Doddington 2002), as NLTK or mteval computes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import log
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sacreval.core.contract.metric_values import FROM_ZERO, NO_LIBRARY, ScoreScale
from sacreval.core.libraries import scores
from sacreval.core.metric import Metric, Origin, metrics, on_kernels
from sacreval.errors import UsageError
from sacreval.metrics.ngrams import _nist_counts as counts
from sacreval.metrics.ngrams._nist_counts import (
    InformationKey,
    InformationTable,
    distinct_references,
    hashed,
    recall,
    remember,
)
from sacreval.stats.ratio import ratio
from sacreval.text.scripts import Tokenization
from sacreval.text.tokenizers import Tokenizer, check, files, tokenization
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

BETA = log(2) / log(1.5) ** 2  # outputs of two thirds of the length score half


@metrics.register("nist")
@dataclass(frozen=True, kw_only=True)
class Nist(Metric):
    """NIST: matched n-grams weighted by information, with a length penalty; 0 or more.

    Higher is better; there is no upper bound. The information of an n-gram is computed over all
    references of the run, those of an input once, however many systems there are; so scores of
    different test sets cannot be compared, and the records are read twice. Scores of groups and of
    single records use the same information. Empty outputs score 0. If no n-gram has information,
    as where all references are one and the same word, 0 is reported, with a notice.

    Args:
        definition: nltk takes, order by order, the counts of the reference that matches best, and
            leaves out orders longer than the longest output. mteval, of NIST's scripts
            mteval-v11b.pl to v14, clips counts by the largest of any reference and compares lengths
            with the mean of the references. Their default is `--lowercase --tokenize 13a`, their -c
            is without --lowercase, and their --international-tokenization is `--tokenize intl`.
        order: The longest n-grams, 1 to 1000.
        tokenize: How texts are split into tokens.
        lowercase: Ignore case. With mteval, of A to Z only, unless the tokenizer is intl.
        references_sha256: SHA-256 of the references of the run, which signatures state; a run with
            others is refused.

    Source: NLTK's corpus_nist, on sacrebleu's tokens; mteval-v13a.pl.
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "data-to-text", "generation")
    # nltk scores whole sets, in verify
    origin = Origin(libraries=("nltk", "sacrebleu"), why_own=NO_LIBRARY, counterpart="nltk:nist")

    definition: counts.Definition = "nltk"
    order: int = 5
    tokenize: Tokenizer = "13a"
    lowercase: bool = False
    references_sha256: str = ""

    def __post_init__(self) -> None:
        check_order("order", self.order)
        check(self.tokenize)
        object.__setattr__(self, "_held", recall(self._key(self.references_sha256)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options, and the references of the run."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return _rebuild, (values, self._known())

    def tokenization(self) -> Tokenization:
        """Split with the sacrebleu tokenizer."""
        return tokenization(self.tokenize)

    def rests_on(self) -> Sequence[Path]:
        """Return the model or the dictionary of the tokenizer."""
        return files(self.tokenize)

    def is_settled(self) -> bool:
        """Return whether the information of n-grams is known."""
        return self._known() is not None

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Compute the information of n-grams in the references."""
        references = distinct_references(batches)
        digest = hashed(references)
        if self.references_sha256 not in {"", digest}:
            raise UsageError(
                f"The references are not those of the signature: their SHA-256 is {digest}, "
                f"not {self.references_sha256}; score the same records"
            )
        table = remember(self._key(digest), lambda: self._table_of(references))
        settled = replace(self, references_sha256=digest)
        object.__setattr__(settled, "_held", table)  # held as long as the metric
        return settled

    def row(self, prediction: str, prepared: Sequence[str]) -> Sequence[float]:
        """Compute the row of one output; see `_nist_counts`."""
        from sacreval.core.records import Batch, Instance

        batch = Batch([Instance(prediction=prediction, references=list(prepared))])
        return counts.row(self._matches(batch)[0], self._table().information, self.definition)

    def rows(self, batch: Batch) -> Array:
        """Compute the rows of a batch (n, 3 * order + 1); see `_nist_counts`."""
        computed = self._native(batch, leave_one_out=False)
        return self._rows(self._matches(batch)) if computed is None else computed[0]

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute rows without each reference; the information of n-grams stays the same."""
        return self.rows_with_leave_one_out(batch)[1]

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Match n-grams once for the rows and the leave-one-out rows."""
        computed = self._native(batch, leave_one_out=True)
        if computed is not None:
            whole, leave_one_out = computed
            return whole, leave_one_out
        matches = self._matches(batch)
        return self._rows(matches), self._leave_one_out_rows(matches)

    def covers_native(self) -> bool:
        """Always; tokenizers that are not compiled run before the kernel."""
        return True

    def _native(self, batch: Batch, *, leave_one_out: bool) -> Any:
        """Compute the rows with the kernel; None if it is not used, or an n-gram is not known."""
        if not on_kernels(self):
            return None
        from sacreval import native

        table = self._table()
        return native.nist_rows(table.texts(batch), table.compiled, leave_one_out=leave_one_out)

    def _rows(self, matches: Sequence[counts.Matches]) -> Array:
        import numpy as np

        table = self._table().information
        rows = [counts.row(match, table, self.definition) for match in matches]
        return np.array(rows, dtype=np.float64)

    def _leave_one_out_rows(self, matches: Sequence[counts.Matches]) -> Array:
        import numpy as np

        table = self._table().information
        parts = (counts.leave_one_out_rows(match, table, self.definition) for match in matches)
        return np.array([row for rows in parts for row in rows], dtype=np.float64)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Sum information per n-gram over the orders, times the length penalty."""
        per_gram, penalty, _ = self._parts(sums)
        return {"nist": per_gram.sum(axis=-1) * penalty}

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the score as undefined if no n-gram of the references has information."""
        if rows[..., : self.order].any() or any(self._table().information.bits.values()):
            return {}
        return {"nist": "no n-gram of the references has information"}

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return the information per n-gram of each order, the length penalty, and the lengths.

        The length of references is averaged over the orders that outputs have.
        """
        per_gram, penalty, ref_len = self._parts(sums)
        by_order = {f"information_{n + 1}": per_gram[..., n] for n in range(self.order)}
        return {**by_order, "penalty": penalty, "sys_len": sums[..., -1], "ref_len": ref_len}

    def _parts(self, sums: Array) -> tuple[Array, Array, Array]:
        """Return information per n-gram (..., order), length penalty and reference length (...)."""
        import numpy as np

        n = self.order
        information, totals, lengths = (sums[..., i * n : (i + 1) * n] for i in range(3))
        used = totals > 0  # orders longer than every output are left out
        per_gram = ratio(information, totals, otherwise=0.0)
        reference, orders = np.where(used, lengths, 0.0).sum(axis=-1), used.sum(axis=-1)
        relative = ratio(sums[..., -1] * orders, reference, otherwise=1.0)
        shortness = np.log(np.clip(relative, 1e-300, 1.0))
        ref_len = ratio(reference, orders, otherwise=0.0)
        return per_gram, np.exp(-BETA * shortness**2), ref_len

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Score a set with NLTK, if the information of n-grams is that of the set's references."""
        same = hashed(distinct_references([batch])) == self.references_sha256
        return (
            scores(self.origin.counterpart, self, batch)
            if same and self.definition == "nltk"
            else {}
        )

    def splitter_of(self, batch: Batch) -> Callable[[str], list[str]]:
        """Return a function from a text of a batch to its tokens."""
        return self._table_of([]).splitter(batch)

    def _matches(self, batch: Batch) -> list[counts.Matches]:
        split = self.splitter_of(batch)
        pairs = zip(batch.predictions, batch.references, strict=True)
        return [
            counts.match(split(output), [split(text) for text in references], self.order)
            for output, references in pairs
        ]

    def _table_of(self, references: list[str]) -> InformationTable:
        mteval = self.definition == "mteval"
        return InformationTable(references, mteval, self.order, self.tokenize, self.lowercase)

    def _key(self, references_sha256: str) -> InformationKey:
        options = (self.definition, self.tokenize, self.lowercase)
        return InformationKey(references_sha256, self.order, options)

    def _known(self) -> InformationTable | None:
        table: InformationTable | None = getattr(self, "_held", None)
        return table

    def _table(self) -> InformationTable:
        if (table := self._known()) is None:
            raise UsageError("nist has no information on n-grams; settle it on the records")
        return table


def _rebuild(values: Mapping[str, Any], table: InformationTable | None) -> Nist:
    """Rebuild a pickled metric."""
    metric = Nist(**values)
    if table is not None:
        held = remember(metric._key(metric.references_sha256), lambda: table)  # noqa: SLF001
        object.__setattr__(metric, "_held", held)
    return metric
