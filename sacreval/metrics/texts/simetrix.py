"""SIMetrix (Louis and Nenkova 2009, 2013): similarity of a summary and its sources."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import lgamma, log, log10, sqrt
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

from sacreval.core.metric import MeanMetric, metrics
from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.resources import resource
from sacreval.metrics.ngrams._rouge155.porter import stem
from sacreval.text.scripts import CHRF, Tokenization
from sacreval.text.word_lists import read_list, stop_words

Feature = Literal["divergence", "cosine", "topic", "probability"]
WORD = re.compile(r"[a-z0-9]+", re.ASCII)
OUTPUTS: dict[Feature, tuple[str, ...]] = {
    "divergence": ("kl_source_summary", "kl_summary_source", "jsd", "smoothed_jsd"),
    "cosine": ("cosine",),
    "topic": ("topic_token_share", "topic_word_share", "topic_cosine"),
    "probability": ("unigram_log_prob", "multinomial_log_prob"),
}
FEATURES: tuple[Feature, ...] = ("divergence", "cosine", "topic", "probability")


@metrics.register("simetrix")
@dataclass(frozen=True, kw_only=True)
class Simetrix(MeanMetric):
    """SIMetrix: divergence, cosine, topic words and likelihood of a summary given its sources.

    Without references: it compares the words of a summary with those of `sources`. Of the
    Kullback-Leibler and Jensen-Shannon divergences (natural logarithm) lower is better, of all
    other outputs higher: the cosine of tf * idf vectors; the share of the summary's tokens that are
    topic words, the share of topic words that the summary has, and the cosine with the topic words
    alone; the log10 probabilities of the summary's words in the source's distribution, without
    words that the source does not have. Words are sequences of a-z and 0-9. The score of a system
    is the mean. English news; `sacreval setup-metric simetrix` fetches background and stop words.

    Args:
        features: The groups of outputs. Without cosine and topic, and with --no-remove-stopwords,
            nothing must be set up.
        stemmer: Reduce words to stems (Porter, with Martin Porter's later changes).
        remove_stopwords: Leave out the common words of the SMART list.

    Source: SIMetrix 1.0 (Louis and Nenkova 2013), all digits that it prints.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {
        **{f"simetrix_{name}": False for name in OUTPUTS["divergence"]},
        "*": True,
    }
    main: ClassVar[str] = "simetrix_jsd"
    tasks: ClassVar[tuple[str, ...]] = ("summarization",)
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    features: tuple[Feature, ...] = FEATURES
    stemmer: bool = True
    remove_stopwords: bool = True

    def __post_init__(self) -> None:
        if not self.features or len(set(self.features)) < len(self.features):
            raise UsageError("Name each of the features of simetrix once, and at least one")
        if self.rests_on():
            self._background()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the outputs of all features."""
        return tuple(f"simetrix_{name}" for feature in self.features for name in OUTPUTS[feature])

    def tokenization(self) -> Tokenization:
        """Keep sequences of a-z and 0-9."""
        return Tokenization(lambda text: WORD.findall(text.lower()), CHRF, latin_only=True)

    def rests_on(self) -> Sequence[Path]:
        """Return the folder of background and stop words, if the options need it."""
        needed = self.remove_stopwords or {"cosine", "topic"} & set(self.features)
        return (resource("simetrix"),) if needed else ()

    def prepare(self, *context: Any) -> SourceWords:
        """Count the words of the sources, and find their topic words."""
        counts = self._words("\n".join(context[0]))
        total, news = counts.total(), self._background()
        weights = _weights(counts, news) if news else {}
        topic = frozenset(w for w in counts if news and is_topic(counts[w], total, w, news))
        return SourceWords(
            counts, total, weights, _norm(weights), topic, _norm(_select(weights, topic))
        )

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Compute the outputs of each feature."""
        summary = self._words(prediction)
        return [x for feature in self.features for x in self._feature(feature, summary, prepared)]

    def _feature(
        self, name: Feature, summary: Counter[str], source: SourceWords
    ) -> Sequence[float]:
        if name == "divergence":
            return divergences(source.counts, summary)
        if name == "probability":
            return probabilities(source, summary)
        news = self._background()
        weights = _weights(summary, news) if news else {}
        norm = _norm(weights)
        if name == "cosine":
            return (_cosine(source.weights, source.norm, weights, norm),)
        hits = _select(summary, source.topic)
        return (
            sum(hits.values()) / summary.total() if summary else 0.0,
            len(hits) / len(source.topic) if source.topic else 0.0,
            _cosine(_select(source.weights, source.topic), source.topic_norm, weights, norm),
        )

    def _words(self, text: str) -> Counter[str]:
        words: Iterable[str] = WORD.findall(text.lower())
        if self.remove_stopwords:
            common = stop_words(resource("simetrix"), "simetrix")
            words = [word for word in words if word not in common]
        return Counter(map(stem, words) if self.stemmer else words)

    def _background(self) -> Background | None:
        if not {"cosine", "topic"} & set(self.features):
            return None
        return background(resource("simetrix"), stemmed=self.stemmer)


class Background(NamedTuple):
    """Statistics of words in a corpus of news articles.

    Args:
        counts: Word to its count.
        total: Number of words.
        idf: Word to its inverse document frequency, natural logarithm.
        rare: The inverse document frequency of words that the corpus does not have.
    """

    counts: Mapping[str, float]
    total: float
    idf: Mapping[str, float]
    rare: float


@cache
def background(folder: Path, *, stemmed: bool) -> Background:
    """Read the statistics.

    Args:
        folder: The folder of the resource `simetrix`.
        stemmed: Of stems, not of words.

    Raises:
        NotSetUpError: If a file is missing or damaged.
    """
    from math import log

    kind = "stemmed" if stemmed else "unstemmed"
    total, counts = _table(
        folder / f"bgFreqCounts.{kind}{'' if stemmed else '.txt'}", start=stemmed
    )
    documents, idf = _table(folder / f"bgIdfValues.{kind}.txt", start=True)
    return Background(counts, total, idf, log(documents))


def _table(path: Path, *, start: bool) -> tuple[float, dict[str, float]]:
    """Read lines of a word and a number; the first may hold the total alone."""
    lines = [line.split() for line in read_list(path, "simetrix").splitlines() if line.strip()]
    try:
        total = float(lines[0][0]) if start else None
        values = {word: float(value) for word, value in lines[1 if start else 0 :]}
        if not values:
            raise ValueError  # noqa: TRY301 - same remedy
    except (ValueError, IndexError):
        raise NotSetUpError(
            f"{path}: the file is damaged; fetch it again: sacreval setup-metric simetrix --force"
        ) from None
    return sum(values.values()) if total is None else total, values


Weights = Mapping[str, float]
DELTA = 0.005  # what smoothing adds to each count
BINS = 1.5  # possible words, as a multiple of the source's distinct words
TOPIC = 10.0  # -2 log10 of the likelihood ratio above which a word is a topic word


class SourceWords(NamedTuple):
    """The words of the sources of a record, and what does not depend on the summary.

    Args:
        counts: Word to its count.
        total: Number of words.
        weights: Word to tf * idf; empty without a background.
        norm: Euclidean norm of the weights.
        topic: The topic words.
        topic_norm: Euclidean norm of their weights.
    """

    counts: Counter[str]
    total: int
    weights: Weights
    norm: float
    topic: frozenset[str]
    topic_norm: float


def divergences(source: Counter[str], summary: Counter[str]) -> tuple[float, ...]:
    """Compute KL in both directions, JSD and smoothed JSD, in nats.

    Args:
        source: Counts of the source.
        summary: Counts of the summary.

    Returns:
        KL(source, summary) and KL(summary, source) of smoothed probabilities, JSD of relative
        frequencies, JSD of smoothed probabilities. An empty text has the frequency 0 everywhere.
    """
    import numpy as np

    words = list(source | summary)
    counts = np.array([[text[word] for word in words] for text in (source, summary)], float)
    if not words:
        return 0.0, 0.0, 0.0, 0.0
    totals = counts.sum(axis=1, keepdims=True)
    bins = BINS * (len(source) or len(words))  # an empty source has no words of its own
    p, q = (counts + DELTA) / (totals + DELTA * bins)
    plain = counts / np.maximum(totals, 1)
    return _kl(p, q), _kl(q, p), _jsd(*plain), _jsd(p, q)


def _kl(p: Any, q: Any) -> float:
    import numpy as np

    return float((p * np.log(p / q)).sum())


def _jsd(p: Any, q: Any) -> float:
    mean = (p + q) / 2
    return sum(_kl(x[x > 0], mean[x > 0]) for x in (p, q)) / 2


def probabilities(source: SourceWords, summary: Counter[str]) -> tuple[float, float]:
    """Compute log10 of the unigram and of the multinomial probability of a summary.

    Args:
        source: The source.
        summary: Counts of the summary.

    Returns:
        Both without the probabilities of words that the source does not have; the orders that the
        multinomial counts are those of all words of the summary.
    """
    known = _select(summary, source.counts)
    unigram = sum(n * log10(source.counts[word] / source.total) for word, n in known.items())
    orders = lgamma(summary.total() + 1) - sum(lgamma(n + 1) for n in summary.values())
    return unigram, orders / log(10) + unigram


def is_topic(count: int, total: int, word: str, news: Background) -> bool:
    """Return whether a word is more frequent in the source than in the background, significantly.

    Args:
        count: Its count in the source.
        total: Number of words of the source.
        word: The word.
        news: The background.
    """
    there = news.counts.get(word, 0.0)
    both = (count + there) / (total + news.total)
    ratio = _log_likelihood(count, total, count / total)
    ratio += _log_likelihood(there, news.total, there / news.total)
    ratio -= _log_likelihood(count, total, both) + _log_likelihood(there, news.total, both)
    return 2 * ratio > TOPIC and count / total > there / news.total


def _log_likelihood(count: float, total: float, p: float) -> float:
    """Return log10 of the likelihood of a binomial with probability p."""
    hits = count * log10(p) if count else 0.0
    return hits + ((total - count) * log10(1 - p) if total > count else 0.0)


def _weights(counts: Mapping[str, int], news: Background) -> Weights:
    return {word: n * news.idf.get(word, news.rare) for word, n in counts.items()}


def _select(values: Mapping[str, Any], words: Any) -> dict[str, Any]:
    return {word: value for word, value in values.items() if word in words}


def _norm(weights: Weights) -> float:
    return sqrt(sum(x * x for x in weights.values()))


def _cosine(a: Weights, norm_a: float, b: Weights, norm_b: float) -> float:
    """Return the cosine of two vectors; 0 without a word in common."""
    shared = sum(x * a[word] for word, x in b.items() if word in a)
    return shared / (norm_a * norm_b) if shared else 0.0
