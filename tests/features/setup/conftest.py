"""A hub on this machine, and the set-up of its model."""

import pytest

from sacreval.features.setup.recipes.download import Patience
from sacreval.features.setup.recipes.fetch import Fetcher
from support import model_hub
from support.model_hub import PINNED

QUICK = Patience(attempts=3, pause=0.01, connect=2, read=2)


@pytest.fixture
def hub(monkeypatch):
    """Run a hub for one test, and name it in HF_ENDPOINT."""
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setattr(Fetcher, "__init__", _patient(Fetcher.__init__))
    with model_hub.serving() as served:
        monkeypatch.setenv("HF_ENDPOINT", served.address)
        yield served


def _patient(original):
    def quick(self, **options):
        original(self, **({"patience": QUICK} | options))

    return quick


@pytest.fixture
def setup(sacreval):
    """Set up the model of the hub for bertscore."""
    return lambda *words, model=PINNED: sacreval(
        "setup-metric", "bertscore", "--model", model, *words
    )


@pytest.fixture
def refused(setup, tmp_path):
    """Set the model up in vain: exit code 2, one sentence, and nothing is left."""

    def call(*words, model=PINNED):
        code, out, err = setup(*words, model=model)
        assert (code, out) == (2, "")
        assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []
        (sentence,) = [line for line in err.splitlines() if "error" in line]
        assert len(sentence) < 500
        return sentence

    return call
