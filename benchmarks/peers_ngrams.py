"""Peers of metrics that count n-grams."""

from peer_jobs import NUMPY, SINGLE, START, Job, Peer

TOKENS = """
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
tokenize = Tokenizer13a()
mine = [tokenize(text).split() for text in predictions]
yours = [[tokenize(text).split()] for text in references]
"""
SACREBLEU_BLEU = """
from sacrebleu.metrics import BLEU
print(BLEU().corpus_score(predictions, [references]).score)
"""
MOJO_BLEU = """
from sacrebleu_mojo import corpus_bleu
print(corpus_bleu(predictions, [references]).score)
"""
BLEUSCORE = """
from bleuscore import compute
print(100 * compute([[text] for text in references], predictions)["bleu"])
"""
TORCH_BLEU = """
from torchmetrics.functional.text import sacre_bleu_score
print(100 * float(sacre_bleu_score(predictions, [[text] for text in references])))
"""
NLTK_BLEU = """
from nltk.translate.bleu_score import corpus_bleu
print(100 * corpus_bleu(yours, mine))
"""
SACREBLEU_CHRF = """
from sacrebleu.metrics import CHRF
print(CHRF(word_order=0).corpus_score(predictions, [references]).score)
"""
MOJO_CHRF = """
from sacrebleu_mojo import corpus_chrf
print(corpus_chrf(predictions, [references]).score)
"""
FASTCHRF = """
from fastchrf import pairwise_chrf
found = pairwise_chrf([[text] for text in predictions], [[text] for text in references])
print(sum(float(one[0][0]) for one in found) / len(found))
"""
TORCH_CHRF = """
from torchmetrics.functional.text import chrf_score
print(100 * float(chrf_score(predictions, [[text] for text in references], n_word_order=0)))
"""
SACREBLEU_CHRFPP = SACREBLEU_CHRF.replace("word_order=0", "word_order=2")
TORCH_CHRFPP = TORCH_CHRF.replace("n_word_order=0", "n_word_order=2")
NLTK_GLEU = """
from nltk.translate.gleu_score import corpus_gleu
print(corpus_gleu(yours, mine))
"""
NLTK_NIST = """
from nltk.translate.nist_score import corpus_nist
print(corpus_nist(yours, mine))
"""
CIDER = """
from pycocoevalcap.cider.cider import Cider
wanted = {number: [text] for number, text in enumerate(references)}
found = {number: [text] for number, text in enumerate(predictions)}
print(Cider().compute_score(wanted, found)[0])
"""
DISTINCT = """
from nltk.util import ngrams
found = [pair for record in records for pair in ngrams(record["prediction"].split(), 2)]
print(len(set(found)) / len(found))
"""
FAST_SELF_BLEU = """
from fast_bleu import SelfBLEU
texts = [record["prediction"].split() for record in records]
found = SelfBLEU(texts, {"bleu": (0.25, 0.25, 0.25, 0.25)}).get_score()["bleu"]
print(100 * sum(found) / len(found))
"""
NIST = "information of n-grams in references is counted otherwise"
MEAN = "the mean over sentences, not the score of all counts"

SACREBLEU = ("sacrebleu", "sacrebleu")
MOJO = ("sacrebleu-mojo", "sacrebleu_mojo")
TORCH = ("torchmetrics", "torchmetrics")
NLTK = ("nltk", "nltk.translate")

JOBS = [
    Job(
        "bleu",
        (
            Peer(*SACREBLEU, SACREBLEU_BLEU),
            Peer(*MOJO, MOJO_BLEU),
            Peer("bleuscore", "bleuscore", BLEUSCORE),
            Peer(*TORCH, TORCH_BLEU, SINGLE),
            Peer(*NLTK, TOKENS + NLTK_BLEU, "of two closest references it takes another"),
        ),
        why=START,
    ),
    Job(
        "chrf",
        (
            Peer(*SACREBLEU, SACREBLEU_CHRF),
            Peer(*MOJO, MOJO_CHRF),
            Peer("fastchrf", "fastchrf", FASTCHRF, MEAN),
            Peer(*TORCH, TORCH_CHRF, SINGLE),
        ),
        why=START,
    ),
    Job(
        "chrf",
        (
            Peer(*SACREBLEU, SACREBLEU_CHRFPP),
            Peer(*TORCH, TORCH_CHRFPP, "words are split otherwise"),
        ),
        ("--word-order", "2"),
        option="word order 2",
    ),
    Job("google-bleu", (Peer(*NLTK, TOKENS + NLTK_GLEU),)),
    Job("nist", (Peer(*NLTK, TOKENS + NLTK_NIST, NIST),)),
    Job("cider", (Peer("pycocoevalcap", "pycocoevalcap", CIDER),), why=NUMPY),
    Job("distinct-n", (Peer("nltk", "nltk.util", DISTINCT),), output="distinct_2"),
    Job(
        "self-bleu",
        (Peer("fast-bleu", "fast_bleu", FAST_SELF_BLEU, "other tokens and smoothing"),),
        why=NUMPY,
    ),
]
