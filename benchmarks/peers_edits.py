"""Peers of metrics that count edits."""

from peer_jobs import SINGLE, START, Job, Peer

WORDS = """
mine, yours = [text.split() for text in predictions], [text.split() for text in references]
"""
RATE = """
print(sum(map(distance, yours, mine)) / sum(map(len, yours)))
"""
CHARACTERS = """
mine, yours = predictions, references
"""
MEAN = """
print(sum(map(distance, references, predictions)) / len(references))
"""
RAPIDFUZZ = "\nfrom rapidfuzz.distance.Levenshtein import distance"
POLYLEVEN = "\nfrom polyleven import levenshtein as distance"
LEVENSHTEIN = "\nfrom Levenshtein import distance"
EDITDISTANCE = "\nfrom editdistance import eval as distance"
FASTWER = """
import fastwer
print(fastwer.score(predictions, references, char_level=False) / 100)
"""
KALDIALIGN = """
from kaldialign import batch_error_rate
print(batch_error_rate(yours, mine)["err_rate"])
"""
WERPY = """
import werpy
print(werpy.wer(references, predictions))
"""
TORCH_DISTANCE = """
from torchmetrics.functional.text import edit_distance
print(float(edit_distance(predictions, references)))
"""
SACREBLEU_TER = """
from sacrebleu.metrics import TER
print(TER().corpus_score(predictions, [references]).score)
"""
TORCH_TER = """
from torchmetrics.functional.text import translation_edit_rate
print(100 * float(translation_edit_rate(predictions, [[text] for text in references])))
"""
PYTER = """
import pyter
words = [(p.split(), t.split()) for p, t in zip(predictions, references)]
print(100 * sum(pyter.ter(p, t) for p, t in words) / len(words))
"""
EED = """
from torchmetrics.functional.text import extended_edit_distance
print(float(extended_edit_distance(predictions, references)))
"""
OWN_COUNTS = "aligned words are counted otherwise"
SUBSTITUTIONS = "another count of the same edits"
FOUR_PLACES = "the same to its four places"


def jiwer(name: str) -> Peer:
    """Call a function of jiwer."""
    return Peer("jiwer", "jiwer", f"\nimport jiwer\nprint(jiwer.{name}(references, predictions))\n")


def universal(name: str) -> Peer:
    """Call a function of universal-edit-distance."""
    code = f"\nimport universal_edit_distance as ued\nprint(ued.{name}(predictions, references))\n"
    return Peer("universal-edit-distance", "universal_edit_distance", code)


def torch(name: str, differs: str = SINGLE) -> Peer:
    """Call a function of torchmetrics."""
    code = f"\nfrom torchmetrics.functional.text import {name}\n"
    code += f"print(float({name}(predictions, references)))\n"
    return Peer("torchmetrics", "torchmetrics", code, differs)


JOBS = [
    Job(
        "wer",
        (
            jiwer("wer"),
            universal("word_error_rate"),
            Peer("rapidfuzz", "rapidfuzz", RAPIDFUZZ + WORDS + RATE),
            Peer("fastwer", "fastwer", FASTWER, FOUR_PLACES),
            Peer("kaldialign", "kaldialign", WORDS + KALDIALIGN),
            Peer("werpy", "werpy", WERPY),
            torch("word_error_rate"),
        ),
        why=START,
    ),
    Job(
        "cer",
        (
            jiwer("cer"),
            universal("character_error_rate"),
            Peer("polyleven", "polyleven", POLYLEVEN + CHARACTERS + RATE),
            Peer("rapidfuzz", "rapidfuzz", RAPIDFUZZ + CHARACTERS + RATE),
            Peer(
                "fastwer",
                "fastwer",
                FASTWER.replace("char_level=False", "char_level=True"),
                FOUR_PLACES,
            ),
            torch("char_error_rate"),
        ),
        why=f"{START}; it also counts each kind of edit",
    ),
    Job("mer", (jiwer("mer"), torch("match_error_rate", OWN_COUNTS)), why=START),
    Job("wil", (jiwer("wil"), torch("word_information_lost", OWN_COUNTS)), why=START),
    Job("wip", (jiwer("wip"), torch("word_information_preserved", OWN_COUNTS)), why=START),
    Job(
        "edit-distance",
        (
            Peer("rapidfuzz", "rapidfuzz", RAPIDFUZZ + MEAN),
            Peer("polyleven", "polyleven", POLYLEVEN + MEAN),
            Peer("Levenshtein", "Levenshtein", LEVENSHTEIN + MEAN),
            Peer("editdistance", "editdistance", EDITDISTANCE + MEAN),
            Peer("torchmetrics", "torchmetrics", TORCH_DISTANCE, SUBSTITUTIONS),
        ),
        why=START,
    ),
    Job(
        "ter",
        (
            Peer("sacrebleu", "sacrebleu", SACREBLEU_TER),
            Peer("torchmetrics", "torchmetrics", TORCH_TER, "shifts are searched otherwise"),
            Peer("pyter3", "pyter", PYTER, "the mean over sentences, with other tokens"),
        ),
    ),
    Job("eed", (Peer("torchmetrics", "torchmetrics", EED, SINGLE),)),
]
