"""The law of formulas: plain numbers and arrays give the same bits, and runs the same bytes."""

from random import Random

import numpy as np
import pytest

from sacreval import native
from sacreval.core.formulas import Sums
from sacreval.core.records import Batch, Instance
from sacreval.execution import plain_sums
from support.pages import SAMPLE
from support.specimens import instances
from support.texts import text
from support.variants import identify, of_texts, variants

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels are not built here")

SPECIMEN = Batch([Instance(prediction="a b", references=["a c"])])
NATIVE = [
    metric.with_engine("native")
    for metric in of_texts(variants()[0])
    if native.available() and metric.covers_native()
]
PLAIN = [metric for metric in NATIVE if metric.native_sums(SPECIMEN) is not None]


def batches(metric):
    """Return batches of records with one reference: random texts, and the metric's specimens."""
    random = Random(7)
    made = [Instance(prediction=text(random), references=[text(random)]) for _ in range(60)] + [
        Instance(prediction="", references=[""]),
        Instance(prediction="a", references=["a"]),
    ]
    single = [one for one in instances(type(metric)) if len(one.references) == 1]
    return [Batch(made), Batch([*made[-1:]]), Batch(made[-2:-1]), Batch(single)]


def bits(scores):
    """Write numbers so that equal texts are equal bits."""
    return {name: float(np.ravel(score)[0]).hex() for name, score in scores.items()}


def test_some_metrics_are_here():
    """The usual metrics have sums as plain numbers."""
    assert {"bleu", "chrf", "wer", "cer", "exact-match"} <= {metric.name for metric in PLAIN}


@pytest.mark.parametrize("metric", PLAIN, ids=identify)
def test_same_bits(metric):
    """Scores and details of plain sums have the bits of those of sums of arrays, in any shape."""
    for batch in batches(metric):
        rows = metric.rows(batch)
        sums = metric.native_sums(batch)
        assert list(sums) == rows.sum(axis=0).tolist()
        scores, details = bits(metric.reduce(sums)), bits(metric.details(sums))
        for table in (rows.sum(axis=0), rows.sum(axis=0)[None]):
            assert bits(metric.reduce(table)) == scores
            assert bits(metric.details(table)) == details
        single = metric.reduce(rows)
        for i, row in enumerate(rows.tolist()):
            one = {name: column[i] for name, column in single.items()}
            assert bits(metric.reduce(Sums(row))) == bits(one)


@pytest.mark.parametrize("name", sorted({metric.name for metric in PLAIN}))
def test_same_bytes(name, cli, tmp_path, monkeypatch):
    """A run over plain sums prints and writes what one over arrays does."""
    records = tmp_path / "one.jsonl"
    texts = Random(3)
    lines = [
        f'{{"system_id": "{"ab"[i % 2]}", "prediction": "{w}", "references": ["{v}"]}}\n'
        for i, (w, v) in enumerate((texts.choice(WORDS), texts.choice(WORDS)) for _ in range(40))
    ]
    records.write_text("".join(lines), encoding="utf-8")
    for inputs in ([records], [records, SAMPLE]):
        plain = _run(cli, tmp_path, name, inputs)
        with monkeypatch.context() as patched:
            patched.setattr(plain_sums, "sums_of", lambda *_: None)
            assert _run(cli, tmp_path, name, inputs) == plain


WORDS = ("", "a", "the cat sat", "the cat sat down", "a dog ran", "The cat, sat down.", "é ü")


def _run(cli, folder, name, inputs):
    words = ["evaluate", name, *inputs, "--force", "--fail-under", f"{name}=0.3", "-o", "out.json"]
    done = cli(*words)
    return done, (folder / "out.json").read_bytes()


def test_large_sums_are_left_to_arrays(monkeypatch):
    """Sums that doubles do not hold exactly are no plain sums."""
    metric = next(one for one in PLAIN if one.name == "bleu")
    assert plain_sums.sums_of(metric, SPECIMEN) is not None
    monkeypatch.setattr(type(metric), "native_sums", lambda *_: Sums([2.0**53]))
    assert plain_sums.sums_of(metric, SPECIMEN) is None
