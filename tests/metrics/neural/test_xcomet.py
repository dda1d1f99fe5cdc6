"""XCOMET equals the original's scores and spans of errors."""

import json

import msgspec
import numpy as np
import pytest
from msgspec import structs

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._comet import Pass
from support import tiny_comet, tiny_models
from support.official_comet_runs import ROUNDING, TEXTS, batch, official
from support.program import write_jsonl


def made(**options):
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
    found = official("xcomet", reference_free=free)
    metric = made(reference_free=free)
    rows = metric.rows(batch())
    np.testing.assert_allclose(rows[:, 0], found["scores"], atol=ROUNDING)
    np.testing.assert_allclose(rows[:, 1], found["details"]["mqm_scores"], atol=ROUNDING)
    expected = found["details"]["error_spans"]
    assert any(expected)
    spans = [[structs.asdict(one) for one in some] for some in metric.error_spans(batch())]
    for ours, theirs in zip(spans, expected, strict=True):
        confidences = [[one.pop("confidence") for one in some] for some in (ours, theirs)]
        whole = [
            ours[i]["text"] if one["text"] == "\ufffd" else one["text"]
            for i, one in enumerate(theirs)
        ]
        assert ours == [
            {**one, "text": text, "reference": None}
            for one, text in zip(theirs, whole, strict=True)
        ]
        np.testing.assert_allclose(*confidences, rtol=0, atol=1e-6)


def test_the_formula():
    """Three scores, none above 1, weigh 0.12, 0.33 and 0.33, and the MQM score 0.22."""
    fine, minor = [0.9, 0.1, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]
    labels = np.array([fine, minor, fine])
    passes = [Pass(score, labels) for score in (0.5, 2.0, -1.0)]
    mqm = 1 - 1 / 25
    expected = 0.12 * 0.5 + 0.33 - 0.33 + 0.22 * mqm
    found = made().combine(passes)
    assert tuple(found) == pytest.approx((expected, mqm, 1, 0, 0))
    assert made().combine(passes[:1])[0] == pytest.approx(0.78 * 0.5 + 0.22 * mqm)


def test_labels_are_weighed():
    """Labels beside source, reference and both weigh 0.1667, 0.3333 and 0.5."""
    fine, major = np.array([[1.0, 0, 0, 0]] * 2), np.array([[0, 0, 1.0, 0], [1.0, 0, 0, 0]])
    both = [Pass(0.0, fine), Pass(0.0, fine), Pass(0.0, major)]
    assert made().combine(both)[3] == 0
    others = [Pass(0.0, fine), Pass(0.0, major), Pass(0.0, major)]
    assert made().combine(others)[3] == 1


def test_spans_are_parts_of_the_output():
    """A span is the text between its characters, and their numbers are the outputs."""
    metric = made()
    records = batch()
    rows = metric.rows(records)
    number = 0
    for record, row, spans in zip(records, rows, metric.error_spans(records), strict=True):
        assert all(record.prediction[one.start : one.end] == one.text for one in spans)
        counted = [sum(one.severity == name for one in spans)
                   for name in ("minor", "major", "critical")]  # fmt: skip
        assert counted == row[2:5].tolist()
        number += len(spans)
    assert number > 0


def test_the_best_reference_has_all_outputs():
    """With several references all outputs are those beside the one with the best score."""
    metric = made()
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
    best = int(made().rows(alone)[:, 0].argmax())
    by_reference = [
        [structs.replace(one, reference=i) for one in spans]
        for i, spans in enumerate(made().error_spans(alone))
    ]
    single, found = made().error_spans(several)
    assert found == by_reference[best] != []
    assert all(one.reference is None for one in single)
    mean = made(multi_reference="mean").error_spans(several)
    assert mean == [single, [one for spans in by_reference for one in spans]]


def test_directions():
    """Scores are better high, numbers of errors low."""
    found = [made().is_higher_better(name) for name in made().outputs]
    assert found == [True, True, False, False, False]


def test_spans_beside_scores_from_the_cache(cli, tmp_path):
    """Scores and spans in a file are the same with workers, and where rows come from the cache."""
    records = [
        {"instance_id": str(i), "prediction": mt, "sources": [src], "references": [ref, mt[::-1]]}
        for i, (mt, src, ref) in enumerate(TEXTS)
    ]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    words = ["score", "xcomet", source, "--model", made().model, "-q"]
    for file, more in (("a", []), ("b", ["--workers", "2"]), ("c", ["--no-cache"])):
        assert cli(*words, "-o", f"{file}.jsonl", *more).code == 0
    first, *others = [(tmp_path / f"{x}.jsonl").read_bytes() for x in "abc"]
    assert others == [first, first]
    written = [json.loads(line)["error_spans"]["xcomet"] for line in first.splitlines()]
    held = Batch([Instance(**one) for one in records])
    assert written == msgspec.to_builtins(made().error_spans(held))
    assert list(written[0][0]) == ["text", "confidence", "severity", "start", "end", "reference"]
