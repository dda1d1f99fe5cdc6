"""Systems and inputs that take part, with notes."""

from sacreval.meta.score_set import Row, score_set
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
    assert "1 systems have no human score: c." in report.notes
    assert "1 judged outputs have no score of m and were left out." in report.notes
