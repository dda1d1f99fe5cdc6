"""SummaC-Conv has the scores of summac 0.0.4 with the same layers."""

import hashlib

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.resources import data_folder
from sacreval.metrics.neural.summac_conv import PERCENTILE, edges_of
from support import tiny_models
from support.summac_records import PAIRS, layers
from support.tiny_classifiers import NLI, build

BATCH = Batch([Instance(prediction=output, sources=[source]) for source, output in PAIRS])


@pytest.fixture
def files(tmp_path):
    """The made-up layers as safetensors, and as a pickle."""
    tiny_models.needed()
    import torch
    from safetensors.torch import save_file

    found = {}
    for bins in ("percentile", "even50"):
        own = layers(len(edges_of(bins)) - 1)
        tensors = {name: torch.tensor(value) for name, value in own.items()}
        save_file(tensors, tmp_path / f"{bins}.safetensors")
        torch.save(tensors, tmp_path / f"{bins}.bin")
        found[bins] = tmp_path / f"{bins}.safetensors"
    return found


def made(path, **options):
    """Create the metric on a tiny classifier."""
    return metrics.get("summac-conv")(
        model=str(build("bert", NLI)), layers=str(path), splitting="rule", **options
    )


def test_official_numbers(files):
    """Scores equal SummaCConv(bins="percentile") of summac 0.0.4 with transformers 4.57.6."""
    one = [0.1103177, 0.1103177, 0.3923368, 0.1103177]
    other = [0.0515391, 0.0515391, 0.3923368, 0.0515391]
    found = made(files["percentile"]).rows(BATCH)[:, 0]
    np.testing.assert_allclose(found, one + other, atol=1e-6)


def test_the_formula(files):
    """By hand: weights of bins, their mean over sentences, and the second layer."""
    metric = made(files["even50"], bins="even50")
    probabilities = [
        [[0.2, 0.19, 0.61], [0.1, 0.79, 0.11]],
        [[0.07, 0.06, 0.87], [0.3, 0.39, 0.31]],
    ]
    logits = np.log(probabilities)
    weights = np.array(layers(50)["mlp.weight"][0])
    first = weights[30] + weights[43] + 0.25
    second = weights[5] + weights[15] + 0.25
    mean = (first + second) / 2
    low, high = -1.0 * mean + 0.1, 1.75 * mean - 0.2
    expected = np.exp(high) / (np.exp(low) + np.exp(high))
    assert metric.combine(logits)[0] == pytest.approx(expected, abs=1e-7)


def test_edges():
    """Bins are those of the original: 23 percentiles, or 50 of equal width."""
    assert len(PERCENTILE) == 24
    assert edges_of("even50") == (*np.arange(0, 1, 1 / 50), 1.0)


def test_ten_sentences(files):
    """Ten sentences of an output are scored, with a notice; an option scores all."""
    metric, whole = made(files["percentile"]), made(files["percentile"], most_sentences=0)
    assert metric.grid(PAIRS[3][1], [PAIRS[3][0]]).shape == (3, 10)
    assert whole.grid(PAIRS[3][1], [PAIRS[3][0]]).shape == (3, 12)
    watch = metric.watch()
    watch.add(BATCH)
    assert any("scores the first 10 parts of 2 of 8 outputs" in one for one in watch.notices())
    watch = whole.watch()
    watch.add(BATCH)
    assert not any("scores the first" in one for one in watch.notices())


def test_a_pickle_is_read_if_it_is_allowed(files):
    """The original's pickle needs --pickles, and has the same numbers."""
    pickle = files["percentile"].with_suffix(".bin")
    with pytest.raises(UsageError, match="the weights are a pickle"):
        made(pickle)
    allowed = made(pickle, pickles=True)
    assert allowed.rows(BATCH).tobytes() == made(files["percentile"]).rows(BATCH).tobytes()


@pytest.mark.usefixtures("alone")
def test_the_published_layers(files, monkeypatch):
    """They are found where they were set up, and read without --pickles by their SHA-256."""
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric summac-conv-layers"):
        made("")
    path = data_folder() / "summac-conv" / "summac_conv_vitc_sent_perc_e.bin"
    path.parent.mkdir(parents=True)
    pickle = files["percentile"].with_suffix(".bin")
    path.write_bytes(pickle.read_bytes())
    with pytest.raises(UsageError, match="the weights are a pickle"):
        made("")
    digest = hashlib.sha256(pickle.read_bytes()).hexdigest()
    monkeypatch.setattr("sacreval.metrics.neural.summac_conv.PUBLISHED", digest)
    published = made("")
    assert published.rows(BATCH).tobytes() == made(files["percentile"]).rows(BATCH).tobytes()
    assert from_signature(published.signature()) == published
    assert path in published.rests_on()


def test_layers_that_do_not_fit(files, tmp_path):
    """Missing, foreign and damaged files, and those for other bins, are refused."""
    with pytest.raises(InputError, match="No such file or directory; name the file: --layers FILE"):
        made(tmp_path / "none")
    with pytest.raises(InputError, match=r"shape \(1, 23\), not \(1, 50\); name the layers"):
        made(files["percentile"], bins="even50")
    with pytest.raises(InputError, match=r"mlp.weight has the shape None, not \(1, 23\)"):
        made(build("bert", NLI) / "model.safetensors")
    with pytest.raises(UsageError, match="most_sentences is -1"):
        made(files["percentile"], most_sentences=-1)
    files["percentile"].write_bytes(b"no")
    with pytest.raises(InputError, match="the weights cannot be read"):
        made(files["percentile"])


def test_the_signature_names_the_layers(files):
    """A signature has the hash of the layers, and refuses others."""
    metric = made(files["percentile"])
    assert from_signature(metric.signature()) == metric
    assert files["percentile"] in metric.rests_on()
    with pytest.raises(UsageError, match="is not that of the signature"):
        made(files["percentile"], layers_sha256="0" * 64)
