"""Corrected means in evaluate: beside the plain ones, in every format, refused and warned."""

import json

import pytest

import sacreval
from sacreval.errors import InputError, ResultWarning, UsageError
from support.known_populations import labelled_records
from support.program import write_jsonl

RANDOM = "random sample"


def evaluated(records, **options):
    """Evaluate exact match with labels; return the results and the notices."""
    with pytest.warns(ResultWarning) as caught:
        report = sacreval.evaluate(records, metrics="exact-match", humans="correct", **options)
    return report.report, [str(one.message) for one in caught]


def test_a_corrected_mean_lies_beside_the_plain_one():
    """It is nearer the truth, states labels, weight and level, and assumes a random sample."""
    report, notices = evaluated(labelled_records(rates={"a": 0.7}))
    [result] = report.results
    one = result.corrected
    assert (one.labels, one.others, one.level, one.method) == (80, 320, 0.95, "plus-four")
    assert result.value == pytest.approx(0.645)
    assert abs(one.value - 0.7) < abs(result.value - 0.7)
    assert one.low < one.lower < one.value < one.upper < one.high
    assert 0 < one.weight < 1
    assert one.signature.startswith(result.signature)
    assert "|humans:correct|corrected:plus-four|conf:0.95|labels:" in one.signature
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
    for i, one in enumerate(records):
        one["groups"] = {"domain": "news" if i < 300 else "chat"}
    report, notices = evaluated(records, by="domain")
    found = {one.group: one.corrected for one in report.results}
    assert found["domain=chat"] is None
    assert found["domain=news"].labels == 60
    assert any("exact_match of a in domain=chat: 20 labelled" in text for text in notices)


def test_units():
    """Over a group its values are the units; too few of them are refused."""
    records = labelled_records(rates={"a": 0.7})
    report, _ = evaluated(records, resample_by="document")
    assert report.results[0].corrected.unit == "document"
    for one in records:
        one["groups"] = {"document": one["instance_id"] % 5}
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
    right = [one for one in records if one["prediction"] == "yes"]
    for one in right[:100]:
        one["judgments"] = {"correct": 1}
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
        found = sacreval.evaluate(
            labelled_records(), metrics=["exact-match", "bleu"], humans={"exact_match": "correct"}
        )
    assert {r.output for r in found.report.results if r.corrected} == {"exact_match"}


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
