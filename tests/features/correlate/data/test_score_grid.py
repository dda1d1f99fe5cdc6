"""Scores merged on one grid."""

import json
import random

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.correlate.data.human_scores import agreement
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from support.correlations import correlate
from support.program import write_jsonl
from support.scores import load_scores


def write(path, *records):
    """Write records as lines of JSON."""
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    return path


def record(system="s1", instance="1", **fields):
    """Make one line."""
    return {"instance_id": instance, "system_id": system, **fields}


def test_the_order_of_lines_and_files_is_forgotten(tmp_path):
    """Shuffled lines in other files give the same set."""
    lines = [
        record(f"s{s}", f"i{i}", scores={"m": s * i}, judgments={"h": [s, i]})
        for s in range(4)
        for i in range(5)
    ]
    one = load_scores([write(tmp_path / "one.jsonl", *lines)])
    random.Random(0).shuffle(lines)
    parts = [write(tmp_path / "a.jsonl", *lines[:7]), write(tmp_path / "b.jsonl", *lines[7:])]
    two = load_scores(parts)
    assert (one.systems, one.instances) == (two.systems, two.instances)
    np.testing.assert_array_equal(one.scores["m"], two.scores["m"])
    np.testing.assert_array_equal(one.ratings["h"], two.ratings["h"])


def test_duplicates(tmp_path):
    """Equal repeats are merged and noted; different ones are an error, or follow the policy."""
    equal = write(tmp_path / "e.jsonl", record(scores={"m": 1}), record(scores={"m": 1}))
    assert load_scores([equal]).notes == ("1 repeated score was merged (equal).",)
    lines = [record(scores={"m": v}) for v in (1, 3, 8)]
    other = write(tmp_path / "o.jsonl", *lines)
    with pytest.raises(InputError, match=r"o\.jsonl:2: system 's1' has a second, different 'm'"):
        load_scores([other])
    for policy, expected in (("first", 1), ("last", 8), ("mean", 4)):
        assert load_scores([other], duplicates=policy).scores["m"][0, 0] == expected


def test_repeated_judgments(tmp_path):
    """Judgments that are merged are called judgments, beside scores."""
    line = record(scores={"m": 1}, judgments={"h": 2, "g": 3})
    found = load_scores([write(tmp_path / "e.jsonl", line, line)])
    assert found.notes == (
        "1 repeated score was merged (equal).",
        "2 repeated judgments were merged (equal).",
    )


QUICK = {"resamples": 20}


def test_lists_of_unequal_length():
    """Means are over the ratings there are, and the unevenness is noted."""
    rows = [
        Row("a", "1", "peer", {"m": 1.0}, {"h": [1.0, 2.0, 3.0]}, ""),
        Row("b", "1", "peer", {"m": 2.0}, {"h": [3.0]}, ""),
        Row("c", "1", "peer", {"m": 3.0}, {"h": [4.0, 5.0]}, ""),
    ]
    data = score_set(rows)
    report = correlate(data, human="h", level=["system"], **QUICK)
    assert "Outputs have 1 to 3 ratings" in " ".join(report.notes)
    assert report.results[2].value == pytest.approx(1)
    assert any("differ in length" in (a.note or "") for a in agreement(data, human="h"))


@pytest.mark.parametrize(("factor", "remedy"), [(1e155, "divide"), (1e-200, "multiply")])
def test_scores_whose_squares_overflow(tmp_path, factor, remedy):
    """Scores that correlations cannot square are refused, where they would correlate by 0."""
    lines = [
        {"instance_id": str(i), "system_id": s, "scores": {"m": (i + 1) * factor},
         "judgments": {"h": i}}
        for i in range(3) for s in "ab"
    ]  # fmt: skip
    path = write_jsonl(tmp_path / "s.jsonl", lines)
    with pytest.raises(InputError, match=f"m: the largest score is .*; {remedy} all by one power"):
        load_tasks([path], ())
