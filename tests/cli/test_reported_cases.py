"""Cases of public bug reports of other tools: answers that are several, lacking or not read."""

import json

import pytest

from support.program import write_jsonl

SUMS = [(1, "1+1?", "2", ("It is 2.", "It is 3.")), (2, "2+2?", "4", ("It is 4.", "It is 14."))]


def write_epochs(path):
    """Write a log of inspect_ai with two epochs of each of two samples, one of which is right."""
    samples = [
        {"id": i, "epoch": epoch, "input": asked, "target": right,
         "output": {"choices": [{"message": {"content": text}}]},
         "scores": {"match": {"value": "CI"[epoch - 1]}}}
        for i, asked, right, texts in SUMS
        for epoch, text in enumerate(texts, 1)
    ]  # fmt: skip
    score = {"name": "match", "reducer": "mean", "scored_samples": 2,
             "metrics": {"accuracy": {"value": 0.5}}}  # fmt: skip
    path.write_text(json.dumps({
        "version": 2, "status": "success",
        "eval": {"task": "sums", "model": "toy/m", "config": {"epochs": 2}},
        "results": {"total_samples": 4, "completed_samples": 4, "scores": [score]},
        "samples": samples,
    }))  # fmt: skip
    return path


@pytest.mark.parametrize("metric", [["exact-match", "--extract", "last-number"], ["stored-score"]])
def test_epochs_are_averaged(cli, tmp_path, metric):
    """Every epoch of a sample counts, as in the log's own accuracy (inspect_ai, issue 26)."""
    log = write_epochs(tmp_path / "log.json")
    (found,) = cli("evaluate", *metric, log, "--format", "json").json()["results"]
    assert (found["value"], found["n"]) == (0.5, 2)


def test_answers_that_strict_patterns_do_not_read_are_counted(cli, tmp_path):
    """Answers without the marks of GSM8K are counted as unanswered (lm-eval, issue 1204)."""
    source = write_jsonl(tmp_path / "g.jsonl", [
        {"prediction": "So she pays $18.00.", "references": ["3*6=18\n#### 18"]},
        {"prediction": "The total is 1,250 euros", "references": ["#### 1250"]},
    ])  # fmt: skip
    done = cli("evaluate", "suite", "gsm8k", source)
    assert "unanswered, and scored as wrong: g 2 of 2" in done.out
    assert "strict: 2 outputs are unanswered ('g' 2)" in done.err
    found = {r["output"]: r for r in cli("evaluate", "suite", "gsm8k", source, "--format", "json")
             .json()["results"]}  # fmt: skip
    assert found["strict_exact_match"]["value"] == 0
    assert found["strict_exact_match"]["unanswered"] == 2


def test_no_answer_to_a_question_without_one_is_right(cli, tmp_path):
    """An output that is read as empty is right where there is no answer (lm-eval, issue 3212)."""
    source = write_jsonl(tmp_path / "s.jsonl", [
        {"prediction": "unanswerable", "references": []},
        {"prediction": "Rome", "references": ["Rome"]},
    ])  # fmt: skip
    words = ("evaluate", "squad", source, "--version", "2.0", "--format", "json")
    extract = ("--extract", "regex:^(?!unanswerable$)(.*)$")
    for options in (extract, (*extract, "--unextracted", "empty")):
        found = {r["output"]: r["value"] for r in cli(*words, *options).json()["results"]}
        assert found["squad_exact_match"] == found["squad_no_answer_exact_match"] == 100
    plain = {r["output"]: r["value"] for r in cli(*words).json()["results"]}
    assert plain["squad_exact_match"] == 50
