"""Stored scores: the numbers that a tool wrote into its log."""

import json

import pytest

from sacreval import evaluate
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.logs.stored_score import StoredScoreMetric
from support.lm_eval_logs import row, write


def batch(*scores):
    """Return records with these stored scores."""
    return Batch([Instance(meta={"scores": one}) for one in scores])


def settled(*scores, **options):
    """Return the metric with its options set by records."""
    return StoredScoreMetric(**options).settle([batch(*scores)])


def test_names():
    """By default the scores are those that are numbers in all records, on the scale they have."""
    found = settled({"a": 1.0, "b": 2, "c": "x"}, {"a": False, "b": None, "d": 1})
    assert (found.outputs, found.scale) == (("a", "b"), "any")
    assert settled({"a": 1.0}, {"a": False}).highest_score("a") == 1.0
    found = settled({"a": 1.0, "b": 2}, {"a": 0}, score=("a",))
    assert (found.outputs, found.scale) == (("a",), "unit")
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
    found = settled({"judge": {"style": 1, "facts": {"right": 0}}})
    assert found.outputs == ("judge.style", "judge.facts.right")


def test_direction():
    """Scores are better if larger, unless named."""
    found = StoredScoreMetric(score=("a", "loss"), scale="any", lower_is_better=("loss",))
    assert (found.is_higher_better("a"), found.is_higher_better("loss")) == (True, False)


def test_missing_is_missing(cli, tmp_path):
    """Records with an error and those without the score are counted, not scored."""
    lines = [
        {"prediction": "x", "meta": {"scores": {"a": 1, "b": 1}}},
        {"error": "unparsed: [invalid]", "meta": {"scores": {"a": 0, "b": 0}}},
        {"prediction": "x", "meta": {"scores": {"a": 0.5}}},
        {"prediction": "x", "meta": {"scores": {"a": None, "b": 1}}},
    ]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    found = cli("evaluate", "stored-score", "r.jsonl", "--score", "a", "--format", "json")
    assert found.code == 3
    (result,) = json.loads(found.out)["results"]
    assert (result["value"], result["n"]) == (0.75, 2)
    assert (
        "2 records could not be scored and are left out of the scores (without an output: 1 "
        in (found.err)
    )


def test_without_scores(cli, tmp_path):
    """Records without stored scores are refused."""
    (tmp_path / "r.jsonl").write_text('{"prediction": "x"}\n')
    found = cli("evaluate", "stored-score", "r.jsonl")
    assert (found.code, "r.jsonl:1: no stored score (`meta.scores`)" in found.err) == (2, True)


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_a_log(tmp_path):
    """The mean is the tool's own, with an interval for scores of 0 and 1."""
    path = write(tmp_path / "m", *[row(i, exact_match=float(i < 3)) for i in range(4)])
    (result,) = evaluate(path, metrics="stored-score", ci=True).report.results
    assert (result.value, result.output, result.system_id) == (0.75, "exact_match", "m")
    assert result.interval.method == "wilson"


def test_failures_alone(cli, tmp_path):
    """A log in which no output is there has no scores to choose from, and the message says so."""
    line = {"error": "unparsed: [invalid]", "meta": {"scores": {"a": 0}}}
    (tmp_path / "r.jsonl").write_text(json.dumps(line) + "\n")
    found = cli("evaluate", "stored-score", "r.jsonl")
    assert (found.code, "no record with an output has a stored score" in found.err) == (2, True)
