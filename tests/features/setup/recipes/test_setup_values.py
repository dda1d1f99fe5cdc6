"""Values that corpora are known to show, computed from what setup-dataset wrote."""

import re
import string

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr, spearmanr


def _matrices(rows, score, judgment):
    """Give matrices inputs x systems of a score and of the mean of a judgment."""
    inputs = {name: i for i, name in enumerate(sorted({r["instance_id"] for r in rows}))}
    systems = {name: i for i, name in enumerate(sorted({r["system_id"] for r in rows}))}
    x, z = np.full((2, len(inputs), len(systems)), np.nan)
    for row in rows:
        at = inputs[row["instance_id"]], systems[row["system_id"]]
        x[at] = row["scores"][score]
        z[at] = np.mean(row["judgments"][judgment])
    return x, z


# Quantities that corpora.md lists under 'Values to reproduce': r, rho and tau.
SUMMEVAL = [
    ("rouge-1_f1", (0.279, 0.256, 0.197), (0.610, 0.624, 0.500)),
    ("rouge-1_recall", (0.309, 0.283, 0.225), (0.549, 0.565, 0.417)),
    ("rouge-2_f1", (0.227, 0.188, 0.140), None),
    ("bertscore_recall", (0.374, 0.350, 0.270), (0.840, 0.909, 0.750)),
]


@pytest.mark.parametrize(("score", "summary", "system"), SUMMEVAL)
def test_summeval_correlations(corpora, lines, score, summary, system):
    """SummEval's published scores correlate with expert relevance as SacreROUGE documents."""
    x, z = _matrices(lines(corpora("fabbri2020") / "scores.jsonl"), score, "expert_relevance")
    for measure, expected in zip((pearsonr, spearmanr, kendalltau), summary, strict=True):
        values = [measure(a, b)[0] for a, b in zip(x, z, strict=True)]
        assert np.nanmean(values) == pytest.approx(expected, abs=6e-4)
    for measure, expected in zip((pearsonr, spearmanr, kendalltau), system or (), strict=False):
        assert measure(x.mean(0), z.mean(0))[0] == pytest.approx(expected, abs=6e-4)


def test_wmt23_correlations(corpora, lines):
    """BLEU, chrF and XCOMET agree with MQM over 5,520 outputs as mt-metrics-eval published."""
    rows = [
        row
        for row in lines(corpora("wmt23") / "scores.jsonl")
        if row["system_type"] == "peer" and row["judgments"].get("mqm") is not None
    ]
    assert len(rows) == 5520
    human = [row["judgments"]["mqm"] for row in rows]

    def score(name):
        return [row["scores"][name] for row in rows]

    assert pearsonr(score("BLEU-refA"), human)[0] == pytest.approx(0.1921, abs=5e-5)
    assert pearsonr(score("chrF-refA"), human)[0] == pytest.approx(0.2320, abs=5e-5)
    xcomet = score("XCOMET-Ensemble-refA")
    assert pearsonr(xcomet, human)[0] == pytest.approx(0.6953, abs=5e-5)
    assert kendalltau(xcomet, human)[0] == pytest.approx(0.5458808, abs=5e-8)


def test_gsm8k_accuracies(corpora, lines):
    """Exact match on the parsed numbers gives the published accuracies, item for item."""
    rows = lines(corpora("gsm8k") / "records.jsonl")
    right = {}
    for row in rows:
        correct = row["prediction"] == row["references"][0]
        assert correct == bool(row["judgments"]["correct"])
        right[row["system_id"]] = right.get(row["system_id"], 0) + correct
    assert {name: round(100 * n / 1319, 2) for name, n in right.items()} == {
        "6b_finetuning": 21.68,
        "6b_verification": 39.04,
        "175b_finetuning": 34.72,
        "175b_verification": 56.25,
    }


def _normal(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def test_xquad_exact_match(corpora, lines):
    """Five systems answer XQuAD's English questions as often right as they are known to."""
    right = {}
    for row in lines(corpora("xquad") / "en.jsonl"):
        hit = _normal(row["prediction"]) == _normal(row["references"][0])
        right[row["system_id"]] = right.get(row["system_id"], 0) + hit
    assert {name: round(100 * n / 1190, 2) for name, n in right.items()} == {
        "BERT-ensemble": 74.87,
        "r-net+": 72.77,
        "SLQA+": 72.18,
        "Match-LSTM": 61.09,
        "Logistic-Regression": 34.54,
    }


def test_multeval_bleu_and_ter(corpora, lines):
    """Multeval's baseline-opt0 has the BLEU and TER of its gold files."""
    from sacrebleu.metrics import BLEU

    rows = [
        r for r in lines(corpora("multeval") / "records.jsonl") if r["system_id"] == "baseline-opt0"
    ]
    references = [[row["references"][0] for row in rows]]
    bleu = BLEU(tokenize="none", force=True)
    score = bleu.corpus_score([row["prediction"] for row in rows], references).score
    assert score == pytest.approx(18.54, abs=0.05)


def test_qags_majorities(corpora, lines):
    """QAGS has 226 summaries of three sentences and 9 of four, with three workers a sentence."""
    rows = lines(corpora("qags") / "cnndm.jsonl")
    lengths = [len(row["meta"]["sentences"]) for row in rows]
    assert (lengths.count(3), lengths.count(4)) == (226, 9)
    assert all(len(row["judgments"]["consistent_share"]) == 3 for row in rows)
