"""Plain numbers and arrays: runs write the same bytes; `of_numbers.py` has the law of formulas."""

from random import Random

import pytest

from laws.of_numbers import LISTED, PLAIN, SPECIMEN
from sacreval import native
from sacreval.core.contract.formulas import Sums
from sacreval.execution import serial
from sacreval.readers import jsonl
from support.pages import SAMPLE

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels are not built here")


def test_some_metrics_are_here():
    """The usual metrics have sums as plain numbers."""
    assert {"bleu", "chrf", "ter", "wer", "cer", "exact-match"} <= {x.name for x in PLAIN}
    assert {"rouge", "token-f1", "edit-distance", "anls"} <= {x.name for x in LISTED}


@pytest.mark.parametrize("name", sorted({metric.name for metric in (*PLAIN, *LISTED)}))
def test_same_bytes(name, cli, tmp_path, monkeypatch):
    """A run over plain numbers prints and writes what one over arrays does."""
    records = tmp_path / "one.jsonl"
    texts = Random(3)
    lines = [
        f'{{"system_id": "{"ab"[i % 2]}", "prediction": "{w}", "references": ["{v}"]}}\n'
        for i, (w, v) in enumerate((texts.choice(WORDS), texts.choice(WORDS)) for _ in range(40))
    ]
    records.write_text("".join(lines), encoding="utf-8")
    for inputs in ([records], [records, SAMPLE]):
        with monkeypatch.context() as patched:
            taken = _spied(patched)
            plain = _run(cli, tmp_path, name, inputs)
        assert any(taken)
        with monkeypatch.context() as patched:
            patched.setattr(serial, "plainly", lambda *_, **_few: None)
            assert _run(cli, tmp_path, name, inputs) == plain


@pytest.mark.parametrize("few", [0, 20, 45, 60])
@pytest.mark.parametrize("ids", [None, "x{}", "{}"])
def test_lists_then_arrays(few, ids, cli, tmp_path, monkeypatch):
    """Rows after the first records of a run are arrays; the sum is that of all, in order of ids."""
    texts, records = Random(5), tmp_path / "many.jsonl"
    numbers = [*range(50)] if ids is None else texts.sample(range(1000), 50)
    with records.open("w", encoding="utf-8") as stream:
        for number in numbers:
            own = "" if ids is None else f'"instance_id": "{ids.format(number)}", '
            w, v = texts.choice(WORDS), texts.choice(WORDS)
            stream.write(f'{{{own}"prediction": "{w}", "references": ["{v}"]}}\n')
    monkeypatch.setattr(jsonl, "BATCH_SIZE", 16)
    monkeypatch.setattr(serial, "FEW", few)
    taken = _spied(monkeypatch)
    plain = _run(cli, tmp_path, "rouge", [records])
    assert sum(taken) == (4 if few > 50 else few // 16)
    monkeypatch.setattr(serial, "plainly", lambda *_, **_few: None)
    assert _run(cli, tmp_path, "rouge", [records]) == plain


WORDS = ("", "a", "the cat sat", "the cat sat down", "a dog ran", "The cat, sat down.", "é ü")


def _spied(monkeypatch):
    """Return a list to which each call of `plainly` adds whether it gave plain numbers."""
    taken, plainly = [], serial.plainly

    def spied(*words, few):
        done = plainly(*words, few=few)
        taken.append(done is not None)
        return done

    monkeypatch.setattr(serial, "plainly", spied)
    return taken


def _run(cli, folder, name, inputs):
    words = ["evaluate", name, *inputs, "--force", "--details", "-o", "out.json"]
    done = cli(*words)
    return done, (folder / "out.json").read_bytes()


def test_large_sums_are_left_to_arrays(monkeypatch):
    """Sums that doubles do not hold exactly are no plain sums."""
    metric = next(metric for metric in PLAIN if metric.name == "bleu")
    assert serial.plainly(metric, SPECIMEN, few=True).sums is not None
    monkeypatch.setattr(type(metric), "native_sums", lambda *_: Sums([2.0**53]))
    assert serial.plainly(metric, SPECIMEN, few=True) is None
