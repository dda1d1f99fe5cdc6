"""BLEU, GLEU and chrF by sacrebleu and NLTK."""

from collections import Counter
from functools import partial

from cases import Case
from nltk.util import everygrams
from sacrebleu.metrics import BLEU, CHRF

from sacreval import native


def bleu_row(metric, prediction, references):
    """One row of sacrebleu's statistics."""
    references = [metric._preprocess_segment(r) for r in references]
    info = metric._extract_reference_info(references)
    return metric._compute_segment_statistics(metric._preprocess_segment(prediction), info)


def bleu_rows(metric, prediction, references):
    return [bleu_row(metric, prediction, references)]


def bleu_without_each(metric, prediction, references):
    """Sacrebleu's statistics with each reference left out; ours are zero without any left."""
    if len(references) == 1:
        n = metric.max_ngram_order
        alone = bleu_row(metric, prediction, references)
        return [[alone[0], 0, *[0] * n, *alone[2 + n :]]]
    return [
        bleu_row(metric, prediction, references[:j] + references[j + 1 :])
        for j in range(len(references))
    ]


def gleu_rows(tokenizer, min_len, max_len, prediction, references):
    """What nltk.translate.gleu_score.corpus_gleu computes inside, per reference."""

    def grams(text):
        return Counter(everygrams(tokenizer._preprocess_segment(text).split(), min_len, max_len))

    ours = grams(prediction)
    theirs = [grams(r) for r in references]
    return [
        [sum((ref & ours).values()), max(sum(ref.values()), sum(ours.values()))] for ref in theirs
    ]


def chrf_rows(metric, prediction, references):
    """Sacrebleu's statistics against each reference alone."""
    prediction = metric._preprocess_segment(prediction)
    return [
        metric._compute_segment_statistics(
            prediction, metric._extract_reference_info([metric._preprocess_segment(r)])
        )
        for r in references
    ]


def _bleu_cases():
    for tokenize in ("13a", "char", "none"):
        for lowercase in (False, True):
            for order in (4,) if lowercase else (1, 2, 4, 7):
                metric = BLEU(
                    tokenize=tokenize, lowercase=lowercase, max_ngram_order=order, force=True
                )
                options = {"tokenize": tokenize, "lowercase": lowercase, "max_ngram_order": order}
                label = f"{tokenize} lc={lowercase} order={order}"
                yield Case(
                    f"bleu {label}",
                    partial(native.bleu, **options),
                    partial(bleu_rows, metric),
                    per_pair=False,
                )
                yield Case(
                    f"bleu_jackknife {label}",
                    lambda texts, options=options: native.bleu_jackknife(texts, **options).whole,
                    partial(bleu_rows, metric),
                    per_pair=False,
                )
                yield Case(
                    f"bleu_leave_one_out {label}",
                    partial(native.bleu_leave_one_out, **options),
                    partial(bleu_without_each, metric),
                )


def _gleu_cases():
    for tokenize, lowercase, low, high in (
        ("13a", False, 1, 4),
        ("13a", True, 2, 3),
        ("char", False, 1, 6),
        ("none", False, 1, 4),
        ("none", False, 4, 2),
    ):
        options = {"tokenize": tokenize, "lowercase": lowercase, "min_len": low, "max_len": high}
        metric = BLEU(tokenize=tokenize, lowercase=lowercase, force=True)
        yield Case(
            f"gleu {tokenize} lc={lowercase} {low}-{high}",
            partial(native.gleu_pairs, **options),
            partial(gleu_rows, metric, low, high),
        )


def _chrf_cases():
    for characters, words, lowercase, whitespace in (
        (6, 0, False, False),
        (6, 2, False, False),
        (6, 2, True, False),
        (6, 0, False, True),
        (6, 2, True, True),
        (1, 1, False, False),
        (12, 5, False, False),
        (0, 3, False, False),
    ):
        metric = CHRF(
            char_order=characters,
            word_order=words,
            lowercase=lowercase,
            whitespace=whitespace,
        )
        options = {
            "char_order": characters,
            "word_order": words,
            "lowercase": lowercase,
            "whitespace": whitespace,
        }
        yield Case(
            f"chrf char={characters} word={words} lc={lowercase} ws={whitespace}",
            partial(native.chrf_pairs, **options),
            partial(chrf_rows, metric),
        )


CASES = [*_bleu_cases(), *_gleu_cases(), *_chrf_cases()]
