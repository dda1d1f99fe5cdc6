"""Systems and inputs that take part, with notes."""

from dataclasses import replace

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from support.correlations import correlate

QUICK = {"resamples": 20}


def test_filters_are_noted(small):
    """Each filter says whom it left out."""
    notes = correlate(small, human="quality", metrics=["good"], interval="none", min_inputs=8).notes
    assert any("not of kind peer): s6" in n for n in notes)
    assert any("fewer than 8 judged inputs): s2" in n for n in notes)
    notes = correlate(small, human="quality", interval="none", common_inputs=True).notes
    assert any("1 inputs left out (not judged for every system)" in n for n in notes)
    notes = correlate(small, human="quality", interval="none", min_systems=6).notes
    assert any("judged for too few systems" in n for n in notes)


def test_left_out_systems_are_counted():
    """Names beyond ten are counted."""
    rows = [Row(f"s{i:02}", "1", "peer", {"m": i}, {"h": i}, "") for i in range(15)]
    rows += [Row(f"r{i:02}", "1", "reference", {}, {}, "") for i in range(12)]
    notes = correlate(score_set(rows), human="h", level=["system"], interval="none").notes
    assert "12 systems left out (not of kind peer): r00" in notes[0]
    assert notes[0].endswith("r09 and 2 more.")
    options = {"human": "h", "level": ["system"], "interval": "none", "systems": "all"}
    assert correlate(score_set(rows), **options).notes[0].endswith("r09 and 2 more.")


def test_systems_in_one_file_only():
    """A system without judgments, or without scores, is left out and noted."""
    rows = [
        Row("a", "1", "peer", {"m": 1.0}, {"h": 2.0}, ""),
        Row("b", "1", "peer", {"m": 2.0}, {"h": 1.0}, ""),
        Row("c", "1", "peer", {"m": 2.0}, {}, ""),
        Row("d", "1", "peer", {}, {"h": 1.0}, ""),
    ]
    report = correlate(score_set(rows), human="h", level=["system"], **QUICK)
    assert report.results[0].n_systems == 2
    assert "1 system has no human score: c." in report.notes
    assert "1 judged outputs have no score of m and were left out." in report.notes


def test_metrics_by_reference(small):
    """A metric of a folder of WMT without its reference is answered with both ways to name one."""
    scores = {
        f"{name}-{of}": small.scores["good"] for name in ("BLEU", "BLEURT") for of in ("s6", "src")
    }
    data = replace(small, scores=scores)
    with pytest.raises(UsageError) as error:
        correlate(data, human="quality", metrics=["bleu"])
    said = str(error.value)
    assert said.startswith(
        "There are scores of BLEU with each reference (s6); write --metric BLEU-s6"
    )
    assert said.endswith(
        "of a folder of WMT also --reference s6 for all metrics, which are then named as BLEU"
    )
    with pytest.raises(UsageError, match="There is no metric 'BLEUX'; did you mean"):
        correlate(data, human="quality", metrics=["BLEUX"])


def test_a_metric_may_have_the_name_of_a_human_score():
    """A score of coherence is correlated with that of people; a metric with itself is not."""
    rows = [Row(f"s{i}", "1", "peer", {"h": i, "m": -i}, {"h": i % 3}, "") for i in range(5)]
    quick = {"human": "h", "level": ["system"], "interval": "none"}
    both = correlate(score_set(rows), metrics=["main"], **quick)
    assert {one.metric for one in both.results} == {"h", "m"}
    rows = [row._replace(judgments={}) for row in rows]
    alone = correlate(score_set(rows), metrics=["main"], **quick)
    assert {one.metric for one in alone.results} == {"m"}
