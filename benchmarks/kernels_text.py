"""Benches of the n-gram, ROUGE and error-rate kernels."""

import jiwer
from kernels import Bench
from nltk.translate.gleu_score import corpus_gleu
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from sacreval import native
from sacreval.native import Texts


def forget() -> None:
    """Clear sacrebleu's cache of tokenised lines, so that each run tokenises."""
    Tokenizer13a.__call__.cache_clear()
    TokenizerRegexp.__call__.cache_clear()


def columns(references: list[list[str]]) -> list[list[str]]:
    """Return references as sacrebleu takes them, one list a stream."""
    return [list(stream) for stream in zip(*references, strict=True)]


def bleu(predictions, references):
    forget()
    return BLEU(force=True).corpus_score(predictions, columns(references))


def bleu_jackknife(predictions, references):
    """The naive loop: the whole corpus, and again without each reference."""
    bleu(predictions, references)
    streams = columns(references)
    for j in range(len(streams)):
        forget()
        BLEU(force=True).corpus_score(predictions, streams[:j] + streams[j + 1 :])


def gleu(predictions, references):
    forget()
    tokenize = BLEU(force=True)._preprocess_segment
    return corpus_gleu(
        [[tokenize(r).split() for r in own] for own in references],
        [tokenize(p).split() for p in predictions],
    )


def chrf(word_order):
    return lambda predictions, references: CHRF(word_order=word_order).corpus_score(
        predictions, columns(references)
    )


def chrf_jackknife(predictions, references):
    chrf(0)(predictions, references)
    streams = columns(references)
    for j in range(len(streams)):
        CHRF().corpus_score(predictions, streams[:j] + streams[j + 1 :])


def rouge(types, *, stemmer=False):
    def run(predictions, references):
        scorer = RougeScorer([f"rouge{t}" for t in types], use_stemmer=stemmer)
        for prediction, own in zip(predictions, references, strict=True):
            scorer.score(own[0], prediction)

    return run


def errors(process):
    return lambda predictions, references: process([own[0] for own in references], predictions)


def ours(kernel, **options):
    return lambda predictions, references, workers: kernel(
        Texts(predictions, references, workers=workers), **options
    )


BLEU_OPTIONS = {"tokenize": "13a", "lowercase": False, "max_ngram_order": 4}
CHRF_OPTIONS = {"char_order": 6, "lowercase": False, "whitespace": False}
FOUR = ("1", "2", "L", "Lsum")

BENCHES = [
    Bench("BLEU", bleu, ours(native.bleu, **BLEU_OPTIONS), target=55),
    Bench(
        "GLEU",
        gleu,
        ours(native.gleu_pairs, tokenize="13a", lowercase=False, min_len=1, max_len=4),
        target=55,
    ),
    Bench("chrF", chrf(0), ours(native.chrf_pairs, word_order=0, **CHRF_OPTIONS), target=50),
    Bench("chrF++", chrf(2), ours(native.chrf_pairs, word_order=2, **CHRF_OPTIONS), target=50),
    Bench(
        "ROUGE-1,2,L",
        rouge(FOUR[:3]),
        ours(native.rouge_pairs, types=FOUR[:3], stemmer=False),
        target=80,
    ),
    Bench(
        "ROUGE-1,2,L,Lsum with stemmer",
        rouge(FOUR, stemmer=True),
        ours(native.rouge_pairs, types=FOUR, stemmer=True),
        target=145,
    ),
    Bench("WER", errors(jiwer.process_words), ours(native.edit_pairs, unit="word"), target=30),
    Bench("CER", errors(jiwer.process_characters), ours(native.edit_pairs, unit="char"), target=50),
    Bench(
        "BLEU with and without each of 4",
        bleu_jackknife,
        ours(native.bleu_jackknife, **BLEU_OPTIONS),
        corpus="english_four_once",
        target=300,
    ),
    Bench(
        "chrF with and without each of 4",
        chrf_jackknife,
        ours(native.chrf_pairs, word_order=0, **CHRF_OPTIONS),
        corpus="english_four_once",
        target=300,
    ),
]
