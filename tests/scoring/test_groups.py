"""Summaries over groups, and their intervals."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.scoring.groups import has_success, summary
from support.program import write_jsonl
from support.two_sets import RECORDS, without_output, write_lines

pytestmark = pytest.mark.usefixtures("answers")


def test_intervals_say_what_was_drawn(cli):
    """The interval of a summary draws groups whole, and its method says so."""
    words = ["--by", "half", "--summary", "mean", "--ci", "--resamples", "20", "--format", "jsonl"]
    lines = cli("evaluate", "exact-match", "a.jsonl", *words).out.splitlines()
    intervals = {r["group"]: r["interval"] for r in map(json.loads, lines)}
    assert {group: (ci["method"], ci["unit"]) for group, ci in intervals.items()} == {
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
    worst = next(r for r in done.json()["results"] if r["group"] == "kind=(worst)")
    counts = worst["value"], worst["n"], worst["records"], worst["missing"]["refused"]
    assert counts == (None, 2, 3, 2)
    assert "no kind=(worst) by token-f1 of 'm': all records of kind=x are missing" in done.err


@pytest.mark.parametrize(
    "text",
    ["mean", "max", "only:v=a", "drop-rate:v=a=b", "sequential-success", "sequential-success:turn"],
)
def test_summaries_are_written_as_they_are_parsed(text):
    """The name in results is what --summary takes."""
    assert str(summary(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("maximum", "did you mean|available"),
        ("max:turn", "write it like max"),
        ("sequential-success:", "write it like sequential-success or sequential-success:turn"),
        ("sequential-success:turn=1", "write it like sequential-success"),
        ("drop-rate:v", "write it like drop-rate:variant=original"),
    ],
)
def test_what_is_no_summary(text, message):
    """An unknown name, or a form of another summary, is refused."""
    with pytest.raises(UsageError, match=message):
        summary(text)


@pytest.fixture
def values(cli, tmp_path):
    """Return a function from dialogs, lists of the answers of turns, to summaries by name."""

    def run(dialogs, *words, metric="exact-match"):
        path = write_jsonl(tmp_path / "x.jsonl", [
            {"instance_id": f"{name}-{turn}", "prediction": answer, "references": ["A"],
             "groups": {"dialog": name, "turn": turn}}
            for name, answers in dialogs.items() for turn, answer in enumerate(answers, 1)
        ])  # fmt: skip
        options = [part for word in words for part in ("--summary", word)]
        done = cli("evaluate", metric, path, "--by", "dialog", *options, "--format", "json")
        assert done.code == 0, done.err
        by_group = {r["group"]: r["value"] for r in done.json()["results"]}
        return {word: by_group[f"dialog=({word})"] for word in words}, done.err

    return run


def test_multi_turn_accuracy_of_unitxt(values):
    """Dialogs with turns right, wrong and right: means .75 and .75.

    From prepare/metrics/multi_turn/accuracy.py of Unitxt 1.26.10, MultiTurnMetric(AccuracyFast())
    without and with SequentialSuccess().
    """
    by_word, _ = values({"aa": "AB", "bb": "A"}, "mean", "sequential-success")
    assert by_word == {"mean": 0.75, "sequential-success": 0.75}


def test_records_before_the_first_failure(values):
    """Ten turns are in the order of their numbers, in which turn 10 is not the second.

    By hand: 9 of 10 turns before the first failure, and 0 of 2; by ids 1, 10, 2, ... only 1 of 10.
    """
    dialogs = {"aa": "A" * 9 + "B", "bb": "BA"}
    by_word, _ = values(dialogs, "sequential-success:turn", "sequential-success", "max", "min")
    assert by_word == {
        "sequential-success:turn": pytest.approx(0.45),
        "sequential-success": pytest.approx(0.05),
        "max": 1.0,
        "min": 0.0,
    }


def test_scores_without_a_range_have_no_success(values):
    """An error rate has no value, and a notice says why."""
    assert has_success(metrics.get("chrf")(), "chrf")
    by_word, notices = values({"aa": "AB"}, "sequential-success", metric="ter")
    assert by_word == {"sequential-success": None}
    assert "no sequential-success by ter: larger scores are not better" in notices


@pytest.mark.parametrize(
    ("turn", "message"),
    [("x", "'x' is no place in a sequence"), (1, "two records of a group have the same place")],
)
def test_places_that_are_none(cli, tmp_path, turn, message):
    """A place that is no number, or of two records, is refused."""
    path = write_jsonl(tmp_path / "x.jsonl", [
        {"instance_id": i, "prediction": "A", "references": ["A"],
         "groups": {"d": "a", "turn": t}} for i, t in enumerate([1, turn])
    ])  # fmt: skip
    done = cli("evaluate", "exact-match", path, "--by", "d", "--summary", "sequential-success:turn")
    assert done.code == 2
    assert message in done.err


def test_metrics_of_sets_have_no_best_record(cli, tmp_path):
    """They are summarised by their scores of groups alone."""
    path = write_jsonl(tmp_path / "x.jsonl", [{"prediction": "A", "groups": {"d": "a"}}])
    done = cli("evaluate", "distinct-n", path, "--by", "d", "--summary", "max")
    assert (done.code, "has no scores of single records" in done.err) == (2, True)
