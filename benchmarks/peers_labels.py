"""Peers of metrics on labels, tags, rankings and numbers."""

from peer_jobs import NUMPY, SINGLE, Job, Peer

CHECKED = "start-up with NumPy; fields of every record are checked and hashed, beside scores alone"
SEQEVAL = """
from seqeval.metrics import f1_score
print(f1_score(references, predictions))
"""
NERVALUATE = """
from nervaluate import Evaluator
kinds = ["PER", "LOC", "ORG", "MISC"]
found = Evaluator(references, predictions, tags=kinds, loader="list").evaluate()
print(found["overall"]["strict"].f1)
"""
RANKED = """
qrels = {str(i): record["qrels"] for i, record in enumerate(records)}
runs = {
    str(i): {name: float(-rank) for rank, name in enumerate(record["ranking"])}
    for i, record in enumerate(records)
}
"""
PYTREC = (
    RANKED
    + """
from pytrec_eval import RelevanceEvaluator
names = {"map", "recip_rank", "ndcg", "ndcg_cut.1,5,10", "recall.1,5,10", "P.1,5,10"}
found = RelevanceEvaluator(qrels, names).evaluate(runs)
print(sum(one["ndcg_cut_10"] for one in found.values()) / len(found))
"""
)
RANX = (
    RANKED
    + """
from ranx import Qrels, Run, evaluate
asked = ["map", "mrr", "ndcg", "ndcg@1", "ndcg@5", "ndcg@10"]
asked += [f"{name}@{k}" for name in ("recall", "precision") for k in (1, 5, 10)]
found = evaluate(Qrels(qrels), Run(runs), asked, make_comparable=True)
print(found["ndcg@10"])
"""
)
IR_MEASURES = (
    RANKED
    + """
import ir_measures
from ir_measures import AP, RR, P, R, nDCG
asked = [AP, RR, nDCG, *(measure @ k for measure in (nDCG, R, P) for k in (1, 5, 10))]
print(ir_measures.calc_aggregate(asked, qrels, runs)[nDCG @ 10])
"""
)
LABELS = """
from sklearn.preprocessing import MultiLabelBinarizer
from sklearn.metrics import f1_score
sets = MultiLabelBinarizer().fit([list("abcdefghij")])
wanted, said = sets.transform(references), sets.transform(predictions)
print(f1_score(wanted, said, average="macro"))
"""
MAX_F1 = """
from sklearn.metrics import precision_recall_curve
precision, recall, _ = precision_recall_curve(references, predictions)
print((2 * precision * recall / (precision + recall).clip(1e-300)).max())
"""
CALIBRATION = """
import torch
from torchmetrics.functional.classification import binary_calibration_error
said, wanted = torch.tensor(predictions), torch.tensor(references)
print(float(binary_calibration_error(said, wanted, n_bins=10)))
"""


def sklearn(call: str) -> Peer:
    """Call a function of scikit-learn."""
    name = call.split("(", maxsplit=1)[0]
    code = f"\nfrom sklearn.metrics import {name}\nprint({call})\n"
    return Peer("scikit-learn", "sklearn", code)


def scipy(name: str) -> Peer:
    """Call a correlation of scipy."""
    code = f"\nfrom scipy.stats import {name}\nprint({name}(predictions, references).statistic)\n"
    return Peer("scipy", "scipy", code)


REPORT = """
from sklearn.metrics import classification_report
print(classification_report(references, predictions, output_dict=True)["macro avg"]["f1-score"])
"""
JOBS = [
    Job("accuracy", (sklearn("accuracy_score(references, predictions)"),), records="labels"),
    Job(
        "classification",
        (Peer("scikit-learn", "sklearn", REPORT),),
        output="macro_f1",
        records="labels",
    ),
    Job(
        "confusion-matrix",
        (sklearn("confusion_matrix(references, predictions)[0, 0]"),),
        output="a->a",
        records="labels",
    ),
    Job(
        "multi-label",
        (Peer("scikit-learn", "sklearn", LABELS),),
        output="macro_f1",
        records="label_sets",
    ),
    Job(
        "sequence-labelling",
        (Peer("seqeval", "seqeval", SEQEVAL), Peer("nervaluate", "nervaluate", NERVALUATE)),
        output="micro_f1",
        records="tags",
        why=NUMPY,
    ),
    Job(
        "ranking",
        (
            Peer("pytrec-eval-terrier", "pytrec_eval", PYTREC),
            Peer("ranx", "ranx", RANX),
            Peer("ir-measures", "ir_measures", IR_MEASURES),
        ),
        output="ndcg_at_10",
        records="rankings",
        why=CHECKED,
    ),
    Job("roc-auc", (sklearn("roc_auc_score(references, predictions)"),), records="probabilities"),
    Job(
        "average-precision",
        (sklearn("average_precision_score(references, predictions)"),),
        records="probabilities",
    ),
    Job("brier", (sklearn("brier_score_loss(references, predictions)"),), records="probabilities"),
    Job("max-f1", (Peer("scikit-learn", "sklearn", MAX_F1),), records="probabilities"),
    Job(
        "calibration-error",
        (Peer("torchmetrics", "torchmetrics", CALIBRATION, SINGLE),),
        records="probabilities",
    ),
    Job("pearson", (scipy("pearsonr"),), records="numbers"),
    Job("spearman", (scipy("spearmanr"),), records="numbers"),
    Job("kendall", (scipy("kendalltau"),), records="numbers"),
    Job(
        "mean-absolute-error",
        (sklearn("mean_absolute_error(references, predictions)"),),
        records="numbers",
    ),
    Job(
        "mean-squared-error",
        (sklearn("mean_squared_error(references, predictions)"),),
        records="numbers",
    ),
]
