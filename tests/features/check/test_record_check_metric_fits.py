"""Which metrics can score records, and why others cannot."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.features.check.record_check import MetricFits
from sacreval.scoring.rows.field_checks import check
from support.sizes import few


def fits(*batches):
    metric_fits = MetricFits()
    for batch in batches:
        metric_fits.add(batch)
    return {fit.metric: fit for fit in metric_fits.fits()}


def batch(*records, origin="x"):
    return Batch([Instance(**record) for record in records], origin)


def test_reasons():
    """The first record that lacks a field is named, and all that lack it are counted."""
    texts = {"prediction": "a", "references": ["a"]}
    fitted = fits(batch(texts, {"prediction": "a"}), batch({"prediction": "b"}, texts, origin="y"))
    assert (fitted["bleu"].why_not, fitted["bleu"].wrong) == ("x:2: no `references`", 2)
    assert fitted["pearson"].why_not == "x:1: `prediction` is text, not a number"
    assert fitted["pearson"].wrong == 4
    assert fitted["readability"].fits
    assert not fitted["judge"].fits
    assert not fitted["judge"].runs_here


def test_human_texts_without_references_are_left_out():
    """Human texts that have nothing to be compared with hinder no metric, unless all are such."""
    peer = {"prediction": "a", "references": ["a"]}
    human = {"prediction": "a", "system_type": "reference"}
    fitted = fits(batch(peer, human), batch(human, origin="y"))
    assert fitted["bleu"].fits
    assert [fitted[name].left_out for name in ("bleu", "readability")] == [2, 0]
    alone = fits(batch(human), batch(human, origin="y"))
    assert (alone["bleu"].why_not, alone["bleu"].wrong) == ("x:1: no `references`", 2)
    assert alone["readability"].fits
    other = fits(batch(peer, {**human, "system_type": "typed"}))
    assert other["bleu"].why_not == "x:2: no `references`"


def test_faults_of_metrics():
    """What a metric refuses beyond types is found too."""
    fit = fits(batch({"ranking": ["a", "a"], "qrels": {"a": 1}}))["ranking"]
    assert (fit.fits, fit.wrong) == (False, 1)
    assert "x:1: a document is repeated" in fit.why_not


def test_records_without_an_output_are_left_out():
    """A record with an error has no output that a metric could refuse."""
    fitted = fits(batch({"prediction": "a", "references": ["a"]}, {"error": "failed"}))
    assert fitted["bleu"].fits


@few(3, "name", ["bleu", "accuracy", "pearson", "ranking", "squad", "pass-at-k"])
@pytest.mark.parametrize(
    "record",
    [
        {"prediction": "a", "references": ["a"]},
        {"prediction": 1, "references": [2]},
        {"ranking": ["a"], "qrels": {"a": 1}},
        {"samples": [True, False], "references": ["a"]},
    ],
)
def test_fits_are_those_of_a_run(name, record):
    """A metric fits exactly where a run's own check of records passes."""
    records = batch(record)
    try:
        check(records, metrics.get(name)(), [])
        passes = True
    except InputError:
        passes = False
    assert fits(records)[name].fits == passes
