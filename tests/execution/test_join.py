"""Results of slices joined."""

import sys

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution.local import Local
from sacreval.metrics._wrappers import Extracted
from support.backends import check

MODULE = '''
import os
from dataclasses import dataclass

from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Length(MeanMetric):
    """Characters, and a fault or two."""

    outputs = ("length",)

    def scores(self, prediction, prepared):
        if prediction == "die":
            os._exit(3)
        if prediction == "break":
            raise KeyError("no such thing")
        return (len(prediction),)


def parent(prediction, references):
    """The parent of the process."""
    return os.getppid()
'''


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "a_module.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])


def batches(texts, *, size=5):
    """Make batches of texts beside one to three references; every seventh is a human's."""
    records = [
        Instance(
            prediction=text,
            references=[f"{text} {i}", f"text number {i}", "another one"][: 1 + i % 3],
            system_type="reference" if i % 7 == 0 else "peer",
        )
        for i, text in enumerate(texts)
    ]
    return [
        Batch(records[i : i + size], "file", range(i + 1, i + size + 1))
        for i in range(0, len(records), size)
    ]


def texts(n):
    """Make texts."""
    return [f"this is text {i} of some, {'quite ' * (i % 4)}short" for i in range(n)]


def on(engine, name, **options):
    """Make a metric on an engine."""
    return metrics.get(name)(**options).with_engine(engine)


def test_all_failed():
    """A slice in which nothing could be scored joins the others."""
    numbers = Extracted(metric=on("official", "bleu"), extract="last-number")
    data = batches([*["no number"] * 130, "1", "2", *["none"] * 200], size=400)
    check(Local(2), data, numbers, leave_one_out=True)
