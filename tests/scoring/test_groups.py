"""Summaries over groups, and their intervals."""

import json

import pytest

from support.two_sets import RECORDS, without_output, write_lines

pytestmark = pytest.mark.usefixtures("answers")


def test_intervals_say_what_was_drawn(cli):
    """The interval of a summary draws groups whole, and its method says so."""
    words = ["--by", "half", "--summary", "mean", "--ci", "--resamples", "20", "--format", "jsonl"]
    lines = cli("evaluate", "exact-match", "a.jsonl", *words).out.splitlines()
    found = {r["group"]: r["interval"] for r in map(json.loads, lines)}
    assert {group: (one["method"], one["unit"]) for group, one in found.items()} == {
        None: ("wilson", None),
        "half=0": ("wilson", None),
        "half=1": ("wilson", None),
        "half=(mean)": ("expanded", "half"),
    }


def test_missing_records(cli, tmp_path):
    """A summary counts those of all groups; where all of one are missing, it has no value."""
    write_lines(tmp_path / "m.jsonl", without_output(RECORDS, 2))
    words = ["evaluate", "token-f1", "m.jsonl", "--by", "kind", "--summary", "worst"]
    words += ["--allow-errors", "--max-missing", "1"]
    done = cli(*words, "--format", "json", "--check", "token_f1_f1[kind=(worst)] >= 0")
    assert done.code == 1
    found = next(r for r in done.json()["results"] if r["group"] == "kind=(worst)")
    counts = found["value"], found["n"], found["records"], found["missing"]["refused"]
    assert counts == (None, 2, 3, 2)
    assert "no kind=(worst) by token-f1 of 'm': all records of kind=x are missing" in done.err
