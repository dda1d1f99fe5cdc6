"""Benches of TER and METEOR."""

import sys

from kernels import HERE, Bench
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate.meteor_score import meteor_score
from sacrebleu.metrics import TER
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from sacreval import native
from sacreval.native import Texts

sys.path.insert(0, str(HERE.parent / "tests" / "native"))
from wordnet_home import FOLDER, reader

SENTENCES = 500  # of which sacrebleu's TER scores a hundred a second


def ter(predictions, references):
    TercomTokenizer.__call__.cache_clear()
    return TER().corpus_score(predictions, [list(s) for s in zip(*references, strict=True)])


def ter_jackknife(predictions, references):
    """The naive loop: the whole corpus again without each reference."""
    streams = [list(stream) for stream in zip(*references, strict=True)]
    for j in range(len(streams)):
        TercomTokenizer.__call__.cache_clear()
        TER().corpus_score(predictions, streams[:j] + streams[j + 1 :])
    ter(predictions, references)


def our_ter(predictions, references, workers):
    return native.ter_pairs(Texts(predictions, references, workers=workers))


def meteor(split):
    def run(predictions, references):
        for prediction, own in zip(predictions, references, strict=True):
            meteor_score([split(r) for r in own], split(prediction), wordnet=reader())

    return run


def our_meteor(tokenize):
    return lambda predictions, references, workers: native.meteor_pairs(
        Texts(predictions, references, workers=workers), tokenize=tokenize, wordnet=FOLDER
    )


BENCHES = [
    Bench("TER", ter, our_ter, official_pairs=SENTENCES, target=1500),
    Bench(
        "TER with and without each of 4",
        ter_jackknife,
        our_ter,
        corpus="english_four",
        official_pairs=SENTENCES // 10,
        target=3000,
    ),
    *(
        [
            Bench("METEOR, split words", meteor(str.split), our_meteor("whitespace"), target=60),
            Bench(
                "METEOR, NLTK words",
                meteor(NLTKWordTokenizer().tokenize),
                our_meteor("word"),
                target=40,
            ),
        ]
        if FOLDER
        else []
    ),
]
