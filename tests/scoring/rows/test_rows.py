"""Rows of records: fields carried with them, checks before scoring, missing records.

Also tests `missing_records`.
"""

from itertools import pairwise
from math import isnan

import pytest

from sacreval.core.metric import metrics
from sacreval.core.record_parts import RecordReply
from sacreval.core.records import Batch, Instance, PredictionScores, RepeatedSamples
from sacreval.core.results import Missing
from sacreval.errors import InputError, UsageError
from sacreval.execution.serial import SERIAL
from sacreval.metrics._wrappers import Folded, OwnRecords, extracted
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import Entry, entry
from sacreval.scoring.pair_scores import score
from sacreval.scoring.rows.carried_fields import (
    carry,
    error_spans,
    explanatory_fields,
    labels_errors,
    numbers,
)
from sacreval.scoring.rows.field_checks import checked, settle, settled
from sacreval.scoring.rows.logged_scores import SAMPLE, LoggedScores
from support.exes import Exes, spans
from support.judges import QUALITY, write
from support.products import peer, scores_of


def batch(*meta):
    """Return records with the given `meta`, whose answers are marked."""
    return Batch(
        [
            Instance(instance_id=i, system_id="a", prediction="so #### 7", meta=fields)
            for i, fields in enumerate(meta)
        ]
    )


def test_numbers_of_meta():
    """Whole and other numbers are read from meta, in the order of the records."""
    assert numbers(batch({"length": 3}, {"length": 0.5}), "length") == [3.0, 0.5]


@pytest.mark.parametrize("value", [None, True, "3", float("inf"), float("nan")])
def test_other_values_are_refused(value):
    """A record without a finite number is named, with what to do."""
    with pytest.raises(InputError, match=r"no number meta\.length.*drop --covariate"):
        numbers(batch({"length": 1}, {"length": value}), "length")
    with pytest.raises(InputError, match=r"no number meta\.length"):
        numbers(batch(None), "length")


def test_fields_and_extracted_answers():
    """Fields are carried as they are; `extracted` has the answers by metric that extracts them."""
    entries = [
        entry('exact-match{"extract": "last-number"}'),
        entry("rouge"),
    ]
    carried = carry(batch({"x": 1}), entries, ["meta", "extracted"])
    assert carried == {"meta": [{"x": 1}], "extracted": [{"exact-match": "7"}]}


def test_scores_of_predictions():
    """All scores of a reduction and the first of the best are carried, lower ones for WER."""
    reduction = '{"reduce_predictions": "mean"}'
    entries = [entry(f"exact-match{reduction}"), entry(f"wer{reduction}"), entry("exact-match")]
    texts = [["a b", "a", "a"], ["c"]]
    held = Batch([Instance(predictions=x, prediction=x[0], references=["a"]) for x in texts])
    held = Batch([*held, Instance(error="failed")])
    assert explanatory_fields(entries) == ("predictions",)
    assert explanatory_fields(entries[2:]) == ()
    first, second, failed = carry(held, entries, ["predictions"])["predictions"]
    assert isinstance(first, PredictionScores)
    assert first.scores["exact_match"] == [0.0, 1.0, 1.0]
    assert first.scores["wer"] == [1.0, 0.0, 0.0]
    assert (first.best["exact_match"], first.best["wer"]) == (1, 1)
    assert second.scores["wer"] == [1.0]
    assert failed is None


def test_no_best_without_a_direction():
    """Lengths of predictions are listed, and none of them is the best."""
    entries = [entry('length{"reduce_predictions": "max"}')]
    [record] = carry(Batch([Instance(predictions=["a b", "a"])]), entries, ["predictions"])[
        "predictions"
    ]
    assert next(iter(record.scores.values())) == [2.0, 1.0]
    assert record.best == {}


def spans_of(metric, *records):
    """Return the starts of the spans of each record; None without spans."""
    held = Batch([Instance(**record) for record in records], typed=False)
    marked = error_spans(held, [Entry(metric), entry("length")])
    return [mark and [x.start for x in mark["exes"]] for mark in marked]


def test_records_with_one_output():
    """An output without errors has an empty list; one that failed or has several has none."""
    records = [
        {"prediction": "axbx"},
        {"error": "failed"},
        {"prediction": "a"},
        {"prediction": "x", "samples": RepeatedSamples(["x", "a"])},
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
        carried = score(batches, entries, backend=SERIAL, fields=fields).records
        assert [record.error_spans for record in carried] == expected
        rows = evaluate(batches, entries, backend=SERIAL, fields=fields)
        assert [instance.error_spans for instance in rows.instances()] == expected


def test_a_record_that_stands_twice_is_refused():
    """The same instance and system twice is an error."""
    with pytest.raises(InputError, match="'p' has instance '1' already"):
        scores_of([peer("p", "1", ["2"]), peer("p", "1", ["2"])])


BLEU = metrics.get("bleu")()


def field_checks_batch(*instances, lines=()):
    return Batch(list(instances), "f.jsonl", lines)


@pytest.mark.parametrize(
    ("instance", "named"),
    [
        (Instance(references=["a"]), "`prediction`"),
        (Instance(prediction="a"), "`references`"),
        (Instance(prediction={"a": 1}, references=["a"]), "text"),
        (Instance(prediction="a", references=[{"a": 1}]), "texts"),
    ],
)
def test_the_first_wrong_record_is_named(instance, named):
    """A field that is missing or of another type is named with file and line."""
    good = Instance(prediction="a", references=["a"])
    with pytest.raises(InputError, match="f.jsonl:7") as error:
        list(checked([field_checks_batch(good, instance, lines=[3, 7])], [BLEU]))
    assert named in str(error.value)


def test_batches_stream():
    """Metrics that know their options read no record ahead."""
    read = []

    def batches():
        for i in range(2):
            read.append(i)
            yield field_checks_batch(Instance(prediction="a", references=["a"]))

    stream = settle(BLEU, batches())
    assert read == []
    next(iter(stream.batches))
    assert read == [0]


def test_labels_are_read_off_the_records():
    """Metrics that depend on the data are settled, and the records are still there."""
    records = field_checks_batch(*(Instance(prediction=x, references=["b"]) for x in "ab"))
    labelled = settle(metrics.get("classification")(), iter([records]))
    assert labelled.entries[0].metric.labels == ("a", "b")
    assert [len(batch) for batch in labelled.batches] == [2]
    again = settled(labelled.entries, [records])
    assert again.entries is labelled.entries


def test_names_that_labels_make_are_checked():
    """Two metrics whose settled outputs have one name are refused."""
    records = field_checks_batch(Instance(prediction="a", references=["a"]))
    entries = [Entry(metrics.get("confusion-matrix")()) for _ in range(2)]
    with pytest.raises(UsageError, match="'a->a'|'confusion-matrix'"):
        settle(entries, [records])


def record(scores, **fields):
    return Instance(prediction="a", meta=None if scores is None else {"scores": scores}, **fields)


def test_columns():
    """Each score has a value for each record of its system, NaN where there is none."""
    kept = LoggedScores()
    assert not kept.has_scores
    batches = [Batch([record({"a": 1, "b": 0.5}), record(None), record({"b": True})], system="s"),
               Batch([record({"c": "x"}), record({"a": 2})], system="s")]  # fmt: skip
    assert list(kept.watch(batches)) == batches
    assert kept.has_scores
    (system,) = kept.systems.values()
    assert system.count == 5
    assert [x for x in system.columns["a"] if not isnan(x)] == [1.0, 2.0]
    assert [isnan(x) for x in system.columns["a"]] == [False, True, True, True, False]


def test_the_sample():
    """It has the first records with scores and an output."""
    kept = LoggedScores()
    lost = Instance(error="failed", meta={"scores": {"a": 0}})
    records = [lost, record(None), *[record({"a": i}) for i in range(SAMPLE + 9)]]
    list(kept.watch([Batch(records, system="s")]))
    sample = kept.systems["s"].sample
    assert len(sample) == SAMPLE
    assert [instance.meta["scores"]["a"] for _, instance in sample] == list(range(SAMPLE))


@pytest.fixture
def report(tmp_path):
    """Score ten records, of which six have a verdict."""
    replies = [
        *(RecordReply(text=f"[[{x}]]") for x in (1, 2, 3, 4, 5, 3)),
        RecordReply(text="?"), RecordReply(missing="failed"), RecordReply(missing="refused"),
    ]  # fmt: skip
    records = [
        Instance(
            instance_id=i, prediction="p", sources=["s"], replies={"quality": [reply]},
            groups={"half": i % 2},
        )
        for i, reply in enumerate(replies)
    ]  # fmt: skip
    records.append(Instance(instance_id=9, sources=["s"], error="none", groups={"half": 1}))
    entries, batches = settle([Entry(Judge(judge=write(tmp_path, QUALITY)))], [Batch(records)])
    return evaluate(batches, entries, by="half").report()


def test_counts_and_bounds(report):
    """Reasons are counted apart; the bounds have all of them at the worst and at the best."""
    whole = report.results[0]
    assert (whole.n, whole.scored, whole.value) == (10, 6, 3.0)
    assert whole.missing == Missing(unparsed=1, failed=2, refused=1, if_worst=2.2, if_best=3.8)
    assert whole.missing.total == 4


def test_groups(report):
    """Groups have their own counts."""
    groups = {result.group: result.missing for result in report.results if result.group}
    assert groups["half=0"].counts == {"unparsed": 1, "refused": 1}
    assert groups["half=1"].counts == {"failed": 2}


def test_another_metric():
    """Records of any metric are counted by the reason; bounds need a mean with a worst value."""
    records = [
        Instance(instance_id=1, prediction="a", references=["a"]),
        Instance(instance_id=2, error="filtered: f", references=["a"]),
        Instance(instance_id=3, error="not asked", references=["a"]),
        Instance(instance_id=4, error="what is this?", references=["a"]),
    ]
    both = [entry("exact-match").on_engine(None), entry("bleu").on_engine(None)]
    match, bleu, *_ = evaluate([Batch(records)], both).report().results
    assert (match.n, match.value) == (4, 1.0)
    counts = {"filtered": 1, "failed": 1, "not_asked": 1}
    assert match.missing == Missing(**counts, if_worst=0.25, if_best=1.0)
    assert bleu.missing == Missing(**counts)
