"""SQuAD: its own files, missing questions, and thresholds for questions without an answer."""

import json

import numpy as np
import pytest

from sacreval.commands.app import run
from support.sizes import few
from support.tasks import scores_of

QUESTIONS = {"q1": ["Paris"], "q2": [], "q3": ["north"], "q4": []}
ANSWERS = {"q1": "Paris", "q2": "Rome", "q3": "in the north"}
DOUBTS = {"q1": 0.1, "q2": 0.9, "q3": 0.4, "q4": 0.5}
CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write gold answers, predictions that lack a question, and probabilities."""
    qas = [
        {"id": name, "question": "?", "answers": [{"text": text} for text in texts]}
        for name, texts in QUESTIONS.items()
    ]
    gold = {"data": [{"paragraphs": [{"context": "c", "qas": qas}]}]}
    for name, content in (("gold", gold), ("answers", ANSWERS), ("doubts", DOUBTS)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scores(capsys, *words):
    code = run(["evaluate", *words, "gold.json", "--format", "jsonl"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return {r["output"]: r["value"] for r in map(json.loads, out.splitlines())}


@pytest.mark.usefixtures("folder")
def test_missing_questions_are_wrong(capsys):
    """A question that a system left out is wrong even where there is no answer, and counted."""
    reader = 'squad{"predictions": {"s": "answers.json"}}'
    found = scores(capsys, "squad", "--version", "2.0", "--reader", reader)
    assert found["squad_exact_match"] == 25.0
    assert found["squad_no_answer_exact_match"] == 0.0
    assert found["squad_missing"] == 1.0


@pytest.mark.usefixtures("folder")
def test_threshold(capsys):
    """With probabilities from a file, the best threshold keeps two answers and drops one."""
    reader = 'squad{"predictions": {"s": "answers.json"}, "no_answer": {"s": "doubts.json"}}'
    found = scores(capsys, "squad-threshold", "--reader", reader)
    assert found == {
        "squad_best_exact_match": 50.0,
        "squad_best_exact_match_threshold": 0.1,
        "squad_best_f1": pytest.approx(100 * (1 + 1 + 2 / 3) / 4),
        "squad_best_f1_threshold": 0.4,
        "squad_missing": 1.0,
    }


@pytest.mark.parametrize(
    ("reader", "part"),
    [
        ({"predictions": {"s": "answers.json"}, "no_answer": {"t": "doubts.json"}}, "same systems"),
        ({"predictions": {"s": "answers.json"}, "no_answer": {"s": "gold.json"}}, "question q1"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_files(capsys, reader, part):
    """Probabilities of other systems, or that lack a question, are one sentence."""
    spec = f"squad{json.dumps(reader)}"
    assert run(["evaluate", "squad-threshold", "gold.json", "--reader", spec]) == 2
    assert part in capsys.readouterr().err


@few(3, "seed", range(6))
def test_no_answer_threshold(seed):
    """The best threshold is the best of all, each tried with the 2.0 scores of what it leaves."""
    rng = np.random.default_rng(seed)
    records, plain = [], []
    for i in range(40):
        references = [["a b c"], ["the x", "y"], []][int(rng.integers(3))]
        text = ["a b", "a b c", "x", "", "the"][int(rng.integers(5))]
        doubt = float(np.round(rng.random() * 2 - seed % 2, 1))
        answer = None if i % 9 == 8 else {"text": text, "no_answer": doubt}
        records.append({"prediction": answer, "references": references})
    found = scores_of("squad-threshold", records)
    doubts = {r["prediction"]["no_answer"] for r in records if r["prediction"]}
    best = {"exact_match": 0.0, "f1": 0.0}
    for cut in [*doubts, -9.0]:
        plain = [
            {**r, "prediction": r["prediction"] and _below(cut, **r["prediction"])} for r in records
        ]
        scores = scores_of("squad", plain, {"version": "2.0"})
        best = {name: max(value, scores[f"squad_{name}"]) for name, value in best.items()}
        for name in best:
            if found[f"squad_best_{name}_threshold"] == cut:
                want = found[f"squad_best_{name}"]
                assert scores[f"squad_{name}"] == pytest.approx(want, **CLOSE)
    for name, value in best.items():
        assert found[f"squad_best_{name}"] == pytest.approx(value, **CLOSE)
    assert found["squad_missing"] == 4


def _below(cut, *, text, no_answer):
    return text if no_answer <= cut else ""
