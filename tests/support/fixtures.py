"""Fixtures of several folders: `cli` runs a command line in an empty folder of its own."""

import pytest

from sacreval.cli.app import run
from sacreval.core.metric import MeanMetric, metrics
from sacreval.errors import RecordError
from support.program import Outcome


@pytest.fixture
def picky(monkeypatch):
    """Register a metric that cannot score the prediction `?`."""

    class Picky(MeanMetric):
        """Picky: 1 for whatever it can score."""

        outputs = ("picky",)

        def scores(self, prediction, prepared):
            del prepared
            if prediction == "?":
                raise RecordError("it asks; answer it")
            return (1.0,)

    monkeypatch.setitem(metrics._classes, "picky", Picky)
    Picky.name = "picky"


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Give a function that runs the words after `sacreval` in `tmp_path`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def call(*words):
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return call
