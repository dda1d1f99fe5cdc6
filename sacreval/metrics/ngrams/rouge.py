"""ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin 2004), as rouge-score computes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from sacreval.core.contract.metric_values import without_library
from sacreval.core.metric import MeanMetric, Origin, PairKernel, ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.io.resources import resource
from sacreval.metrics.ngrams._base import ptb_lines
from sacreval.metrics.ngrams._bleu_variants import best_apart, weighted
from sacreval.stats.ratio import prf
from sacreval.stats.segments import first_best, sums_in_order
from sacreval.text import penn_treebank, tokenizers
from sacreval.text.scripts import TOKENIZE, Tokenization
from sacreval.text.tokenizers import tokenized

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

RougeType = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "L", "Lsum"]
RougeTokenizer = Annotated[str, f"rouge|{'|'.join(tokenizers.TOKENIZERS)}|{tokenizers.USERS}"]
LONGEST_UNSTEMMED = 3  # letters; rouge-score leaves such words alone


@metrics.register("rouge")
@dataclass(frozen=True, kw_only=True)
class Rouge(MeanMetric, PairKernel):
    """ROUGE: overlap of n-grams and of longest common subsequences, 0 to 1.

    Higher is better. Each type has precision, recall and F1; the score of a system is their mean
    over outputs. The metric `rouge-1.5.5` has the numbers of the Perl script ROUGE-1.5.5.

    Args:
        types: Which to compute: 1 to 9 for n-grams, L for the longest common subsequence of the
            whole texts, Lsum for the union over sentences, one on each line.
        stemmer: Stem words of more than three letters (Porter).
        split_summaries: Split sentences for Lsum with NLTK's punkt instead of at line ends; this
            requires `sacreval setup-metric punkt`.
        multi_reference: With several references, use the one with the best F1, separately for each
            type, or the mean over them. coco, of coco-caption: the best precision and the best
            recall, which may be of two references, and F with a beta of 1.2 instead of F1; with
            `--tokenize ptb --types L` its ROUGE_L.
        tokenize: How texts are split into tokens, after lowercasing. rouge, the definition, keeps
            a-z and 0-9 only; for other scripts choose one of sacrebleu's, such as intl for words
            separated by blanks, zh, ja-mecab, or char. ptb is coco-caption's.

    Source: rouge-score 0.1.2, the Python port of ROUGE-1.5.5. Its own tokens consist of a-z and
    0-9 only: texts in other scripts score 0.
    """

    tasks: ClassVar[tuple[str, ...]] = (
        "summarization",
        "data-to-text",
        "question-answering",
        "generation",
    )
    score_scale = ScoreScale(mean=True, highest=1.0)
    origin = Origin(libraries=("rouge-score",))

    types: tuple[RougeType, ...] = ("1", "2", "L")
    stemmer: bool = False
    split_summaries: bool = False
    multi_reference: Literal["best", "mean", "coco"] = "best"
    tokenize: RougeTokenizer = "rouge"

    def __post_init__(self) -> None:
        if self.tokenize != "rouge":
            tokenizers.check(self.tokenize)
        if not self.types or len(set(self.types)) < len(self.types):
            raise UsageError("types must list at least one ROUGE type, each given once")
        main = "L" if "L" in self.types else self.types[0]
        object.__setattr__(self, "main", f"rouge{main}_f1")
        self.punkt()
        if self.multi_reference == "coco":
            object.__setattr__(self, "origin", without_library(self.origin))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `rouge<type>_precision`, `_recall` and `_f1` for every type."""
        return tuple(
            f"rouge{t}_{part}" for t in self.types for part in ("precision", "recall", "f1")
        )

    def tokenization(self) -> Tokenization:
        """Split with rouge-score's own tokenizer or one of sacrebleu's."""
        if self.tokenize != "rouge":
            return tokenizers.tokenization(self.tokenize)
        return Tokenization(str.split, TOKENIZE.replace("zh", "intl, zh", 1), latin_only=True)

    def rests_on(self) -> Sequence[Path]:
        """Return what texts are split with: punkt for Lsum, the tokenizer's model or dictionary."""
        files = () if self.tokenize == "rouge" else tokenizers.files(self.tokenize)
        return (*self.punkt(), *files)

    def punkt(self) -> tuple[Path, ...]:
        """Return the files of punkt if Lsum splits summaries with it; else none."""
        return (resource("punkt"),) if self.split_summaries and "Lsum" in self.types else ()

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score against every reference, then keep the best or the mean."""
        import numpy as np

        scorer = _scorer(self)
        if self.multi_reference == "best":
            best = scorer.score_multi(prepared, prediction)
            return [number for name in scorer.rouge_types for number in best[name]]
        if self.multi_reference == "coco":
            return self._coco_scores(prediction, prepared)
        each = [scorer.score(reference, prediction) for reference in prepared]
        table = [[n for name in scorer.rouge_types for n in scores[name]] for scores in each]
        totals = sums_in_order(np.array(table), np.array([0, len(table)]))
        return [float(total) / len(table) for total in totals[0]]

    @property
    def symmetric_outputs(self) -> tuple[str, ...]:
        """F1, but not of Lsum, which splits the reference in another way."""
        coco = self.multi_reference == "coco"
        f1 = (x for x in self.outputs if x.endswith("_f1") and not x.startswith("rougeLsum"))
        return () if coco else tuple(f1)

    def _coco_scores(self, prediction: str, references: Sequence[str]) -> list[float]:
        """Score as coco-caption does; texts without words have an LCS of one with each other."""
        scorer = _scorer(self)
        split = splitter(self.tokenize, stemmer=self.stemmer)
        bare = not split(prediction) and not all(map(split, references))
        each = [scorer.score(reference, prediction) for reference in references]
        values: list[float] = []
        for name in scorer.rouge_types:
            p, r = (max(scores[name][k] for scores in each) for k in (0, 1))
            values.extend(weighted(1.0, 1.0) if bare and name == "rougeL" else weighted(p, r))
        return values

    def covers_native(self) -> bool:
        """Return whether sentences are split at line ends, as the kernel does."""
        return not self.punkt()

    def native_pairs(self, batch: Batch) -> Array:
        """Count matches and lengths of every type with the kernel."""
        from sacreval import native

        if self.tokenize == "rouge":
            return native.rouge_pairs(batch.texts, types=self.types, stemmer=self.stemmer)
        return self._encoded_pairs(batch)

    def _encoded_pairs(self, batch: Batch) -> Array:
        """Count matches of tokens encoded in a-z and 0-9; texts of Lsum are split line by line."""
        import numpy as np

        from sacreval import native

        columns: dict[str, Array] = {}
        for encode in (_encoded, _encoded_lines):
            types = tuple(t for t in self.types if (t == "Lsum") == (encode is _encoded_lines))
            if types:
                split = self._splitter(batch if encode is _encoded else None)
                texts = batch.texts_after(partial(encode, split))
                pairs = native.rouge_pairs(texts, types=types, stemmer=False)
                columns |= zip(types, np.split(pairs, len(types), axis=1), strict=True)
        return np.hstack([columns[t] for t in self.types])

    def _splitter(self, batch: Batch | None) -> Callable[[str], list[str]]:
        """Return a function from a text to its tokens; ptb splits a whole batch at once."""
        if batch is None or self.tokenize != "ptb":
            return splitter(self.tokenize, stemmer=self.stemmer)
        lines = ptb_lines(batch)

        def split(text: str) -> list[str]:
            return words_of(lines[text])

        return stemmed(split) if self.stemmer else split

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Compute scores from counts, and keep the best reference or the mean."""
        import numpy as np

        columns = []
        tables = pairs.reshape(len(pairs), -1, 3).transpose(1, 2, 0)
        for name, counts in zip(self.types, tables, strict=True):
            p, r, f1 = prf(*counts)
            scores = np.column_stack([p, r, f1])
            if self.multi_reference == "coco":
                bare = (counts[1] == 0) & (counts[2] == 0) & (name == "L")
                p, r = (np.where(bare, 1.0, x) for x in (p, r))
                columns.append(best_apart(p, r, starts))
            elif self.multi_reference == "best":
                columns.append(scores[first_best(scores[:, 2], starts)])
            else:
                columns.append(sums_in_order(scores, starts) / np.diff(starts)[:, None])
        return np.hstack([*columns, np.ones((len(starts) - 1, 1))])

    def native_lists(self, batch: Batch) -> list[Sequence[float]] | None:
        """Return the rows as plain numbers, but not of other tokenizers or coco-caption's F."""
        usual = self.tokenize == "rouge" and self.multi_reference != "coco"
        return super().native_lists(batch) if usual else None

    def of_pair(self, counts: Sequence[int]) -> Sequence[float]:
        """Compute the scores of each type from its counts."""
        types = zip(*[iter(counts)] * 3, strict=True)
        return (*(score for of_type in types for score in prf(*of_type)), 1.0)


@cache
def splitter(tokenize: RougeTokenizer, *, stemmer: bool) -> Callable[[str], list[str]]:
    """Return a function that splits a text into tokens for ROUGE.

    Args:
        tokenize: rouge-score's own tokenizer, or one of sacrebleu's.
        stemmer: Stem tokens of more than three letters (Porter).
    """
    from rouge_score.tokenizers import DefaultTokenizer

    if tokenize == "rouge":
        split: Callable[[str], list[str]] = DefaultTokenizer(use_stemmer=stemmer).tokenize
        return split
    plain = ptb_words if tokenize == "ptb" else partial(tokenized, name=tokenize, lowercase=True)
    return stemmed(plain) if stemmer else plain


def ptb_words(text: str) -> list[str]:
    """Split a text with ptb."""
    return words_of(penn_treebank.tokenized(text))


def words_of(line: str) -> list[str]:
    """Split a line of ptb's words; as in coco-caption, a no-break space separates none."""
    return line.split(" ") if line else []


def stemmed(split: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Return a function that splits a text and stems its longer tokens."""
    from nltk.stem.porter import PorterStemmer

    stem = PorterStemmer().stem
    return lambda text: [
        stem(word) if len(word) > LONGEST_UNSTEMMED else word for word in split(text)
    ]


def _encoded(split: Callable[[str], list[str]], text: str) -> str:
    """Encode tokens in letters that the kernel keeps, so that different tokens stay different."""
    return " ".join(token.encode("utf-8", "surrogatepass").hex() for token in split(text))


def _encoded_lines(split: Callable[[str], list[str]], text: str) -> str:
    return "\n".join(_encoded(split, line) for line in text.split("\n"))


@cache
def _scorer(metric: Rouge) -> Any:
    from rouge_score.rouge_scorer import RougeScorer
    from rouge_score.tokenizers import Tokenizer as Base

    for punkt in metric.punkt():
        _add_to_nltk_path(punkt)
    split = splitter(metric.tokenize, stemmer=metric.stemmer)
    tokenizer = type("Splitter", (Base,), {"tokenize": lambda _, text: split(text)})
    return RougeScorer(
        [f"rouge{t}" for t in metric.types],
        use_stemmer=metric.stemmer,
        split_summaries=metric.split_summaries,
        tokenizer=None if metric.tokenize == "rouge" else tokenizer(),
    )


def _add_to_nltk_path(punkt: Path) -> None:
    """Add the data folder to NLTK's search path, so that it finds `tokenizers/punkt_tab`."""
    import nltk

    data = str(punkt.parents[1])
    if data not in nltk.data.path:
        nltk.data.path.insert(0, data)
