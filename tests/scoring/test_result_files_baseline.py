"""Baselines: files that belong together, and versions."""

import json

from support.accepted import ACCEPT, against, system
from support.judges import ANSWERS, QUALITY, write
from support.program import write_jsonl


def test_other_versions_are_not_refused(cli, accepted):
    """Versions and outputs may differ between a baseline and a run."""
    content = (accepted / "base.json").read_text()
    (accepted / "base.json").write_text(content.replace("sacrebleu:", "sacrebleu:0."))
    assert against(cli, accepted, system()).code == 0


def test_other_replies_are_not_refused(cli, tmp_path, monkeypatch):
    """The replies about changed outputs are data: records of a judge are paired all the same."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rater.py").write_text(ANSWERS)
    words = ["evaluate", "judge", write(tmp_path, QUALITY), "in.jsonl", "--with", "py:rater:rate"]
    records = [{"prediction": f"a b c {i}", "sources": ["s"]} for i in range(40)]
    write_jsonl(tmp_path / "in.jsonl", records)
    assert cli(*words, *ACCEPT).code == 0
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    write_jsonl(tmp_path / "in.jsonl", [records[0] | {"prediction": "a b"}, *records[1:]])
    done = cli(*words, "--baseline", "base.json", "--not-worse", "quality=2")
    assert (done.code, "40 shared instances" in done.err) == (0, True), done.err


def test_a_system_without_baseline_is_refused(cli, accepted):
    """A second system has nothing to be held against; --force-baseline leaves it out."""
    records = [*system(), *system(name="b")]
    done = against(cli, accepted, records)
    assert done.code == 2
    assert "no chrf of 'b'" in done.err
    assert against(cli, accepted, records, "--force-baseline").code == 0


def test_changed_records_of_a_baseline_are_found(cli, accepted):
    """The file of the records must be the one that was written with the result."""
    beside = accepted / "base.instances.jsonl"
    beside.write_text(beside.read_text().replace('"a"', '"b"', 1))
    done = against(cli, accepted, system())
    assert done.code == 2
    assert "base.instances.jsonl" in done.err


def test_intervals_change_no_score(cli, accepted):
    """A run with --ci is compared with a baseline without, whose signature has no interval."""
    done = against(cli, accepted, system(wrong=range(0, 40, 8)), "--ci", "--resamples", "20")
    assert done.code == 0, done.err


def test_a_comparison_is_no_result(cli, tmp_path):
    """The file of a comparison is named as one, with what `verify` and `plan` read."""
    lines = [
        {"instance_id": i, "system_id": s, "prediction": "a b c d", "reference": "a b c e"}
        for s in "ab"
        for i in range(3)
    ]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    assert cli("compare", "bleu", "r.jsonl", "-o", "c.json").code == 0
    for words in (["plan", "c.json"], ["verify", "c.json"]):
        found = cli(*words)
        assert (found.code, "c.json: a result of `sacreval compare`" in found.err) == (2, True)


def test_correlations_are_no_result(cli, tmp_path):
    """The file of correlations is named as one, with what can be made of it."""
    (tmp_path / "r.json").write_text('{"results": [], "ranking": [], "notes": [], "tests": []}')
    found = cli("verify", "r.json")
    assert found.code == 2
    assert "r.json: a result of `sacreval correlate`, which has no scores of systems" in found.err


def test_an_arena_is_no_result(cli, tmp_path):
    """The file of an arena is named as one, with what `report` shows and what writes its tables."""
    (tmp_path / "battles.jsonl").write_text('{"instance_id": 1, "a": "x", "b": "y", "winner": "a"}')
    assert cli("arena", "battles.jsonl", "-o", "a.json").code == 0
    found = cli("report", "a.json", "-o", "r.html")
    assert found.code == 2
    assert "a.json: a result of `sacreval arena`, which has no scores of records" in found.err
    assert "`report` shows results of `evaluate`, `compare` and `correlate`" in found.err


def test_scores_of_records_are_in_a_file(cli, accepted):
    """A result file that names a device as its scores is refused before anything is read."""
    path = accepted / "base.json"
    found = json.loads(path.read_text())
    found["instances"]["path"] = "/dev/zero"
    path.write_text(json.dumps(found))
    for words in (("plan", "base.json"), ("report", "base.json", "-o", "r.html")):
        done = cli(*words)
        assert done.code == 2
        assert "/dev/zero: the scores of base.json are in no file" in done.err
