"""The outputs of records that changed most since the baseline."""

import pytest

from support.program import write_jsonl

METRICS = ("suite", "-m", "exact-match", "-m", "token-f1")
OLD, NEW = ["a b", "c d", "e f", "g h"], ["a b", "c <x>", "y", "g h"]


@pytest.fixture
def runs(cli, tmp_path):
    """Score two runs of one system."""
    for name, outputs in (("old", OLD), ("new", NEW)):
        lines = [
            {"instance_id": str(i), "system_id": "s", "prediction": text, "references": [OLD[i]]}
            for i, text in enumerate(outputs)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", lines)
        files = ("-o", f"{name}.json", "--instances", f"{name}.scores.jsonl")
        assert cli("evaluate", *METRICS, f"{name}.jsonl", *files).code == 0


BOTH = ("report", "new.json", "--inputs", "new.jsonl", "--baseline", "old.json")


@pytest.mark.usefixtures("runs")
def test_texts_then_and_now(cli, tmp_path):
    """Each record that changed is there once, with its scores and both outputs."""
    found = cli(*BOTH, "--baseline-inputs", "old.jsonl", "-o", "r.md", "-o", "r.html")
    assert (found.code, "no texts of the baseline" in found.err) == (0, False)
    page = (tmp_path / "r.md").read_text()
    rows = page.partition("most, then and now**")[2].split("\n\n")[1].splitlines()[2:]
    assert [[cell.strip() for cell in line.split("|")[1:-1]] for line in rows] == [
        ["1", "s", "exact match: 1 to 0<br>token F1: 1 to 0.5", "c d", "c \\<x>"],
        ["2", "s", "exact match: 1 to 0<br>token F1: 1 to 0", "e f", "y"],
    ]
    assert '<p dir="auto">c &lt;x&gt;</p>' in (tmp_path / "r.html").read_text()


@pytest.mark.usefixtures("runs")
def test_without_the_files_of_the_baseline(cli):
    """The option is named where it is missing, and where both runs are given as one."""
    assert "with --baseline-inputs" in cli(*BOTH, "-o", "r.html").err
    mixed = cli(*BOTH, "--inputs", "old.jsonl", "-o", "r.md")
    assert (mixed.code, "are given with --baseline-inputs" in mixed.err) == (2, True)


@pytest.mark.usefixtures("runs")
def test_other_files_are_refused(cli):
    """Files that are not those of the baseline, and the option alone, are errors."""
    wrong = cli(*BOTH, "--baseline-inputs", "new.jsonl", "-o", "r.md")
    assert (wrong.code, "--baseline-inputs: the predictions of 's'" in wrong.err) == (2, True)
    alone = cli("report", "new.json", "--baseline-inputs", "old.jsonl", "-o", "r.md")
    assert (alone.code, "give both" in alone.err) == (2, True)
