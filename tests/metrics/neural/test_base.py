"""Metrics on a model state its files, and refuse others."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import NotSetUpError, UsageError
from support import tiny_models


def made(**options):
    """Create a metric on a tiny model."""
    return metrics.get("bertscore")(**({"layer": 2} | options))


def test_a_model_must_be_named():
    """Without a model the message says how to name one."""
    tiny_models.needed()
    with pytest.raises(NotSetUpError, match="bertscore needs a model; for --language en"):
        made()


def test_another_model_is_refused():
    """A signature is of one model: another one under its SHA-256 is refused."""
    tiny_models.needed()
    bert, roberta = (str(tiny_models.build(kind)) for kind in ("bert", "roberta"))
    stated = made(model=bert).model_sha256
    with pytest.raises(UsageError, match="is not that of the signature"):
        made(model=roberta, model_sha256=stated)


def test_rests_on_the_files_of_the_model():
    """Rows are computed again where a file of the model changes."""
    tiny_models.needed()
    folder = tiny_models.build("bert")
    assert folder / "model.safetensors" in made(model=str(folder)).rests_on()
