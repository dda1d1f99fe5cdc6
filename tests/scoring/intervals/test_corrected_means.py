"""Corrected means in evaluate: beside the plain ones, in every format, refused and warned."""

import json

import numpy as np
import pytest

import sacreval
from sacreval.errors import InputError, ResultWarning, UsageError
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.intervals.corrected_means import (
    check_scale,
    doubts,
    humans_of,
    labels_of,
    random_doubts,
    too_few,
)
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.stats.intervals.prediction_powered import Labelled
from support.known_populations import labelled_records
from support.program import write_jsonl

RANDOM = "random sample"


def evaluated(records, **options):
    """Evaluate exact match with labels; return the results and the notices."""
    with pytest.warns(ResultWarning) as caught:
        report = sacreval.evaluate(records, metrics="exact-match", humans="correct", **options)
    return report.report, [str(warning.message) for warning in caught]


def test_a_corrected_mean_lies_beside_the_plain_one():
    """It is nearer the truth, states labels, weight and level, and assumes a random sample."""
    report, notices = evaluated(labelled_records(rates={"a": 0.7}))
    [result] = report.results
    mean = result.corrected
    assert (mean.labels, mean.others, mean.level, mean.method) == (80, 320, 0.95, "plus-four")
    assert result.value == pytest.approx(0.645)
    assert abs(mean.value - 0.7) < abs(result.value - 0.7)
    assert mean.low < mean.lower < mean.value < mean.upper < mean.high
    assert 0 < mean.weight < 1
    assert mean.signature.startswith(result.signature)
    assert "|humans:correct|corrected:plus-four|conf:0.95|labels:" in mean.signature
    assert [RANDOM in text for text in notices] == [True]


def test_labels_decide_the_hash_in_the_signature():
    """Other labels have another hash; the order of the records does not matter."""
    records = labelled_records(rates={"a": 0.7})
    flipped = labelled_records(rates={"a": 0.7}, value=lambda right: [1 - right])
    first, again, other = (
        evaluated(x)[0].results[0].corrected for x in (records, records[::-1], flipped)
    )
    assert first == again
    assert first.signature != other.signature


def test_few_labels():
    """Under 30 labels are refused, under 50 have a notice, and 50 have none."""
    with pytest.raises(InputError, match="29 labelled records are too few"):
        sacreval.evaluate(
            labelled_records(145, rates={"a": 0.7}), metrics="exact-match", humans="correct"
        )
    for n, warned in ((150, True), (245, True), (250, False)):
        _, notices = evaluated(labelled_records(n, rates={"a": 0.7}))
        assert any("labels are few" in text for text in notices) == warned, n


def test_groups_with_few_labels_have_no_corrected_mean():
    """A group without 30 labels has a notice that names it; the others have corrected means."""
    records = labelled_records(400, rates={"a": 0.7})
    for i, record in enumerate(records):
        record["groups"] = {"domain": "news" if i < 300 else "chat"}
    report, notices = evaluated(records, by="domain")
    corrected = {result.group: result.corrected for result in report.results}
    assert corrected["domain=chat"] is None
    assert corrected["domain=news"].labels == 60
    assert any("exact_match of a in domain=chat: 20 labelled" in text for text in notices)


def test_units():
    """Over a group its values are the units; too few of them are refused."""
    records = labelled_records(rates={"a": 0.7})
    report, _ = evaluated(records, resample_by="document")
    assert report.results[0].corrected.unit == "document"
    for record in records:
        record["groups"] = {"document": record["instance_id"] % 5}
    with pytest.raises(InputError, match="1 values of document, too few"):
        sacreval.evaluate(records, metrics="exact-match", humans="correct", resample_by="document")


def test_labels_that_scores_contradict():
    """Scores that fall with the labels have no weight, and a notice says so."""
    records = labelled_records(rates={"a": 0.5}, agree=0.1)
    report, notices = evaluated(records)
    assert report.results[0].corrected.weight == 0
    assert any("do not rise with the labels" in text for text in notices)


def test_a_sample_that_is_not_random_is_noticed():
    """If labelled records have other scores than chance allows, a notice doubts the sample."""
    records = labelled_records(rates={"a": 0.7}, every=None)
    right = [record for record in records if record["prediction"] == "yes"]
    for record in right[:100]:
        record["judgments"] = {"correct": 1}
    _, notices = evaluated(records)
    assert any("no random sample" in text for text in notices)


def test_ratings_of_which_few_decide_are_noticed():
    """Ratings that nearly all are the highest have a notice."""
    records = labelled_records(rates={"a": 0.7}, value=lambda _: 0.9)
    records[0]["judgments"] = {"correct": 0.1}
    report, notices = evaluated(records)
    assert report.results[0].corrected.method == "t"
    assert any("few of the labelled records decide" in text for text in notices)


@pytest.mark.parametrize(
    "options",
    [
        {"interval": "clopper-pearson", "guarantee": True},
        {"anytime": True},
        {"covariate": "length=3"},
        {"strata": "document:1=1"},
        {"fixed_items": True},
    ],
)
def test_intervals_of_another_mean_are_refused(options):
    """Options whose intervals are of another mean, or guaranteed, are refused beside labels."""
    with pytest.raises(UsageError, match="humans corrects|different"):
        sacreval.evaluate(labelled_records(), metrics="exact-match", humans="correct", **options)


def test_named_outputs_of_several_metrics():
    """A mapping names the outputs; the others have no corrected mean."""
    with pytest.warns(ResultWarning):
        result = sacreval.evaluate(
            labelled_records(), metrics=["exact-match", "bleu"], humans={"exact_match": "correct"}
        )
    assert {r.output for r in result.report.results if r.corrected} == {"exact_match"}


def test_formats(cli, tmp_path):
    """The table has a column, TSV has fields, JUnit has properties, JSON and scores the labels."""
    path = write_jsonl(tmp_path / "out.jsonl", labelled_records())
    words = ["evaluate", "exact-match", path, "--humans", "correct"]
    table = cli(*words, "--junit", tmp_path / "j.xml", "--instances", tmp_path / "s.jsonl")
    assert "exact match corrected ↑" in table.out.splitlines()[0]
    assert "corrected by judgments.correct: 80 labelled records and 320 others" in table.out
    assert '"exact_match.corrected"' in (tmp_path / "j.xml").read_text(encoding="utf-8")
    line = json.loads((tmp_path / "s.jsonl").read_text(encoding="utf-8").partition("\n")[0])
    assert line["judgments"] == {"correct": [1]}
    head, first, *_ = cli(*words, "--format", "tsv").out.splitlines()
    row = dict(zip(head.split("\t"), first.split("\t"), strict=True))
    document = cli(*words, "--format", "json").json()
    assert float(row["corrected_value"]) == document["results"][0]["corrected"]["value"]


def test_gates_on_the_bound(cli, tmp_path):
    """--corrected judges by the one-sided bound; it needs --humans and a bound."""
    path = write_jsonl(tmp_path / "out.jsonl", labelled_records(rates={"a": 0.7}))
    words = ["evaluate", "exact-match", path, "--humans", "correct", "--format", "json"]
    bound = cli(*words).json()["results"][0]["corrected"]["lower"]
    for at, code in ((bound - 0.001, 0), (bound + 0.001, 1)):
        done = cli(*words, "--fail-under", f"exact_match={at}", "--corrected")
        assert done.code == code
    assert "the lower 95 % bound of corrected exact_match of a is" in done.err
    assert "point estimate" not in done.err
    assert cli(*words, "--check", "exact_match <= 0.9", "--corrected").code == 0
    assert cli(*words, "--corrected").code == 2
    alone = cli("evaluate", "exact-match", path, "--fail-under", "exact_match=0.5", "--corrected")
    assert alone.code == 2
    assert "give --humans exact_match=DIMENSION" in alone.err


def sample(n, labels=(0.0, 1.0), units=None):
    """Return n labelled records whose scores are right, and 200 others."""
    values = np.resize(np.array(labels), n + 200)
    of = None if units is None else np.resize(np.arange(units), n + 200)
    return Labelled(values[:n], values[:n], values[n:], of)


@pytest.mark.parametrize(("n", "units", "refused"), [(29, None, 1), (30, None, 0), (60, 9, 1)])
def test_too_few(n, units, refused):
    """Fewer than 30 labels, or labels of fewer than 10 units, are too few."""
    assert (too_few(sample(n, units=units), "document") is not None) == refused


@pytest.mark.parametrize(
    ("data", "method", "words"),
    [
        (sample(49), "plus-four", "49 labels are few"),
        (sample(50), "plus-four", ""),
        (sample(60, units=29), "plus-four", "labels of 29 values of document are few"),
        (sample(60, units=30), "plus-four", ""),
        (sample(60, [5.0] * 59 + [1.0]), "t", "few of the labelled records decide"),
        (sample(60, [1.0, 2, 3, 4, 5]), "t", ""),
    ],
)
def test_doubts(data, method, words):
    """Few labels, few units, and ratings of which few decide are doubted, and no others."""
    doubt = " ".join(doubts(data._replace(scores=data.labels[::-1]), method, "document"))
    assert doubt[: len(words)] == words
    assert bool(doubt) == bool(words)


def test_a_sample_that_is_not_random():
    """Labelled records that all have high scores are no random sample of even ones."""
    even = sample(60)
    assert not list(random_doubts(even))
    assert list(random_doubts(even._replace(scores=np.ones(60))))


def test_the_main_output_and_named_ones():
    """One metric's main output needs no name; outputs of suites do, with hyphens too."""
    single, several = run_metrics.entries(["rouge"]), run_metrics.entries(["rouge", "exact-match"])
    assert humans_of(["quality"], single).dimensions == {"rougeL_f1": "quality"}
    humans = humans_of(["exact-match=right", "rouge1_f1=quality"], several)
    assert humans.dimensions == {"exact_match": "right", "rouge1_f1": "quality"}
    assert humans_of([], single) is None


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["quality"], "several metrics"),
        (["exact_mtch=quality"], "did you mean 'exact_match'"),
        (["exact_match="], "name a dimension"),
        (["exact_match=a", "exact_match=b"], "is repeated"),
        (["bleu=quality"], "bleu is not a mean"),
        (["self_bleu=quality"], "not a mean"),
    ],
)
def test_refused(texts, words):
    """Outputs that are unknown, repeated or no means are refused in one sentence."""
    entries = run_metrics.entries(["exact-match", "bleu", "self-bleu"])
    with pytest.raises(UsageError, match=words):
        humans_of(texts, entries)


def test_labels_are_means_over_raters():
    """A label is the mean over the raters who gave one; null and other dimensions are none."""
    column = Collected([])
    column.carried = {"judgments": [{"q": [1, None, 2]}, {"q": 3}, {"r": 5}, None, {"q": [None]}]}
    labels = labels_of(column, "q")
    np.testing.assert_array_equal(labels.values, [1.5, 3, np.nan, np.nan, np.nan])
    assert labels.digest(np.array([0, 1])) != labels.digest(np.array([1, 0]))
    with pytest.raises(UsageError, match="did you mean 'q'"):
        labels_of(column, "qq")


@pytest.mark.parametrize(
    ("labels", "scores", "highest"),
    [
        ([0, 1], [0, 100], 100.0),  # shares beside percentages
        ([0, 100], [0, 1], 1.0),
        ([1, 5], [0, 1], 1.0),
        ([-1, 1], [0, 1], 1.0),
        ([0, 1], [20, 80], None),
        ([20, 80], [0, 1], None),
        ([1, 2], [3, 5], None),
    ],
)
def test_scales_that_differ_are_refused(labels, scores, highest):
    """Labels outside the scores' range, or ten times as large or small, are on another scale."""
    with pytest.raises(InputError, match="a mean is corrected on one scale"):
        check_scale("m", np.array(labels), np.array(scores), "q", highest)


@pytest.mark.parametrize(
    ("labels", "scores", "highest"),
    [([0, 1], [0.2, 0.9], 1.0), ([1, 5], [2, 4], None), ([1, 5], [1, 5], 5.0), ([0, 0], [0, 1], 1)],
)
def test_one_scale(labels, scores, highest):
    """Labels within the range of the scores are accepted."""
    check_scale("m", np.array(labels), np.array(scores), "q", highest)
