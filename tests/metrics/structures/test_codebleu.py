"""CodeBLEU beside the package codebleu 0.7.0, and its conventions by hand."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics.structures._codebleu import trees
from support import missing
from support.mirror import CHECKOUT
from support.sizes import few

GOLDEN = json.loads((CHECKOUT / "tests" / "golden" / "codebleu.json").read_text(encoding="utf-8"))
CASES = GOLDEN["cases"]
PROGRAM = "def f(x):\n    y = x + 1\n    return y"


def scores(predictions, references, **options):
    """Score a corpus."""
    metric = metrics.get("codebleu")(**options)
    pairs = zip(predictions, references, strict=True)
    rows = metric.rows(Batch([Instance(prediction=p, references=r) for p, r in pairs]))
    return {name: float(x) for name, x in metric.reduce(rows.sum(axis=0)).items()}


@few(15, "case", CASES, ids=lambda case: case["lang"])
def test_numbers_of_the_package(case):
    """All five numbers of all languages are those of the package, for corpora too."""
    found = scores(case["predictions"], case["references"], lang=case["lang"])
    assert found == pytest.approx(case["expected"], abs=1e-12)


def test_no_match_of_data_flow_counts_as_one():
    """Where no reference has any, the match is 0, is said to be undefined, and counts as 1."""
    metric = metrics.get("codebleu")(weights=(0, 0, 0, 1))
    rows = metric.rows(Batch([Instance(prediction="1 + 1", references=["print('a')"])]))
    found = metric.reduce(rows[0])
    assert (found["codebleu"], found["codebleu_dataflow_match"]) == (1.0, 0.0)
    assert "codebleu_dataflow_match" in metric.undefined(rows)
    rows = metric.rows(Batch([Instance(prediction="", references=[PROGRAM])]))
    assert metric.undefined(rows) == {}
    assert metric.reduce(rows[0])["codebleu"] == 1.0


def test_keywords_weigh_five_times_as_much():
    """Of `return x`, a keyword and a name, the keyword alone is 1 of 1.2."""
    metric = metrics.get("codebleu")()
    [row] = metric.rows(Batch([Instance(prediction="return", references=["return x"])]))
    assert row[11] / row[15] == pytest.approx(1 / 1.2)


def test_weights():
    """The score is the mean of the parts by their weights."""
    other = PROGRAM.replace("+ 1", "* 2")
    parts = scores([PROGRAM], [[other]])
    mixed = scores([PROGRAM], [[other]], weights=(0.1, 0.2, 0.3, 0.4))
    values = [parts[f"codebleu_{name}"] for name in (
        "ngram_match", "weighted_ngram_match", "syntax_match", "dataflow_match")]  # fmt: skip
    assert mixed["codebleu"] == pytest.approx(np.dot([0.1, 0.2, 0.3, 0.4], values))


@pytest.mark.parametrize("weights", [(1.0,), (1.0, 0.0, 0.0, -1.0), (float("nan"),) * 4])
def test_wrong_weights(weights):
    """Four numbers of 0 or more are needed."""
    with pytest.raises(UsageError, match="four numbers"):
        metrics.get("codebleu")(weights=weights)


def test_programs_nested_too_deeply():
    """A program of 5,000 nested brackets is refused; one of hundreds is scored."""
    with pytest.raises(RecordError, match=r"1,000 levels"):
        scores(["(" * 5000 + ")" * 5000], [[PROGRAM]])
    assert scores(["[" * 300 + "]" * 300], [[PROGRAM]])["codebleu"] >= 0


@pytest.mark.parametrize("text", ["\ud800 = 1", "\x00", "é = '🙂' # ü", "x = 'unclosed", "\t\r\n"])
def test_odd_texts(text):
    """Any text is scored, also one that is no program."""
    assert 0 <= scores([text], [[PROGRAM]])["codebleu"] <= 1
    assert 0 <= scores([PROGRAM], [[text]])["codebleu"] <= 1


def test_without_the_grammar(monkeypatch):
    """Without the extra there is one sentence with the remedy."""
    monkeypatch.setattr(trees, "find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[codebleu\]'"):
        metrics.get("codebleu")(lang="go")


@missing.needs("tree_sitter_python", "CodeBLEU of programs")
def test_versions_in_the_signature(cli, tmp_path):
    """The signature has the versions of the parser and of the grammar."""
    line = json.dumps({"prediction": PROGRAM, "references": [PROGRAM]})
    (tmp_path / "k.jsonl").write_text(f"{line}\n")
    done = cli("evaluate", "codebleu", "k.jsonl", "--format", "json")
    [first, *_] = done.json()["results"]
    assert "|tree-sitter-python:" in first["signature"]
    assert first["value"] == 1.0
