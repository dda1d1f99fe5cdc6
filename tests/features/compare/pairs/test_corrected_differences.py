"""Corrected differences in compare: labels of both systems, p-values, Holm's correction."""

import pytest

import sacreval
from sacreval.errors import InputError, ResultWarning
from support.known_populations import labelled_records
from support.program import write_jsonl


def compared(records, **options):
    """Compare by exact match with labels; return the report and the notices."""
    with pytest.warns(ResultWarning) as caught:
        result = sacreval.compare(
            records, metrics="exact-match", humans="correct", trials=100, resamples=100, **options
        )
    return result.report, [str(warning.message) for warning in caught]


def test_a_corrected_difference():
    """It is near the difference of the labels, with an interval, p-values and their counts."""
    records = labelled_records(rates={"a": 0.5, "b": 0.8})
    report, notices = compared(records)
    [comparison] = report.comparisons
    corrected = comparison.corrected
    assert (corrected.labels, corrected.others, corrected.method) == (80, 320, "plus-two")
    assert corrected.low < 0.3 < corrected.high
    assert corrected.p == corrected.p_holm < 0.01
    assert report.settings.humans == {"exact_match": "correct"}
    assert any("random sample" in text for text in notices)


def test_holm():
    """With several systems, p-values are corrected within each output."""
    records = labelled_records(rates={"a": 0.5, "b": 0.65, "c": 0.7})
    report, _ = compared(records)
    p = sorted(comparison.corrected.p for comparison in report.comparisons)
    adjusted = sorted(comparison.corrected.p_holm for comparison in report.comparisons)
    assert adjusted[0] == pytest.approx(min(1, 2 * p[0]))
    assert adjusted[1] == pytest.approx(max(p[1], 2 * p[0]))


def test_labels_of_one_system_only():
    """Records need labels of both systems."""
    records = labelled_records()
    for record in records:
        if record["system_id"] == "b" and record["instance_id"] > 40:
            record.pop("judgments", None)
    with pytest.raises(InputError, match="labels of both systems: 9 labelled records are too few"):
        sacreval.compare(records, metrics="exact-match", humans="correct", trials=100)


def test_a_finding_that_labels_do_not_show():
    """Where scores show a difference and the labels do not, a notice says so."""
    records = labelled_records(rates={"a": 0.6, "b": 0.6})
    for record in records:
        if record["system_id"] == "b" and record["instance_id"] % 3 == 0:
            record["prediction"] = "yes"  # a judge that favours one of the systems
    report, notices = compared(records)
    assert report.comparisons[0].finding == "better"
    assert any("corrected by the labels it is not shown" in text for text in notices)


def test_groups_and_formats(cli, tmp_path):
    """The table has two columns more; groups without enough labels have hyphens and a notice."""
    records = labelled_records()
    for record in records:
        record["groups"] = {"domain": "news" if record["instance_id"] < 300 else "chat"}
    path = write_jsonl(tmp_path / "out.jsonl", records)
    words = ["compare", "exact-match", path, "--humans", "correct", "--by", "domain"]
    done = cli(*words)
    assert done.code == 0
    assert "corrected difference" in done.out.splitlines()[0]
    assert "exact_match of b and a in domain=chat: 20 labelled records are too few" in done.err
    rows = cli(*words, "--format", "tsv").out.splitlines()
    assert "corrected_p_holm" in rows[0]
