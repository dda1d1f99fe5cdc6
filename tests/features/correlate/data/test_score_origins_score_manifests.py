"""How scores in files were computed, by the manifests beside them."""

import json
from pathlib import Path

import pytest

import sacreval
from sacreval.features.correlate.data.score_origins import signatures_beside
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.fixture
def scores(cli, tmp_path):
    """Return a file of scores with its manifest."""
    words = ["-m", "chrf", "-m", "rouge", SAMPLE, "-o", "s.jsonl", "-q"]
    assert cli("score", "suite", *words).code == 0
    return tmp_path / "s.jsonl"


def metrics_of(text):
    """Return the names of metrics in joined signatures."""
    return [one.partition("|")[0] for one in text.split(" + ")]


def test_chosen_scores(scores):
    """The signatures are those of the metrics whose scores take part; of all for other names."""
    assert metrics_of(signatures_beside([scores], ["all"])) == ["chrf", "rouge"]
    assert metrics_of(signatures_beside([scores], ["rouge1_f1_jk"])) == ["rouge"]
    assert metrics_of(signatures_beside([scores], ["rouge1_f1", "mine"])) == ["chrf", "rouge"]


def test_python_and_trust_know_directions(cli, tmp_path, monkeypatch):
    """What the metric states of its direction counts in `correlate` of Python and in trust too."""
    (tmp_path / "mine47.py").write_text(
        "def gap(prediction, references): return abs(len(prediction) - len(references[0]))\n"
        "gap.higher_is_better = False\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert cli("score", "py:mine47:gap", SAMPLE, "-o", "gap.jsonl", "-q").code == 0
    for path in ([tmp_path / "gap.jsonl"], str(tmp_path / "gap.jsonl")):
        rows = sacreval.correlate(path, human="adequacy", metrics="gap", interval="none").rows()
        assert {row["turned"] for row in rows} == {"metric"}
    [judge] = sacreval.trust(tmp_path / "gap.jsonl", human="adequacy", metrics="gap").report.judges
    assert judge.reversed
    words = ("correlate", "trust", "gap.jsonl", "--human", "adequacy", "--metric", "gap")
    assert cli(*words, "--format", "json").json()["judges"][0]["reversed"]


def test_only_of_this_file(scores):
    """A manifest of another file, a damaged one and none state nothing."""
    beside = Path(f"{scores.with_suffix('')}.manifest.json")
    beside.write_text(beside.read_text().replace('"metrics"', '"other"'))
    assert signatures_beside([scores], ["all"]) is None
    beside.write_text("{")
    assert signatures_beside([scores], ["all"]) is None
    beside.unlink()
    assert signatures_beside([scores], ["all"]) is None


def test_changed_scores(scores):
    """Scores that were changed after the manifest was written have no stated signature."""
    scores.write_text(scores.read_text() + "\n")
    assert signatures_beside([scores], ["all"]) is None


def test_several_files(scores, tmp_path):
    """Judgments in a file of their own need no manifest; other scores do."""
    judged, other = tmp_path / "j.jsonl", tmp_path / "o.jsonl"
    judged.write_text('{"instance_id": "1", "system_id": "a", "judgments": {"q": 1}}\n')
    other.write_text('{"instance_id": "1", "system_id": "a", "scores": {"mine": 1}}\n')
    assert metrics_of(signatures_beside([judged, scores], ["all"])) == ["chrf", "rouge"]
    assert signatures_beside([scores, other], ["all"]) is None


@pytest.mark.usefixtures("scores")
def test_cited(cli):
    """Scores that were written, correlated and cited keep the name of their metric."""
    words = ["--human", "adequacy", "--metric", "rouge1_f1_jk", "--level", "system", "-q"]
    assert cli("correlate", "scores", "s.jsonl", *words, "-o", "c.json").code == 0
    done = cli("cite", "c.json", "--format", "json")
    assert "we report ROUGE-1 (Lin 2004)" in json.loads(done.out)["sentences"]
    assert "is not stated" not in done.err
