"""Files of a baseline."""

import json
from pathlib import Path

import sacreval
from sacreval.features.gates.baseline_file import scores_of, write_results
from sacreval.scoring.baseline import read_baseline

TEXTS = ["the cat sat", "on the mat"]


def test_scores_are_beside_the_results():
    """Their file has the name of the baseline."""
    assert scores_of(Path("a/b.json")) == Path("a/b.instances.jsonl")


def test_what_is_written_is_read(tmp_path):
    """The results name their scores of records by path and hash, in any folder; it is replaced."""
    path = tmp_path / "base.json"
    path.write_text("old")
    found = sacreval.evaluate(TEXTS, TEXTS, metrics=["chrf"], keep_rows=True)
    found.write_baseline(path)
    link = json.loads(path.read_text())["instances"]
    assert link["path"] == "base.instances.jsonl"
    assert len((tmp_path / link["path"]).read_text().splitlines()) == 2
    moved = tmp_path / "moved"
    moved.mkdir()
    for one in (path, scores_of(path)):
        one.rename(moved / one.name)
    assert read_baseline(moved / "base.json").results[0].value == 100


def test_results_may_be_alone(tmp_path):
    """Without scores of records there is no link."""
    path = tmp_path / "base.json"
    found = sacreval.evaluate(TEXTS, TEXTS, metrics=["chrf"])
    write_results(found.report.to_file(), path, None)
    assert json.loads(path.read_text()).get("instances") is None
