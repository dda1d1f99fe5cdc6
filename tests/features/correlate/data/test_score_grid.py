"""Scores merged on one grid, and the sets of a task."""

import json
import random

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.human_scores import agreement
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_grid import judged_outputs, score_set, split_rows
from sacreval.features.correlate.data.score_set import Row, ScoreSet
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
    first = load_scores([write(tmp_path / "one.jsonl", *lines)])
    random.Random(0).shuffle(lines)
    parts = [write(tmp_path / "a.jsonl", *lines[:7]), write(tmp_path / "b.jsonl", *lines[7:])]
    second = load_scores(parts)
    assert (first.systems, first.instances) == (second.systems, second.instances)
    np.testing.assert_array_equal(first.scores["m"], second.scores["m"])
    np.testing.assert_array_equal(first.ratings["h"], second.ratings["h"])


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
    grid = load_scores([write(tmp_path / "e.jsonl", line, line)])
    assert grid.notes == (
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


def row(system, instance, score, length=None):
    """Return a row with one score."""
    return Row(system, instance, "peer", {"m": score}, {}, "f:1", length=length)


def test_lengths_and_lists():
    """Lengths are in their cells, and a list is repetitions with their mean as the score."""
    outputs = judged_outputs([row("a", "1", [1.0, 2.0, None]), row("b", "1", 4.0, 7)])
    np.testing.assert_array_equal(outputs.lengths, [[np.nan], [7]])
    np.testing.assert_array_equal(outputs.repeats["m"], [[[1, 2, np.nan]], [[np.nan] * 3]])
    np.testing.assert_array_equal(outputs.data.scores["m"], [[1.5], [4]])


def test_runs_are_repetitions_on_request():
    """Different scores of one output are an error, or repetitions, equal ones too."""
    rows = [row("a", "1", 1.0), row("a", "1", 3.0), row("a", "1", 3.0), row("b", "1", 2.0)]
    with pytest.raises(InputError, match="--duplicates"):
        judged_outputs(rows)
    outputs = judged_outputs(rows, duplicates="repeats")
    np.testing.assert_array_equal(outputs.repeats["m"][0, 0], [1, 3, 3])
    assert outputs.data.scores["m"][0, 0] == pytest.approx(7 / 3)
    assert outputs.data.scores["m"][1, 0] == 2
    assert judged_outputs(rows, duplicates="first").data.scores["m"][0, 0] == 1


def test_other_scores_of_a_row_stay():
    """A row that only judges, and one that only scores, are one output."""
    judgment = Row("a", "1", "peer", {}, {"h": 4.0}, "f:2", length=3)
    outputs = judged_outputs([row("a", "1", 1.0), judgment], duplicates="repeats")
    assert (outputs.data.scores["m"][0, 0], outputs.data.judgments["h"][0, 0]) == (1, 4)
    assert outputs.lengths[0, 0] == 3


def rows_of(groups):
    return [
        Row(s, i, "peer", {"m": float(i)}, {}, f"line {n}", g)
        for n, (i, g) in enumerate(groups)
        for s in "ab"
    ]


def test_rows_without_a_group_follow_their_instance():
    """A line that does not name its group belongs where the others of its instance do."""
    judged = [Row("a", "1", "peer", {}, {"h": 1.0}, "judgments", None)]
    parts = split_rows([*rows_of([("1", {"d": "news"}), ("2", {"d": "web"})]), *judged], (), ["d"])
    assert sorted(parts) == ["news", "web"]
    assert parts["news"].judgments["h"].shape == (2, 1)


@pytest.mark.parametrize(
    ("groups", "by", "error", "said"),
    [
        ([("1", {"domain": "news"})], ["domian"], UsageError, "did you mean 'domain'"),
        ([("1", None)], ["d"], UsageError, "no output has this group"),
        ([("1", {"d": "x"}), ("2", None)], ["d"], InputError, "no other line of this instance"),
        (
            [("1", {"d": "x"}), ("1", {"d": "y"}), ("1", None)], ["d"],
            InputError, "several tasks have it",
        ),
    ],
)  # fmt: skip
def test_rows_that_belong_nowhere(groups, by, error, said):
    """A misspelt group is answered with the nearest; a line without one is named."""
    with pytest.raises(error, match=said):
        split_rows(rows_of(groups), (), by)


DATA = ScoreSet(
    ("a", "b", "c"),
    ("1", "2"),
    references=frozenset("c"),
    scores={"m": np.array([[1.0, 2], [3, 4], [5, 6]])},
    judgments={"h": np.array([[7.0, 8], [9, 0], [1, 2]])},
    ratings={"h": np.arange(18.0).reshape(3, 2, 3)},
    system_scores={"m": np.array([1.0, 2, 3])},
    other_types={"b": "baseline"},
)


def test_types():
    """A system is a reference, of another type, or a peer."""
    assert [DATA.type_of(system) for system in DATA.systems] == ["peer", "baseline", "reference"]


def test_keep():
    """Systems and instances that are not kept are in none of the arrays."""
    kept = DATA.keep(np.array([True, False, True]), np.array([False, True]))
    assert (kept.systems, kept.instances) == (("a", "c"), ("2",))
    assert kept.scores["m"].tolist() == [[2], [6]]
    assert kept.judgments["h"].tolist() == [[8], [2]]
    assert kept.ratings["h"].tolist() == [[[3, 4, 5]], [[15, 16, 17]]]
    assert kept.system_scores["m"].tolist() == [1, 3]
    assert DATA.keep(np.ones(3, dtype=bool)).instances == DATA.instances


def test_notes_are_added():
    """Notes come after those that were there."""
    assert DATA.noted("x").noted("y", "z").notes == ("x", "y", "z")
