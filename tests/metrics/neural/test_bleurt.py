"""BLEURT and XCOMET: the originals' numbers, and spans of errors."""

import json

import msgspec
import numpy as np
import pytest
from msgspec import structs

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import leave_out, metrics
from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural._comet import Pass
from sacreval.metrics.neural.xcomet import TokenSpan, in_text, mqm, spans
from sacreval.models.class_logits import classifier
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_comet, tiny_models
from support.official_comet_runs import ROUNDING, TEXTS, batch, official
from support.program import write_jsonl

REFERENCES = ["the cat sat on the mat", "a dog barked", ""]

RECORD = Instance(prediction="the dog sat", references=REFERENCES)


@pytest.fixture(params=[None, 16])
def model(request, tmp_path):
    """A tiny BLEURT on a BERT, or on a RemBERT with small embeddings; and its folder."""
    tiny_models.needed()
    return tiny_classifiers.bleurt(tmp_path, request.param), tmp_path


def expected(model, folder, pairs):
    """Return the model's own numbers, one pair at a time."""
    import torch
    from transformers import PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json"),
        model_input_names=["input_ids", "attention_mask", "token_type_ids"],
    )
    with torch.inference_mode():
        return [
            float(model(**tokenizer([a], [b], return_tensors="pt")).logits[0, 0]) for a, b in pairs
        ]


def test_scores_are_those_of_the_model(model):
    """The reference is the first text, the output the second; the best or the mean counts."""
    each = expected(*model, [(text, RECORD.prediction) for text in REFERENCES])
    assert np.ptp(each) > 0.01
    for rule, fold in (("max", max), ("mean", np.mean)):
        metric = metrics.get("bleurt")(model=str(model[1]), multi_reference=rule)
        assert metric.rows(Batch([RECORD]))[0, 0] == pytest.approx(fold(each), abs=1e-5)


def test_jackknifing_classifies_nothing_twice(model):
    """Rows without a reference are those of shortened records, from scores that are known."""
    metric = metrics.get("bleurt")(model=str(model[1]))
    metric.rows(Batch([RECORD]))
    scorer = classifier(checkpoint(str(model[1])), "float32", "cpu", metric._renamed())
    before = scorer.store.computed
    rows = metric.leave_one_out_rows(Batch([RECORD]))
    assert scorer.store.computed == before
    short = [metric.rows(Batch([shortened])) for shortened in leave_out(metric, RECORD)]
    assert rows.tobytes() == np.concatenate(short).tobytes()


def test_a_long_pair_loses_the_longer_text(model):
    """A pair beyond 64 tokens keeps 31 of the reference and 30 of the output, with a notice."""
    metric = metrics.get("bleurt")(model=str(model[1]))
    long = Batch([Instance(prediction="cat " * 50, references=["dog " * 50])])
    short = Batch([Instance(prediction="cat " * 30, references=["dog " * 31])])
    assert metric.rows(long).tobytes() == metric.rows(short).tobytes()
    watch = metric.watch()
    watch.add(long)
    assert "leaves out 39 tokens" in watch.notices()[0]


def test_other_models():
    """A classifier of one class is taken, one of several is refused."""
    folder = tiny_classifiers.build("bert", ("score",))
    assert metrics.get("bleurt")(model=str(folder)).rows(Batch([RECORD])).shape == (1, 2)
    with pytest.raises(UsageError, match="or a classifier of one class, and this is neither"):
        metrics.get("bleurt")(model=str(tiny_classifiers.build("bert", tiny_classifiers.NLI)))


def xcomet(**options):
    """Create XCOMET on a tiny model."""
    tiny_models.needed()
    return metrics.get("xcomet")(model=str(tiny_comet.build("xcomet")), **options)


@pytest.mark.long
@pytest.mark.parametrize("free", [False, True])
def test_the_original(free):
    """Scores equal the original's to 5e-6, spans exactly, and their confidences to 1e-6.

    A span of a part of a letter's bytes, which models of the field do not have, has the letter as
    its text, and the original's has a replacement character.
    """
    recorded = official("xcomet", reference_free=free)
    metric = xcomet(reference_free=free)
    rows = metric.rows(batch())
    np.testing.assert_allclose(rows[:, 0], recorded["scores"], atol=ROUNDING)
    np.testing.assert_allclose(rows[:, 1], recorded["details"]["mqm_scores"], atol=ROUNDING)
    expected = recorded["details"]["error_spans"]
    assert any(expected)
    spans = [[structs.asdict(span) for span in some] for some in metric.error_spans(batch())]
    for ours, theirs in zip(spans, expected, strict=True):
        confidences = [[span.pop("confidence") for span in some] for some in (ours, theirs)]
        whole = [
            ours[i]["text"] if span["text"] == "\ufffd" else span["text"]
            for i, span in enumerate(theirs)
        ]
        assert ours == [
            {**span, "text": text, "reference": None}
            for span, text in zip(theirs, whole, strict=True)
        ]
        np.testing.assert_allclose(*confidences, rtol=0, atol=1e-6)


def test_the_formula():
    """Three scores, none above 1, weigh 0.12, 0.33 and 0.33, and the MQM score 0.22."""
    fine, minor = [0.9, 0.1, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]
    labels = np.array([fine, minor, fine])
    passes = [Pass(score, labels) for score in (0.5, 2.0, -1.0)]
    mqm = 1 - 1 / 25
    expected = 0.12 * 0.5 + 0.33 - 0.33 + 0.22 * mqm
    combined = xcomet().combine(passes)
    assert tuple(combined) == pytest.approx((expected, mqm, 1, 0, 0))
    assert xcomet().combine(passes[:1])[0] == pytest.approx(0.78 * 0.5 + 0.22 * mqm)


def test_labels_are_weighed():
    """Labels beside source, reference and both weigh 0.1667, 0.3333 and 0.5."""
    fine, major = np.array([[1.0, 0, 0, 0]] * 2), np.array([[0, 0, 1.0, 0], [1.0, 0, 0, 0]])
    both = [Pass(0.0, fine), Pass(0.0, fine), Pass(0.0, major)]
    assert xcomet().combine(both)[3] == 0
    others = [Pass(0.0, fine), Pass(0.0, major), Pass(0.0, major)]
    assert xcomet().combine(others)[3] == 1


def test_spans_are_parts_of_the_output():
    """A span is the text between its characters, and their numbers are the outputs."""
    metric = xcomet()
    records = batch()
    rows = metric.rows(records)
    number = 0
    for record, row, errors in zip(records, rows, metric.error_spans(records), strict=True):
        assert all(record.prediction[span.start : span.end] == span.text for span in errors)
        counted = [sum(span.severity == name for span in errors)
                   for name in ("minor", "major", "critical")]  # fmt: skip
        assert counted == row[2:5].tolist()
        number += len(errors)
    assert number > 0


def test_the_best_reference_has_all_outputs():
    """With several references all outputs are those beside the one with the best score."""
    metric = xcomet()
    references = ["five four three", "one two three four five", "x"]
    texts = {"prediction": "one two three four five", "sources": ["eins zwei drei"]}
    alone = metric.rows(Batch([Instance(references=[text], **texts) for text in references]))
    both = metric.rows(Batch([Instance(references=references, **texts)]))
    assert len(set(alone[:, 0])) == 3
    best = alone[:, 0].argmax()
    np.testing.assert_array_equal(both[0], alone[best])


def test_spans_are_those_of_the_reference_that_counts():
    """With several references spans are those beside the best one, or beside each for a mean."""
    references = [text for _, _, text in TEXTS if text]
    texts = {"prediction": TEXTS[5][0], "sources": [TEXTS[5][1]]}
    several = Batch([Instance(references=["x"], **texts), Instance(references=references, **texts)])
    alone = Batch([Instance(references=[text], **texts) for text in references])
    best = int(xcomet().rows(alone)[:, 0].argmax())
    by_reference = [
        [structs.replace(span, reference=i) for span in spans]
        for i, spans in enumerate(xcomet().error_spans(alone))
    ]
    single, chosen = xcomet().error_spans(several)
    assert chosen == by_reference[best] != []
    assert all(span.reference is None for span in single)
    mean = xcomet(multi_reference="mean").error_spans(several)
    assert mean == [single, [span for spans in by_reference for span in spans]]


def test_directions():
    """Scores are better high, numbers of errors low."""
    directions = [direction(xcomet(), name) for name in xcomet().outputs]
    assert directions == [True, True, False, False, False]


def test_spans_beside_scores_from_the_cache(cli, tmp_path):
    """Scores and spans in a file are the same with workers, and where rows come from the cache."""
    records = [
        {"instance_id": str(i), "prediction": mt, "sources": [src], "references": [ref, mt[::-1]]}
        for i, (mt, src, ref) in enumerate(TEXTS)
    ]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    words = ["score", "xcomet", source, "--model", xcomet().model, "-q"]
    for file, more in (("a", []), ("b", ["--workers", "2"]), ("c", ["--no-cache"])):
        assert cli(*words, "-o", f"{file}.jsonl", *more).code == 0
    first, *others = [(tmp_path / f"{x}.jsonl").read_bytes() for x in "abc"]
    assert others == [first, first]
    written = [json.loads(line)["error_spans"]["xcomet"] for line in first.splitlines()]
    held = Batch([Instance(**record) for record in records])
    assert written == msgspec.to_builtins(xcomet().error_spans(held))
    assert list(written[0][0]) == ["text", "confidence", "severity", "start", "end", "reference"]


NAMES = ("minor", "major", "critical")


def labelled(*labels):
    """Return probabilities of tokens whose most probable labels are these."""
    return np.array([[0.7 if i == label else 0.1 for i in range(4)] for label in labels])


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ((0, 1, 1, 0, 3, 0), [("minor", 1, 3), ("critical", 4, 5)]),
        ((2, 1, 3, 0), [("major", 0, 3)]),
        ((0, 0, 0), []),
        ((0, 1, 0, 1, 2), [("minor", 1, 2)]),
    ],
)
def test_runs(labels, found):
    """The first token of a run has its severity; a run that the text ends in is left out."""
    assert [span[:3] for span in spans(labelled(*labels), NAMES)] == found


def test_confidence():
    """The confidence is the mean of the largest probabilities."""
    labels = np.array([[0.2, 0.6, 0.1, 0.1], [0.1, 0.1, 0.8, 0.0], [1.0, 0.0, 0.0, 0.0]])
    assert spans(labels, NAMES) == [TokenSpan("minor", 0, 2, pytest.approx(0.7))]


@pytest.mark.parametrize(
    ("severities", "score"),
    [
        ([], 1.0),
        (["minor"], 0.96),
        (["minor", "major", "critical"], 9 / 25),
        (["critical"] * 3, 0.0),
    ],
)
def test_mqm(severities, score):
    """Penalties are 1, 5 and 10, at most 25 together."""
    assert mqm(severities) == pytest.approx(score)


def test_in_text():
    """A span begins with the first character of its first token and ends with its last one's."""
    offsets = [(0, 0), (0, 3), (4, 7), (0, 0)]
    spans = in_text("the cat", [TokenSpan("major", 1, 3, 0.5)], offsets)
    assert spans == [ErrorSpan(text="the cat", confidence=0.5, severity="major", start=0, end=7)]
