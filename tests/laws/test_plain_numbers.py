"""Plain numbers and arrays: runs write the same bytes; `of_numbers.py` has the law of formulas."""

from random import Random

import pytest

from laws.of_numbers import PLAIN, SPECIMEN
from sacreval import native
from sacreval.core.contract.formulas import Sums
from sacreval.execution import serial
from support.pages import SAMPLE

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels are not built here")


def test_some_metrics_are_here():
    """The usual metrics have sums as plain numbers."""
    assert {"bleu", "chrf", "wer", "cer", "exact-match"} <= {metric.name for metric in PLAIN}


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
            patched.setattr(serial, "sums_of", lambda *_: None)
            assert _run(cli, tmp_path, name, inputs) == plain


WORDS = ("", "a", "the cat sat", "the cat sat down", "a dog ran", "The cat, sat down.", "é ü")


def _run(cli, folder, name, inputs):
    words = ["evaluate", name, *inputs, "--force", "--fail-under", f"{name}=0.3", "-o", "out.json"]
    done = cli(*words)
    return done, (folder / "out.json").read_bytes()


def test_large_sums_are_left_to_arrays(monkeypatch):
    """Sums that doubles do not hold exactly are no plain sums."""
    metric = next(metric for metric in PLAIN if metric.name == "bleu")
    assert serial.sums_of(metric, SPECIMEN) is not None
    monkeypatch.setattr(type(metric), "native_sums", lambda *_: Sums([2.0**53]))
    assert serial.sums_of(metric, SPECIMEN) is None
