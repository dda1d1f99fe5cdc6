"""`sacreval arena`: battles to ranks, gates and exit codes."""

import json

import pytest

from support.battles import WIKIPEDIA, counted
from support.program import write_jsonl


@pytest.fixture
def battles(tmp_path):
    """Write the battles of Wikipedia's example."""
    return write_jsonl(tmp_path / "battles.jsonl", counted(WIKIPEDIA)).name


def test_ranks(cli, battles, tmp_path):
    """Strengths and win rates are printed, and written to files."""
    done = cli("arena", battles, "-o", "out.json", "-o", "out.md", "-q")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1].split()[:3] == ["1-4", "D", "9"]
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["battles"] == 22
    assert cli("arena", battles, "-o", "out.json").code == 2


def test_standard_input_and_several_files(cli, battles, tmp_path):
    """Battles come from standard input too, and files are one arena."""
    text = (tmp_path / battles).read_bytes()
    whole = cli("arena", battles, "--format", "json").json()
    assert cli("arena", "-", "--format", "json", stdin=text).json() == whole
    lines = text.splitlines(keepends=True)
    (tmp_path / "one.jsonl").write_bytes(b"".join(lines[9:]))
    (tmp_path / "two.jsonl").write_bytes(b"".join(lines[:9]))
    assert cli("arena", "one.jsonl", "two.jsonl", "--format", "json").json() == whole


def test_gates(cli, battles):
    """A win rate below a gate ends with 1, after the results."""
    assert cli("arena", battles, "--fail-under", "D=0.7", "-q").code == 0
    done = cli("arena", battles, "--base", "B", "--fail-under", "C=0.5")
    assert done.code == 1
    assert "gate failed: the win rate of C against B is 0.375, but must be >= 0.5" in done.err
    assert done.out


def test_missing_verdicts(cli, battles, tmp_path):
    """A battle without a verdict ends with 3, unless errors are allowed."""
    write_jsonl(tmp_path / "more.jsonl", [{"instance_id": 99, "a": "A", "b": "B"}])
    done = cli("arena", battles, "more.jsonl")
    assert done.code == 3
    assert "more.jsonl:1: instance 99, A against B: there is no verdict" in done.err
    words = ("arena", battles, "more.jsonl", "--allow-errors", "--fail-under", "B=0.1")
    assert cli(*words[:4]).code == 0
    done = cli(*words)
    assert done.code == 1
    assert "; but 1 of 14 battles are missing; --max-missing SHARE allows them" in done.err
    assert cli(*words, "--max-missing", "0.1").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--base", "E"], "no system 'E'"),
        (["--by", "domain"], "has no such group"),
        (["--lengths"], "--lengths needs"),
        (["--fail-under", "D"], "write SYSTEM=RATE"),
        (["--fail-under", "D=x"], "D=x"),
        (["--fail-under", "D=0.1", "--fail-under", "D=0.2"], "is repeated"),
        (["--map", "modl=x"], "no such field"),
    ],
)
def test_refused(cli, battles, words, said):
    """What cannot be meant is one sentence, and exit 2."""
    done = cli("arena", battles, *words)
    assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")
    assert said in done.err
