"""Stored scores: the numbers that a tool wrote into its log."""

import json
import shlex

import pytest

from sacreval import evaluate
from sacreval.core.contract.declarations import direction, highest_score
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.logs.stored_score import StoredScoreMetric
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.field_checks import settle
from support.lm_eval_logs import row, write


def batch(*scores):
    """Return records with these stored scores."""
    return Batch([Instance(meta={"scores": values}) for values in scores])


def settled(*scores, **options):
    """Return the metric with its options set by records."""
    return StoredScoreMetric(**options).settle([batch(*scores)])


def test_names():
    """By default the scores are those that are numbers in all records, on the scale they have."""
    metric = settled({"a": 1.0, "b": 2, "c": "x"}, {"a": False, "b": None, "d": 1})
    assert (metric.outputs, metric.scale) == (("a", "b"), "any")
    assert highest_score(settled({"a": 1.0}, {"a": False}), "a") == 1.0
    metric = settled({"a": 1.0, "b": 2}, {"a": 0}, score=("a",))
    assert (metric.outputs, metric.scale) == (("a",), "unit")
    assert settled({"pass@1": "C"}, {"pass@1": "P"}).outputs == ("pass@1",)


def test_wrong_names():
    """A name that no record has is an error with those that there are."""
    with pytest.raises(UsageError, match="no record has this score; did you mean 'accuracy'"):
        settled({"accuracy": 1}, score=("acuracy",))
    with pytest.raises(UsageError, match=r"in all 3 records; .* --score: a \(2\), b \(1\)"):
        settled({"a": 1}, {"a": 0}, {"b": 1})
    with pytest.raises(UsageError, match="score repeats a name"):
        StoredScoreMetric(score=("a", "a"))
    with pytest.raises(UsageError, match="'b' is none of the scores"):
        StoredScoreMetric(score=("a",), lower_is_better=("b",))


def test_no_numbers():
    """Pairs for perplexities and other values are errors with what to do."""
    with pytest.raises(InputError, match=r"records:1: .* its weight; `perplexity` scores"):
        settled({"word_perplexity": [-8.1, 9]})
    with pytest.raises(InputError, match="such as brier"):
        settled({"brier_score": [1, "[0.1 0.9]"]}, score=("brier_score",))
    with pytest.raises(InputError, match="is good, no number; name others"):
        settled({"a": 1, "grade": "good"}, score=("grade",))


@pytest.mark.parametrize(
    ("meta", "score"),
    [
        ({"scores": {"a": True}}, 1.0),
        ({"scores": {"a": "P"}}, 0.5),
        ({"scores": {"a": "N"}}, 0.0),
        ({"epochs": [{"scores": {"a": "C"}}, {"scores": {"a": 0}}, {"scores": {}}]}, 0.5),
        ({"epochs": [{"scores": {"a": 0}}], "scores": {"a": 1}}, 1.0),
    ],
)
def test_values(meta, score):
    """Numbers, truth values, grades and epochs are numbers."""
    assert StoredScoreMetric(score=("a",)).scores(meta, None) == [score]


def test_scores_within_scores():
    """A score of several numbers has an output for each."""
    metric = settled({"judge": {"style": 1, "facts": {"right": 0}}})
    assert metric.outputs == ("judge.style", "judge.facts.right")


def test_direction():
    """Scores are better if larger, unless named."""
    metric = StoredScoreMetric(score=("a", "loss"), scale="any", lower_is_better=("loss",))
    assert (direction(metric, "a"), direction(metric, "loss")) == (True, False)


def test_missing_is_missing(cli, tmp_path):
    """Records without the score are counted, not scored; one without an output has the tool's."""
    lines = [
        {"prediction": "x", "meta": {"scores": {"a": 1, "b": 1}}},
        {"error": "unparsed: [invalid]", "meta": {"scores": {"a": 0, "b": 0}}},
        {"error": "failed: timeout"},
        {"prediction": "x", "meta": {"scores": {"a": 0.5}}},
        {"prediction": "x", "meta": {"scores": {"a": None, "b": 1}}},
    ]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    outcome = cli("evaluate", "stored-score", "r.jsonl", "--score", "a", "--format", "json")
    assert outcome.code == 3
    (result,) = json.loads(outcome.out)["results"]
    assert (result["value"], result["n"]) == (0.5, 5)
    assert (result["missing"]["failed"], result["missing"]["unscored"]) == (1, 1)
    assert (
        "2 records could not be scored and are left out of the scores (without an output: 1 "
        in (outcome.err)
    )


@pytest.mark.parametrize("asked", [("--score", "a", "--score", "pass@1"), ()])
def test_scores_of_two_tasks(cli, tmp_path, asked):
    """Where no record has all scores, the message has a command that scores each where it is."""
    lines = [
        {"prediction": "x", "groups": {"task": name}, "meta": {"scores": {name: i}}}
        for name in ("a", "pass@1") for i in (0, 1)
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    result = cli("evaluate", "stored-score", "r.jsonl", *asked)
    assert (result.code, result.out) == (2, "")
    command = result.err.partition("score each in the records that have it: sacreval ")[2].rstrip()
    words = shlex.split(command)
    assert words[-1] == "LOG"
    run = (*words[:-1], "r.jsonl", "--by", "task")
    result = cli(*run, "--format", "json")
    assert (result.code, "could not be scored" in result.err) == (0, False)
    results = [r for r in json.loads(result.out)["results"] if r["n"]]
    assert [(r["output"], r["group"], r["value"], r["n"]) for r in results] == [
        ("a", None, 0.5, 2), ("pass@1", None, 0.5, 2),
        ("a", "task=a", 0.5, 2), ("pass@1", "task=pass@1", 0.5, 2),
    ]  # fmt: skip
    table = [line.split() for line in cli(*run).out.splitlines()[2:4]]
    assert [line[1:] for line in table] == [
        ["task=a", "2", "0.5000", "-"], ["task=pass@1", "2", "-", "0.5000"],
    ]  # fmt: skip


def test_names_of_all_records():
    """The names and the scale come from all scored records, also those without an output."""
    invalid = Instance(error="unparsed: [invalid]", meta={"scores": {"a": 2.0}})
    records = Batch([Instance(prediction="x", meta={"scores": {"a": 1, "b": 1}}), invalid])
    (entry,) = settle([Entry(StoredScoreMetric())], [records]).entries
    assert (entry.metric.score, entry.metric.scale) == (("a",), "any")


def test_without_scores(cli, tmp_path):
    """A record without a stored score is missing; a file of such records is refused."""
    (tmp_path / "r.jsonl").write_text('{"prediction": "x"}\n')
    result = cli("evaluate", "stored-score", "r.jsonl")
    assert (result.code, "no record has a stored score" in result.err) == (2, True)
    (tmp_path / "s.jsonl").write_text('{"meta": {"scores": {"a": 1}}}\n{"prediction": "x"}\n')
    result = cli("evaluate", "stored-score", "s.jsonl")
    assert (result.code, "s.jsonl:2: no stored score 'a'" in result.err) == (3, True)
    assert result.out.splitlines()[1].split() == ["s", "2", "1", "1.0000"]


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_a_log(tmp_path):
    """The mean is the tool's own, with an interval for scores of 0 and 1."""
    path = write(tmp_path / "m", *[row(i, exact_match=float(i < 3)) for i in range(4)])
    (result,) = evaluate(path, metrics="stored-score", ci=True).report.results
    assert (result.value, result.output, result.system_id) == (0.75, "exact_match", "m")
    assert result.interval.method == "wilson"


def test_failures_alone(cli, tmp_path):
    """A log in which nothing was scored has no scores to choose from, and the message says so."""
    line = {"error": "failed: timeout"}
    (tmp_path / "r.jsonl").write_text(json.dumps(line) + "\n")
    result = cli("evaluate", "stored-score", "r.jsonl")
    assert (result.code, "no record has a stored score" in result.err) == (2, True)
