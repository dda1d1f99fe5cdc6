"""`sacreval correlate list`, also written --list."""

import pytest

from support.program import write_jsonl


@pytest.fixture
def scored(tmp_path):
    rows = [
        {"instance_id": i, "system_id": s, "scores": {"bleu": 1.5}, "judgments": {"q": [1, 2]}}
        for i in "12" for s in "ab"
    ]  # fmt: skip
    return write_jsonl(tmp_path / "s.jsonl", rows)


@pytest.mark.parametrize("word", ["list", "--list"])
def test_both_spellings(cli, scored, word):
    """The table has judgments and metrics with their sizes, and the next command."""
    done = cli("correlate", word, scored)
    assert done.code == 0
    assert done.out.splitlines()[1].split()[:6] == ["q", "judgment", "2", "2", "4", "2"]
    assert "next: sacreval correlate scores FILE... --human q" in done.out
    names = cli("correlate", word, scored, "--format", "json").json()["names"]
    assert [one["name"] for one in names] == ["q", "bleu"]


def test_bad_files(cli, tmp_path):
    """Missing, empty and other files are one sentence with exit code 2."""
    (tmp_path / "e.jsonl").write_text("")
    for path in ("gone.jsonl", "e.jsonl", tmp_path):
        done = cli("correlate", "list", path)
        assert (done.code, done.out) == (2, "")
    assert cli("correlate", "list").code == 2
