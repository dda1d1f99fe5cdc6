"""`sacreval evaluate --agree LOG`."""

import json

import pytest


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
    assert "1 scores are equal, 0 different" in out
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
