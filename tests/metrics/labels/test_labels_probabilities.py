"""Metrics of probabilities: by hand, beside scikit-learn, and what they refuse."""

import json
from math import exp
from pathlib import Path

import numpy as np
import pytest

from sacreval.errors import InputError
from support import missing
from support.cases import COLLECTIONS
from support.program import write_jsonl
from support.sizes import few
from support.tasks import pairs, scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}
OVER = {"over": "choices"}
CURVES = pytest.mark.parametrize("name", ["roc-auc", "average-precision", "max-f1"])
BINARY = ["roc-auc", "average-precision", "max-f1", "brier", "calibration-error"]


@pytest.mark.parametrize("seed", range(5))
def test_probabilities(sk, seed):
    """ROC AUC, average precision and Brier are scikit-learn's, ties among the scores."""
    rng = np.random.default_rng(seed)
    y = np.array([0, 1, *rng.integers(0, 2, 40)])
    p = np.round(rng.random(42), 1)
    records = pairs(p.tolist(), y.tolist())
    for name, function in (
        ("roc_auc", sk.roc_auc_score),
        ("average_precision", sk.average_precision_score),
        ("brier", sk.brier_score_loss),
    ):
        score = scores_of(name.replace("_", "-"), records)[name]
        assert score == pytest.approx(function(y, p), **CLOSE)


def test_average_precision_by_hand():
    """At the two positives precision is 1 and 2/3; their mean is 5/6."""
    records = pairs([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])
    assert scores_of("average-precision", records) == {"average_precision": pytest.approx(5 / 6)}


def test_equal_scores_share_a_threshold():
    """Three equal scores of which one is positive have precision 1/3."""
    records = pairs([0.5, 0.5, 0.5], [1, 0, 0])
    assert scores_of("average-precision", records) == {"average_precision": pytest.approx(1 / 3)}


def test_without_positives():
    """Without a positive record 0 is reported."""
    assert scores_of("average-precision", pairs([0.5, 0.4], [0, 0])) == {"average_precision": 0.0}


def test_roc_auc_by_hand():
    """Of the four pairs of a positive and a negative, three are in order."""
    records = pairs([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])
    assert scores_of("roc-auc", records) == {"roc_auc": 0.75}


def test_a_tie_counts_half():
    """Of two pairs one is in order and one is tied: 1.5 / 2."""
    assert scores_of("roc-auc", pairs([0.5, 0.5, 0.1], [1, 0, 0])) == {"roc_auc": 0.75}


def choices(*logs, gold=0):
    return {"choices": [{"text": f"c{i}", "logprob": x} for i, x in enumerate(logs)], "gold": gold}


def test_brier_by_hand():
    """Squared distances 0.01, 0.09 and 0.36 have a mean of 0.46 / 3."""
    records = pairs([0.9, 0.3, 0.6], [1, 0, 0])
    assert scores_of("brier", records) == {"brier": pytest.approx(0.46 / 3)}


def test_choices_by_hand():
    """Two choices with the odds 3 to 1 are 0.25 and 0.25 off, where the first is right."""
    from math import log

    record = choices(log(0.3), log(0.1))
    assert scores_of("brier", [record], OVER) == {"brier": pytest.approx(2 * 0.25**2)}
    record = choices(log(0.3), log(0.1), gold="c1")
    assert scores_of("brier", [record], OVER) == {"brier": pytest.approx(2 * 0.75**2)}


def test_tiny_probabilities_have_shares():
    """Log-probabilities far below what a float can hold still have a softmax."""
    share = 1 / (1 + exp(-1))
    scores = scores_of("brier", [choices(-5000.0, -5001.0)], OVER)
    assert scores == {"brier": pytest.approx(2 * (1 - share) ** 2)}


def test_one_right_choice():
    """Several right choices are refused."""
    with pytest.raises(InputError, match="2 right choices"):
        scores_of("brier", [choices(-1.0, -2.0, gold=[0, "c1"])], OVER)


def test_the_toy_run_of_lm_eval():
    """The records of lm-eval's toy run have the score that it printed."""
    folder = COLLECTIONS.parent / "logs" / "lm_eval"
    if not folder.is_dir():
        missing.say("lm-eval's Brier score of its toy run: SACREVAL_CASES is beside no logs")
        pytest.skip("no logs")
    [printed] = [
        scores["brier_score,none"]
        for path in folder.rglob("results_*.json")
        for scores in json.loads(path.read_text())["results"].values()
        if "brier_score,none" in scores
    ]
    files = json.loads((folder / "expected.json").read_text())
    records = [
        {"choices": record["choices"], "gold": record["gold"]}
        for file in files
        for record in file["records"]
        if "choices" in record
    ]
    values = scores_of("brier", records, OVER)
    assert values == {"brier": pytest.approx(printed, abs=1e-12)}


def test_calibration_error():
    """The gaps of the bins are those of a plain loop."""
    rng = np.random.default_rng(3)
    p, y = rng.random(200), rng.integers(0, 2, 200)
    bins = np.minimum((p * 10).astype(int), 9)
    gaps = [abs(y[bins == b].sum() - p[bins == b].sum()) for b in range(10)]
    scores = scores_of("calibration-error", pairs(p.tolist(), y.tolist()))
    assert scores["calibration_error"] == pytest.approx(sum(gaps) / 200, **CLOSE)


@CURVES
@pytest.mark.parametrize(("score", "outcome"), [([1], 1), (0.5, 2)])
def test_refused(cli, name, score, outcome):
    """A score that is no number, or an outcome that is neither 0 nor 1, is named by its line."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, score], [1, outcome]))
    done = cli("evaluate", name, "in.jsonl")
    assert (done.code, done.err.count("\n"), "in.jsonl:2" in done.err) == (2, 1, True)


@CURVES
@pytest.mark.parametrize(("score", "outcome"), [("high", 1), (0.5, "b")])
def test_texts_that_are_no_values(cli, name, score, outcome):
    """A text that is no score, or no outcome, is counted as missing."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, "0.2", score], [1, "false", outcome]))
    done = cli("evaluate", name, "in.jsonl")
    assert (done.code, "in.jsonl:3" in done.err, "in.jsonl:2" in done.err) == (3, True, False)


@pytest.mark.parametrize("name", BINARY)
def test_a_positive_label(name):
    """The label that is named stands for 1, and all others for 0."""
    scores, right = [0.9, 0.3, 0.6], [1, 0, 0]
    named = pairs(scores, ["toxic" if label else "ok" for label in right])
    assert scores_of(name, named, {"positive": "toxic"}) == scores_of(name, pairs(scores, right))


@pytest.mark.parametrize("name", BINARY)
def test_no_positive_label(cli, name):
    """If no reference is the named label, a notice names those that there are."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, 0.2], ["toxic", "ok"]))
    done = cli("evaluate", name, "in.jsonl", "--positive", "toxc")
    assert "no reference is 'toxc', so all count as 0; there is 'toxic', 'ok'" in done.err


def test_choices_have_no_positive_label(cli):
    """Choices have no references that a label could be one of."""
    done = cli("evaluate", "brier", "in.jsonl", "--over", "choices", "--positive", "a")
    assert (done.code, "positive is for references" in done.err) == (2, True)


@few(3, "name", [*BINARY, "pearson", "spearman", "kendall"])
def test_several_references_are_refused(cli, name):
    """A metric of one reference refuses several, and names a remedy that works."""
    records = pairs([0.9, 0.8, 0.7], [1, 0, 1])
    more = [{**record, "references": [*record["references"], 0]} for record in records]
    write_jsonl(Path("one.jsonl"), records)
    write_jsonl(Path("two.jsonl"), more)
    done = cli("evaluate", name, "two.jsonl")
    assert done.code == 2
    assert f"two.jsonl:1: this record has 2 references, and {name} takes one" in done.err
    assert ("--reduce-references" in done.err) == (name in ("brier", "calibration-error"))
    first = cli("evaluate", name, "s=two.jsonl", "--map", "references=references[:1]", "-q")
    assert first.out == cli("evaluate", name, "s=one.jsonl", "-q").out


def test_max_f1(sk):
    """The largest F1 is that of the best point of scikit-learn's precision-recall curve."""
    rng = np.random.default_rng(9)
    for _ in range(10):
        y, p = np.array([1, *rng.integers(0, 2, 20)]), np.round(rng.random(21), 1)
        precision, recall, thresholds = sk.precision_recall_curve(y, p)
        f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-300)
        scores = scores_of("max-f1", pairs(p.tolist(), y.tolist()))
        assert scores["max_f1"] == pytest.approx(f1.max(), **CLOSE)
        reached = sk.f1_score(y, p >= scores["max_f1_threshold"])
        assert reached == pytest.approx(f1.max(), **CLOSE)
        assert scores["max_f1_threshold"] in thresholds
