"""MAUVE with a model: its features are the last states of causal models, as in its package."""

from importlib.util import find_spec

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.execution.main_process import runs_model
from support import missing, tiny_models, tiny_seq2seq

WORDS = "the a cat dog sat ran on mat red big it was".split()


@pytest.fixture
def folder(tmp_path):
    """Copy the tiny GPT-2 to a path that the package takes for one of its models."""
    tiny_models.needed()
    if find_spec("mauve") is None:
        missing.say("MAUVE's features beside those of its package: mauve-text is not installed")
        pytest.skip("no mauve-text")
    (tmp_path / "gpt2").mkdir()
    return tiny_seq2seq.copied("gpt2", tmp_path / "gpt2")


def records():
    """Return texts of different lengths."""
    random = np.random.default_rng(3)
    texts = [" ".join(random.choice(WORDS, random.integers(1, 8))) for _ in range(120)]
    return [
        Instance(instance_id=str(i), prediction=a, references=[b])
        for i, (a, b) in enumerate(zip(texts[:60], texts[60:], strict=True))
    ]


@pytest.mark.long
def test_the_package(folder):
    """Scores equal those of mauve-text with the same model, to 1e-6."""
    from mauve import compute_mauve

    batch = Batch(records())
    metric = metrics.get("mauve")(model=str(folder), buckets=5)
    found = compute_mauve(
        p_text=[one.references[0] for one in batch], q_text=[one.prediction for one in batch],
        num_buckets=5, featurize_model_name=str(folder), device_id=-1, seed=25, verbose=False,
        batch_size=4,
    )  # fmt: skip
    own = metric.measure(batch)
    assert own == pytest.approx({name: getattr(found, name) for name in own}, abs=1e-6)


def test_what_is_stated(folder):
    """The signature has the SHA-256 of the model, which the main process runs."""
    metric = metrics.get("mauve")(model=str(folder))
    assert runs_model(metric)
    assert not metrics.get("mauve").runs_model
    assert from_signature(metric.signature()) == metric
    assert metric.model_sha256 in metric.signature()
    assert "torch" in metric.libraries
    watch = metric.watch()
    watch.add(Batch([Instance(prediction="x" * 500, references=["a"])]))
    assert "mauve cuts 1 of 2 texts" in watch.notices()[0]
    with pytest.raises(UsageError, match="leave one out"):
        metrics.get("mauve")(model=str(folder), features="a.npy")
    with pytest.raises(UsageError, match="is not that of the signature"):
        metrics.get("mauve")(model=str(folder), model_sha256="0" * 64)


def test_a_command(cli, folder, tmp_path):
    """`evaluate mauve --model` reads texts."""
    lines = [
        f'{{"prediction": "{one.prediction}", "references": ["{one.references[0]}"]}}\n'
        for one in records()
    ]
    (tmp_path / "a.jsonl").write_text("".join(lines))
    done = cli("evaluate", "mauve", "a.jsonl", "--model", str(folder), "--buckets", "5")
    assert done.code == 0, done.err
    assert "mauve_star" in done.out
