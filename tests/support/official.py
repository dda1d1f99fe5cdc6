"""Official scores through the public interfaces of the official libraries only.

`corpus` and `sentences` take one of our metrics for its options and call the library that defines
it. Nothing here uses our rows or our formulas.
"""

from collections.abc import Callable
from typing import Any

import jiwer
from nltk.stem.porter import PorterStemmer
from nltk.translate.gleu_score import corpus_gleu, sentence_gleu
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu import BLEU, CHRF, TER

from sacreval.core.metric import Metric
from support.mirror import Corpus

Scores = dict[str, float]


def corpus(metric: Metric, data: Corpus) -> Scores | None:
    """Score a system; None where the system's score is the mean over records."""
    return CORPUS[metric.name](metric, data) if metric.name in CORPUS else None


def sentences(metric: Metric, data: Corpus) -> list[Scores]:
    """Score each record on its own."""
    score = SENTENCE[metric.name](metric)
    return [score(p, r) for p, r in zip(data.predictions, data.references, strict=True)]


def sacrebleu_of(metric: Metric, *, single: bool = False) -> Any:
    """Create sacrebleu's scorer; `single` turns effective order on, as it asks for sentences."""
    options = metric.options()
    if metric.name == "bleu" and single:
        options["effective_order"] = True
    return {"bleu": BLEU, "chrf": CHRF, "ter": TER}[metric.name](**options)


def sacrebleu_corpus(metric: Metric, data: Corpus) -> Scores:
    """Call `corpus_score`, with None where an input has fewer references."""
    score = sacrebleu_of(metric).corpus_score(data.predictions, data.streams()).score
    return {metric.name: score}


def sacrebleu_sentence(metric: Metric) -> Callable[[str, list[str]], Scores]:
    """Call `sentence_score`."""
    scorer = sacrebleu_of(metric, single=True)
    return lambda prediction, references: {
        metric.name: scorer.sentence_score(prediction, references).score
    }


class SacrebleuTokens:
    """sacrebleu's tokens as a tokenizer of rouge-score, lowercased and stemmed as its own are."""

    def __init__(self, metric: Any) -> None:
        self.tokenizer = BLEU(tokenize=metric.tokenize).tokenizer
        self.stem = PorterStemmer().stem if metric.stemmer else str

    def tokenize(self, text: str) -> list[str]:
        """Split a text."""
        words = self.tokenizer(text.lower().rstrip()).split()
        return [self.stem(word) if len(word) > 3 else word for word in words]


def rouge_sentence(metric: Any) -> Callable[[str, list[str]], Scores]:
    """Call `score_multi`, or average `score` over the references."""
    types = [f"rouge{t}" for t in metric.types]
    tok = None if metric.tokenize == "rouge" else SacrebleuTokens(metric)
    scorer = RougeScorer(
        types, use_stemmer=metric.stemmer, split_summaries=metric.split_summaries, tokenizer=tok
    )

    def named(scores: dict[str, Any]) -> Scores:
        return {
            f"{t}_{ours}": getattr(scores[t], theirs)
            for t in types
            for ours, theirs in (
                ("precision", "precision"),
                ("recall", "recall"),
                ("f1", "fmeasure"),
            )
        }

    def score(prediction: str, references: list[str]) -> Scores:
        if metric.multi_reference == "best":
            return named(scorer.score_multi(references, prediction))
        return mean([named(scorer.score(reference, prediction)) for reference in references])

    return score


def gleu_tokens(metric: Any) -> Callable[[str], list[str]]:
    """Tokenise as sacrebleu does, since NLTK expects tokens."""
    tokenize = BLEU(tokenize=metric.tokenize).tokenizer
    fold = str.lower if metric.lowercase else str
    return lambda text: tokenize(fold(text).rstrip()).split()


def gleu_corpus(metric: Any, data: Corpus) -> Scores:
    """Call NLTK's `corpus_gleu`."""
    split = gleu_tokens(metric)
    references = [[split(text) for text in refs] for refs in data.references]
    predictions = [split(text) for text in data.predictions]
    score = corpus_gleu(references, predictions, metric.min_len, metric.max_len)
    return {"google_bleu": score}


def gleu_sentence(metric: Any) -> Callable[[str, list[str]], Scores]:
    """Call NLTK's `sentence_gleu`."""
    split = gleu_tokens(metric)
    return lambda prediction, references: {
        "google_bleu": sentence_gleu(
            [split(text) for text in references], split(prediction), metric.min_len, metric.max_len
        )
    }


def jiwer_call(metric: Any, references: Any, predictions: Any) -> Scores:
    """Call jiwer on one text or on lists of them."""
    if metric.name == "cer":
        measures = jiwer.process_characters(references, predictions)
    else:
        transform = {"default": jiwer.wer_default, "standardize": jiwer.wer_standardize}
        chosen = transform[metric.transform]
        measures = jiwer.process_words(
            references, predictions, reference_transform=chosen, hypothesis_transform=chosen
        )
    counts = ("hits", "substitutions", "deletions", "insertions")
    return {metric.name: getattr(measures, metric.name)} | {
        f"{metric.name}_{name}": getattr(measures, name) for name in counts
    }


def jiwer_sentence(metric: Any) -> Callable[[str, list[str]], Scores]:
    """Call jiwer against every reference; the lowest rate counts."""
    return lambda prediction, references: min(
        (jiwer_call(metric, reference, prediction) for reference in references),
        key=lambda scores: scores[metric.name],
    )


def jiwer_corpus(metric: Any, data: Corpus) -> Scores:
    """Call jiwer on lists: each prediction with its closest reference."""
    rate = jiwer_sentence(metric)
    closest = [
        min(references, key=lambda reference, text=text: rate(text, [reference])[metric.name])
        for text, references in zip(data.predictions, data.references, strict=True)
    ]
    return jiwer_call(metric, closest, data.predictions)


def mean(scores: list[Scores]) -> Scores:
    """Average by name."""
    return {name: sum(row[name] for row in scores) / len(scores) for name in scores[0]}


CORPUS: dict[str, Callable[[Any, Corpus], Scores]] = {
    "bleu": sacrebleu_corpus,
    "chrf": sacrebleu_corpus,
    "ter": sacrebleu_corpus,
    "google-bleu": gleu_corpus,
    "wer": jiwer_corpus,
    "cer": jiwer_corpus,
}
SENTENCE: dict[str, Callable[[Any], Callable[[str, list[str]], Scores]]] = {
    "bleu": sacrebleu_sentence,
    "chrf": sacrebleu_sentence,
    "ter": sacrebleu_sentence,
    "google-bleu": gleu_sentence,
    "wer": jiwer_sentence,
    "cer": jiwer_sentence,
    "rouge": rouge_sentence,
}
# Options by which a metric follows coco-caption or mteval; see test_coco.py and test_mteval.py.
OTHERS = {"tokenize": ["ptb"], "smooth_method": ["coco", "mteval"], "multi_reference": ["coco"]}


def has(metric: Metric) -> bool:
    """Return whether the metric's official library has these options."""
    others = (getattr(metric, name, None) in values for name, values in OTHERS.items())
    users = str(getattr(metric, "tokenize", "")).startswith("py:")
    return metric.name in SENTENCE and not users and not any(others)
