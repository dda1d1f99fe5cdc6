"""CometKiwi and UniTE equal the original's numbers on texts that are joined."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural import _comet
from sacreval.models.encoder import encoder
from sacreval.models.weights.store import Store
from support import tiny_comet, tiny_models
from support.official_comet_runs import ROUNDING, batch, official


def kiwi(kind="kiwi", **options):
    """Create the metric on a tiny model."""
    tiny_models.needed()
    return metrics.get("comet-kiwi")(model=str(tiny_comet.build(kind)), **options)


@pytest.mark.long
@pytest.mark.parametrize(("kind", "free"), [("kiwi", False), ("unite", False), ("unite", True)])
def test_the_original(kind, free):
    """Scores equal those of the original to 5e-6, of joined texts that are cut too."""
    expected = official(kind, reference_free=free)["scores"]
    rows = kiwi(kind, reference_free=free).rows(batch())
    np.testing.assert_allclose(rows[:, 0], expected, atol=ROUNDING)


def test_the_formula():
    """The score is the estimator of the first token's mixed states of <s> a </s></s> b </s>."""
    tiny_models.needed()
    import torch
    from safetensors.torch import load_file
    from transformers import AutoConfig, AutoModel

    metric = kiwi()
    folder = tiny_comet.build("kiwi")
    w = load_file(folder / "model.safetensors")
    model = AutoModel.from_config(AutoConfig.from_pretrained(folder / "encoder")).eval()
    part = {k.removeprefix("encoder.model."): v for k, v in w.items() if k.startswith("encoder.")}
    model.load_state_dict(part, strict=False)
    a, b = (list(tokens.ids) for tokens in metric._tokens(["the cat", "le chat"]))
    with torch.inference_mode():
        ids = torch.tensor([[*a, a[-1], *b[1:]]])
        states = model(ids, output_hidden_states=True).hidden_states
    names = [f"layerwise_attention.scalar_parameters.{i}" for i in range(len(states))]
    shares = torch.softmax(torch.cat([w[name] for name in names]), 0)
    mixed = sum(s * h[0, 0] for s, h in zip(shares, states, strict=True))
    x = mixed * w["layerwise_attention.gamma"]
    for i in (0, 3, 6):
        x = w[f"estimator.ff.{i}.weight"] @ x + w[f"estimator.ff.{i}.bias"]
        x = torch.tanh(x) if i < 6 else x
    rows = metric.rows(Batch([Instance(prediction="the cat", sources=["le chat"])]))
    assert rows[0, 0] == pytest.approx(float(x), abs=ROUNDING)


def test_what_it_needs():
    """Kiwi needs no references; a model that reads them needs them, unless they are left out."""
    assert kiwi().needs == ("sources",)
    assert kiwi("unite").needs == ("references", "sources")
    assert kiwi("unite", reference_free=True).needs == ("sources",)


def test_without_a_source(tmp_path):
    """A model of output and reference needs no source, and cannot leave out the reference."""
    tiny_models.needed()
    folder = tiny_comet.copied("unite", tmp_path)
    path = folder / "hparams.yaml"
    path.write_text(path.read_text().replace('"src", ', ""))
    metric = metrics.get("comet-kiwi")(model=str(folder))
    assert metric.needs == ("references",)
    rows = metric.rows(Batch([Instance(prediction="a", references=["b"])]))
    assert np.isfinite(rows).all()
    with pytest.raises(UsageError, match="reads output and reference alone; leave out --reference"):
        metrics.get("comet-kiwi")(model=str(folder), reference_free=True)


@pytest.mark.parametrize("size", [1, 2])
def test_any_batch_size(size, monkeypatch):
    """Rows of parts of any size have equal bytes."""
    metric, whole = kiwi("unite"), []
    for width in (8, size):
        encoder.cache_clear()
        monkeypatch.setattr(_comet, "SCORES", Store())
        parts = [metric.rows(Batch(batch()[i : i + width])) for i in range(0, 8, width)]
        whole.append(np.concatenate(parts).tobytes())
    assert whole[0] == whole[1]
