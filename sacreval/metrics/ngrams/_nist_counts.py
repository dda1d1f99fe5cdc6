"""Information of n-grams in the references of a run, and of those that an output shares (NIST).

Information of n-grams in the references of a run (Doddington 2002), found by a hash of these. A
table is data, and too long for an option: the option has the SHA-256 of the references. The metrics
of a process find the table by it, as long as one of them holds it; pickles have it.

A row has four parts: information by order, number of the output's n-grams by order, length of the
references by order, and length of the output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from hashlib import sha256
from itertools import accumulate, repeat
from math import fsum, log2
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from sacreval.errors import UsageError
from sacreval.metrics.ngrams._base import COMPILED, splitter
from sacreval.text.tokenizers import Tokenizer
from sacreval.text.words import ngrams

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.native import NistOptions, NistTable, Texts


Gram = tuple[str, ...]
T = TypeVar("T")


class InformationKey(NamedTuple):
    """What a table of information depends on.

    Args:
        references: SHA-256 of the references.
        order: The longest n-grams.
        options: How texts are split, and how n-grams are counted.
    """

    references: str
    order: int
    options: tuple[str | bool, ...]


@dataclass(frozen=True)
class Information:
    """The information of the n-grams of references, in bits.

    Args:
        bits: N-gram to log2 of the number of its occurrences without the last word over that of
            its own; of a word, the number of all words over that of its occurrences.
    """

    bits: Mapping[Gram, float]

    def of(self, matches: Mapping[Gram, int]) -> float:
        """Return the information of n-grams, times their counts; the same in any order.

        Raises:
            UsageError: If an n-gram is not in the references that were counted.
        """
        bits = self.bits
        try:
            return fsum([bits[gram] * count for gram, count in matches.items()])
        except KeyError as error:
            raise UsageError(
                f"nist has no information on '{' '.join(error.args[0])}'; "
                "settle it on all records that it scores"
            ) from None


def informed(texts: Iterable[Sequence[str]], order: int, *, perl: bool) -> Information:
    """Compute the information of the n-grams of references."""
    held = list(texts)
    words = sum(map(len, held))
    bits: dict[Gram, float] = {}
    shorter: Counter[Gram] = Counter({(): words})
    for n in range(1, order + 1):
        counts: Counter[Gram] = Counter()
        for text in held:
            counts.update(ngrams(text, n))
        if not counts:
            break
        bits.update((gram, log2(shorter[gram[:-1]] / count)) for gram, count in counts.items())
        if perl:
            zeros = ((gram, count) for gram, count in counts.items() if gram[:-1] == ("0",))
            bits.update((gram, log2(words / count)) for gram, count in zeros)
        shorter = counts
    return Information(bits)


def distinct_references(batches: Iterable[Batch]) -> list[str]:
    """List the references of a run, those of an input once, however many systems there are."""
    seen = {(x.instance_id, *sorted(x.references or ())) for batch in batches for x in batch}
    return sorted(text for _, *texts in seen for text in texts)


def hashed(references: Sequence[str]) -> str:
    """Return the SHA-256 of sorted references."""
    return sha256(msgspec.json.encode(references)).hexdigest()


_TABLES: WeakValueDictionary[InformationKey, Any] = WeakValueDictionary()


def remember(key: InformationKey, compute: Callable[[], T]) -> T:
    """Return the table of a key, computed if nothing holds it."""
    table: T | None = _TABLES.get(key)
    if table is None:
        table = _TABLES[key] = compute()
    return table


def recall(key: InformationKey) -> Any:
    """Return the table of a key, or None if nothing holds it."""
    return _TABLES.get(key)


@dataclass(frozen=True, eq=False)
class InformationTable:
    """The references of a run; the information of their n-grams is computed when it is first used.

    Args:
        references: The references.
        mteval: Whether they are counted as in mteval, else as in NLTK.
        order: The longest n-grams.
        tokenize: How texts are split into tokens.
        lowercase: Ignore case.
    """

    references: list[str]
    mteval: bool
    order: int
    tokenize: Tokenizer
    lowercase: bool

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the references alone."""
        return InformationTable, (
            self.references,
            self.mteval,
            self.order,
            self.tokenize,
            self.lowercase,
        )

    @cached_property
    def information(self) -> Information:
        """The information of n-grams, by the definition."""
        split = self.splitter(self._batch())
        return informed(map(split, self.references), self.order, perl=self.mteval)

    @cached_property
    def compiled(self) -> NistTable:
        """The same for the kernel."""
        from sacreval import native

        return native.NistTable(self.texts(self._batch()), self._options())

    def splitter(self, batch: Batch) -> Callable[[str], list[str]]:
        """Return a function from a text of a batch to its tokens."""
        if self._is_ascii():
            return partial(_ascii_lowercase, splitter(batch, self.tokenize, lowercase=False))
        return splitter(batch, self.tokenize, lowercase=self.lowercase)

    def texts(self, batch: Batch) -> Texts:
        """Return the texts of a batch for the kernel, split if it has not the tokenizer."""
        if self.tokenize in COMPILED:
            return batch.texts
        split = self.splitter(batch)
        return batch.texts_after(lambda text: " ".join(split(text)))

    def _options(self) -> NistOptions:
        from sacreval import native

        if self.tokenize not in COMPILED:
            return native.NistOptions("none", False, False, self.order, self.mteval)
        split: Any = self.tokenize
        ascii_only = self._is_ascii()
        lowercase = self.lowercase and not ascii_only
        return native.NistOptions(split, lowercase, ascii_only, self.order, self.mteval)

    def _is_ascii(self) -> bool:
        """Return whether A to Z are lowercased, after texts are split."""
        return self.mteval and self.lowercase and self.tokenize != "intl"

    def _batch(self) -> Batch:
        from sacreval.core.records import Batch, Instance

        return Batch([Instance(prediction=text) for text in self.references])


def _ascii_lowercase(split: Callable[[str], list[str]], text: str) -> list[str]:
    """Split a text and lowercase A to Z."""
    table = str.maketrans(ascii_uppercase, ascii_lowercase)
    return [token.translate(table) for token in split(text)]


Definition = Literal["nltk", "mteval"]
Words = Sequence[str]
Shared = Mapping[Gram, int]
Row = list[float]


@dataclass(frozen=True)
class Matches:
    """The n-grams of an output and those that each reference shares with it.

    Args:
        totals: Number of n-grams of the output, by order.
        length: Number of words of the output.
        shared: For each reference, by order, the n-grams in both and the smaller count.
        lengths: Number of words of each reference.
    """

    totals: list[int]
    length: int
    shared: list[list[Shared]]
    lengths: list[int]


def match(output: Words, references: Sequence[Words], order: int) -> Matches:
    """Match an output with each of its references."""
    counts = [ngrams(output, n) for n in range(1, min(order, len(output)) + 1)]
    totals = [max(0, len(output) - n + 1) for n in range(1, order + 1)]
    shared = [_shared(counts, text, order) for text in references]
    return Matches(totals, len(output), shared, [len(text) for text in references])


def row(matches: Matches, information: Information, definition: Definition) -> Row:
    """Compute the row of an output with all its references."""
    if definition == "nltk":
        return _row(matches, list(map(max, zip(*_informed(matches, information), strict=True))))
    shared = [reduce(_union, texts) for texts in zip(*matches.shared, strict=True)]
    length = sum(matches.lengths) / len(matches.lengths)
    return _row(matches, [(information.of(grams), length) for grams in shared])


def leave_one_out_rows(
    matches: Matches, information: Information, definition: Definition
) -> list[Row]:
    """Compute the rows of an output without each of its references in turn."""
    if definition == "nltk":
        by_order = zip(*_informed(matches, information), strict=True)
        best = [_without_each(values, max) for values in by_order]
        return [_row(matches, list(values)) for values in zip(*best, strict=True)]
    rest = [_without_each(texts, _union) for texts in zip(*matches.shared, strict=True)]
    words, n = sum(matches.lengths), len(matches.lengths) - 1
    return [
        _row(matches, [(information.of(grams), (words - length) / n) for grams in shared])
        for length, shared in zip(matches.lengths, zip(*rest, strict=True), strict=True)
    ]


def _row(matches: Matches, values: Sequence[tuple[float, float]]) -> Row:
    """Join the parts of a row."""
    information, lengths = zip(*values, strict=True)
    return [*information, *matches.totals, *lengths, matches.length]


def _informed(matches: Matches, information: Information) -> list[list[tuple[float, int]]]:
    """Return for each reference, by order, the information that it shares, and its length."""
    texts = zip(matches.shared, matches.lengths, strict=True)
    return [[(information.of(grams), length) for grams in shared] for shared, length in texts]


def _without_each(values: Sequence[T], join: Callable[[T, T], T]) -> list[T]:
    """Join all values but one, for each one of two or more."""
    before = list(accumulate(values[:-1], join))
    after = list(accumulate(values[:0:-1], join))[::-1]
    inner = map(join, before[:-1], after[1:])
    return [after[0], *inner, before[-1]]


def _shared(by_order: Sequence[Counter[Gram]], text: Words, order: int) -> list[Shared]:
    """Return by order the n-grams of an output that a reference has."""
    shared: list[Shared] = []
    for n, counts in enumerate(by_order, start=1):
        other = ngrams(text, n)
        both = {gram: min(k, other[gram]) for gram, k in counts.items() if gram in other}
        if not both:  # then no longer n-gram is shared either
            break
        shared.append(both)
    return [*shared, *repeat({}, order - len(shared))]


def _union(left: Shared, right: Shared) -> Shared:
    """Return the n-grams of either with the larger count."""
    return {**left, **{gram: max(k, left.get(gram, 0)) for gram, k in right.items()}}
