"""`sacreval evaluate --agree LOG`."""

import json

import pytest

from support.lm_eval_logs import row, write, write_results


def log(path, values):
    """Write a log of inspect_ai with the values of a scorer for the output yes."""
    samples = [
        {
            "id": i,
            "input": "q",
            "target": "yes",
            "output": {"choices": [{"message": {"content": text}}]},
            "scores": {"includes": {"value": value}},
        }
        for i, (text, value) in enumerate(values)
    ]
    run = {"eval": {"task": "t", "model": "m"}, "status": "success", "samples": samples}
    path.write_text(json.dumps(run))
    return path


def test_gate(sacreval, tmp_path):
    """The command ends with 0 if all scores are equal, and with 1 if rows differ."""
    path = log(tmp_path / "a.json", [("yes", "C"), ("no", "I")])
    code, out, err = sacreval("evaluate", "--agree", path)
    assert (code, err) == (0, "")
    assert "1 score is equal, 0 different" in out
    path = log(tmp_path / "b.json", [("yes", "C"), ("no", "C")])
    code, out, err = sacreval("evaluate", "agree", path, "--rows", "1")
    assert code == 1
    assert "includes of m: row 1: stored 1.0000, derived 0.0000" in out
    assert "1 of 1 scores differ" in err


def test_files(sacreval, tmp_path):
    """Results are written in the formats of other results; logs are never replaced."""
    path = log(tmp_path / "a.json", [("yes", "C")])
    out = tmp_path / "agree.json"
    assert sacreval("evaluate", "--agree", path, "-o", out)[0] == 0
    assert json.loads(out.read_text())["scores"][0]["agreement"] == "equal"
    code, _, err = sacreval("evaluate", "--agree", path, "-o", path, "--force")
    assert (code, "is an input" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--agree"], "Missing argument"),
        (["--agree=none.json"], "there is no such file"),
        (["exact-match", "--agree", "x"], "No such option"),
    ],
)
def test_mistakes(sacreval, words, why):
    """A mistake ends with 2 and a sentence."""
    code, _, err = sacreval("evaluate", *words)
    assert code == 2
    assert why in err


def test_nothing_compared(sacreval, tmp_path):
    """A log whose scores have no counterpart ends with 2: a gate must not pass on nothing."""
    path = write(tmp_path, row(metrics=["own"], own=1.0))
    code, out, err = sacreval("evaluate", "--agree", path)
    assert code == 2
    assert "not derived (no metric of sacreval derives this score): own" in out
    assert "none of the scores could be compared" in err


def test_options_that_make_scores_equal(sacreval, tmp_path):
    """Where a score differs, the options of `evaluate` that give that of the log are named."""
    solution = {"target": "We add.\n#### 4", "filtered_resps": ["4"]}
    _, out, _ = sacreval("evaluate", "--agree", write(tmp_path, row(**solution)))
    options = "with `sacreval evaluate exact-match`, --extract-references gsm8k makes them equal"
    assert options in out


def test_tasks_without_samples(sacreval, tmp_path):
    """Scores of a run's tasks whose samples were not logged are named, for a folder once."""
    write(tmp_path / "m", row(), task="toy")
    scores = {"toy": {"exact_match,none": 1.0}, "other": {"acc,none": 0.5}, "all": {"acc,none": 1}}
    write_results(tmp_path / "m", results=scores, configs={"toy": {}, "other": {}})
    code, out, _ = sacreval("evaluate", "--agree", tmp_path)
    assert code == 0
    assert out.count("not derived") == 1
    assert "not derived (the samples of other were not logged): acc" in out
    assert "not derived" not in sacreval("evaluate", "--agree", *(tmp_path / "m").glob("s*"))[1]
