"""Error spans of records, by a metric that labels every x of an output as an error."""

from itertools import pairwise

from sacreval.core.records import Batch, Instance, Repeats
from sacreval.execution.serial import SERIAL
from sacreval.metrics._wrappers import Folded, OwnRecords, extracted
from sacreval.scoring.entries.run_metrics import Entry, entry
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rows.carried_fields import error_spans, labels_errors
from sacreval.scoring.score import score
from support.exes import Exes, spans


def spans_of(metric, *records):
    """Return the starts of the spans of each record; None without spans."""
    held = Batch([Instance(**one) for one in records], typed=False)
    found = error_spans(held, [Entry(metric), entry("length")])
    return [one and [x.start for x in one["exes"]] for one in found]


def test_records_with_one_output():
    """An output without errors has an empty list; one that failed or has several has none."""
    records = [
        {"prediction": "axbx"},
        {"error": "failed"},
        {"prediction": "a"},
        {"prediction": "x", "samples": Repeats(["x", "a"])},
        {"samples": ["ax"]},
    ]
    assert spans_of(Exes(), *records) == [[1, 3], None, [], None, [1]]
    assert spans_of(Exes(), {"error": "failed"}) == [None]
    assert error_spans(Batch([Instance(prediction="x")]), [entry("length")]) == [None]


def test_records_of_its_own():
    """Spans are those of the records that the metric takes, as it reads them."""
    metric = OwnRecords(metric=Exes(), own_map=("prediction=meta.text",), own_where="meta.take")
    records = [
        {"prediction": "x", "meta": {"text": "aax", "take": True}},
        {"prediction": "x", "meta": {"text": "x", "take": False}},
    ]
    assert labels_errors(metric)
    assert spans_of(metric, *records) == [[2], None]


def test_metrics_without_spans_of_the_output():
    """Metrics without labels have none, nor has one of changed texts or of several outputs."""
    assert not labels_errors(entry("length").metric)
    assert not labels_errors(extracted(Exes(), extract=["first-line"]))
    assert not labels_errors(Folded(metric=Exes(), reduce_predictions="mean"))


def test_verbs_carry_spans():
    """Scores of `score` and `evaluate` have the same spans, in batches of any size."""
    texts = ["axb", "", "xx", "b", "ax"]
    records = [
        Instance(instance_id=str(i), system_id="s", prediction=x) for i, x in enumerate(texts)
    ]
    expected = [{"exes": spans(text)} for text in texts]
    for cuts in ([0, 5], [0, 1, 3, 5]):
        batches = [Batch(records[a:b]) for a, b in pairwise(cuts)]
        entries, fields = [Entry(Exes())], ["error_spans"]
        found = score(batches, entries, backend=SERIAL, fields=fields).records
        assert [one.error_spans for one in found] == expected
        rows = evaluate(batches, entries, backend=SERIAL, fields=fields)
        assert [one.error_spans for one in rows.instances()] == expected
