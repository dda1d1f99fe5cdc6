"""The notice on gates that compare single numbers."""

import random

import pytest

from support.program import write_jsonl


def flips(path, seed, n=200):
    """Write records that are right by chance, seven in ten."""
    draw = random.Random(seed)
    write_jsonl(path, [
        {"instance_id": i, "system_id": "a", "references": ["yes"],
         "prediction": "yes" if draw.random() < 0.7 else "no"} for i in range(n)
    ])  # fmt: skip


@pytest.fixture
def accept(cli, tmp_path):
    """Accept a run of 200 flips, with the scores of its records and without."""
    flips(tmp_path / "old.jsonl", 1)
    flips(tmp_path / "new.jsonl", 2)
    words = ("evaluate", "exact-match", "old.jsonl", "-q")
    assert cli(*words, "-o", "rows.json", "--instances", "rows.jsonl").code == 0
    assert cli(*words, "-o", "bare.json").code == 0


def told(cli, *options):
    done = cli("evaluate", "exact-match", "new.jsonl", *options)
    (line,) = [line for line in done.err.splitlines() if "point estimate" in line]
    return line


@pytest.mark.usefixtures("accept")
def test_a_drop_by_chance(cli):
    """By paired rows .02 is half a standard error; without them it is less, on other records."""
    # 200 independent flips: sd of a difference sqrt(2 * .21 / 200) = .0458; 1 - Phi(.436) = .33.
    paired = told(cli, "--baseline", "rows.json", "--max-drop", "exact-match=0.02")
    assert "exact_match drops by 0.02 at most" in paired
    assert "on these 200 records" in paired
    assert 28 < float(paired.split("in about ")[1].split(" %")[0]) < 38
    bare = told(cli, "--baseline", "bare.json", "--max-drop", "exact-match=0.02")
    assert "on 200 other records like these" in bare
    assert 28 < float(bare.split("in about ")[1].split(" %")[0]) < 38


@pytest.mark.usefixtures("accept")
def test_one_line_for_all_bounds(cli):
    """Several gates have one line, on the one that fails most often."""
    line = told(cli, "--fail-under", "exact-match=0.5", "--check", "exact-match <= 0.99")
    assert "under 0.1 % of runs, and the other such gate no more often" in line


def test_no_estimate_without_spread(cli, tmp_path):
    """Where all records are right there is no standard error, and the line says so."""
    records = [{"prediction": "yes", "references": ["yes"]} for _ in range(5)]
    write_jsonl(tmp_path / "new.jsonl", records)
    assert "cannot be estimated" in told(cli, "--fail-under", "exact-match=0.5")


@pytest.mark.usefixtures("accept")
def test_tests_have_no_such_line(cli):
    """A paired test and a margin are no point estimates."""
    for more in ((), ("--not-worse", "exact-match=0.2")):
        done = cli("evaluate", "exact-match", "new.jsonl", "--baseline", "rows.json", *more)
        assert "point estimate" not in done.err


def test_help_says_so(cli):
    """The help of each such gate says that it is about a point estimate."""
    shown = " ".join(cli("evaluate", "bleu", "--help").out.split())
    assert shown.count("point estimate") >= 3
