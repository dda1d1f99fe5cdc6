"""Sentence similarity equals the cosine of sentence-transformers' own vectors."""

import numpy as np
import pytest

from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support import tiny_models, tiny_sentences
from support.tiny_sentences import build, write

MEAN = ("Pooling", {"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True})
TEXTS = ["The cat sat on the mat.", "a dog barked", "", "the cat " * 40, "Nothing in common"]
BATCH = Batch(
    [
        Instance(instance_id=str(i), prediction=text, references=TEXTS[i + 1 :] + TEXTS[:i])
        for i, text in enumerate(TEXTS)
    ]
)


def similarity(model, **options):
    """Create the metric on a model."""
    tiny_models.needed()
    return metrics.get("sentence-similarity")(model=str(model), **options)


def cosines(vectors):
    """Return the cosine of each output's vector and each of its references', (n, 4)."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    order = [[*range(i + 1, len(TEXTS)), *range(i)] for i in range(len(TEXTS))]
    return np.array([[unit[i] @ unit[j] for j in some] for i, some in enumerate(order)])


def dense(activation, inner=32, outer=8, *, bias=True):
    """Return a dense layer."""
    name = f"torch.nn.modules.{activation}"
    sizes = {"in_features": inner, "out_features": outer, "bias": bias}
    return ("Dense", {**sizes, "activation_function": name})


NEW = {"embedding_dimension": 32, "pooling_mode": ["cls", "max"], "include_prompt": True}
MODELS = {
    "mean": ([MEAN, ("Normalize", {})], {"max_seq_length": 20, "do_lower_case": True}),
    "cls+max": ([("Pooling", NEW), dense("activation.Tanh", 64)], {}),
    "last": ([("Pooling", {**NEW, "pooling_mode": "lasttoken"}), ("Normalize", {}),
              dense("linear.Identity", bias=False), ("LayerNorm", {"dimension": 8})], {}),
    "weighted": ([("Pooling", {**NEW, "pooling_mode": ["weightedmean", "mean_sqrt_len_tokens"]}),
                  dense("activation.GELU", 64), ("Dropout", {"dropout": 0.1}),
                  dense("activation.SiLU", 8), dense("activation.Sigmoid", 8),
                  dense("activation.ReLU", 8)], {}),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("prompt", ["", "asked", "left-out"])
def test_official_vectors(name, prompt, tmp_path):
    """Scores with any pooling, layers, prompts and limits are those of its vectors to 1e-6."""
    tiny_models.needed()
    modules, stated = MODELS[name]
    (_, pooling), *others = modules
    pooling = {**pooling, "include_prompt": prompt != "left-out"}
    folder = build(tmp_path, ("Pooling", pooling), *others, **stated)
    prompts = {"prompts": {"asked": "one two: ", "left-out": "one two: "}} if prompt else {}
    write(folder / "config_sentence_transformers.json", prompts)
    rows = similarity(folder, prompt=prompt).rows(BATCH)
    model = tiny_sentences.official(str(folder))
    expected = cosines(model.encode(TEXTS, prompt_name=prompt or None))
    np.testing.assert_allclose(rows[:, 0], expected.max(axis=1), atol=1e-6)


def test_the_real_model():
    """all-MiniLM-L6-v2: scores equal those of sentence-transformers' vectors to 1e-6."""
    folder = tiny_sentences.minilm()
    metric = similarity(folder)
    expected = cosines(tiny_sentences.official(folder).encode(TEXTS))
    np.testing.assert_allclose(metric.rows(BATCH)[:, 0], expected.max(axis=1), atol=1e-6)
    others = [np.delete(expected, j, axis=1).max(axis=1) for j in range(4)]
    rows = metric.leave_one_out_rows(BATCH)[:, 0].reshape(5, 4)
    np.testing.assert_allclose(rows, np.stack(others, axis=1), atol=1e-6)


def test_the_mean_over_references(tmp_path):
    """Several references count by the best one, or by their mean, also in the jackknife."""
    tiny_models.needed()
    folder = build(tmp_path, MEAN)
    pairs = Batch([Instance(prediction="a cat", references=[text]) for text in TEXTS[:3]])
    single = similarity(folder).rows(pairs)[:, 0]
    batch = Batch([Instance(prediction="a cat", references=TEXTS[:3])])
    for how in ("max", "mean"):
        fold = getattr(np, how)
        metric = similarity(folder, multi_reference=how)
        whole, rest = rows_with_leave_one_out(metric, batch)
        assert whole[0, 0] == pytest.approx(fold(single), abs=1e-12)
        left = [fold(np.delete(single, j)) for j in range(3)]
        np.testing.assert_allclose(rest[:, 0], left, atol=1e-12)
        assert metric.row("a cat", TEXTS[:3]) == pytest.approx(whole[0], abs=1e-12)


def test_a_plain_model(tmp_path):
    """Without modules the pooling must be named; then it pools the transformer's last states."""
    tiny_models.needed()
    plain = tiny_models.build("bert")
    with pytest.raises(UsageError, match=r"has no modules\.json.*--pooling mean"):
        similarity(plain)
    rows = similarity(build(tmp_path, MEAN)).rows(BATCH)
    assert similarity(plain, pooling="mean").rows(BATCH).tobytes() == rows.tobytes()
    with pytest.raises(UsageError, match="A prompt needs the model's own pooling"):
        similarity(plain, pooling="mean", prompt="x")


def test_a_default_prompt(tmp_path):
    """The default prompt of a model is used unless another one is named; unknown ones are told."""
    tiny_models.needed()
    folder = build(tmp_path, MEAN)
    stated = {"prompts": {"a": "one ", "b": "two "}, "default_prompt_name": "a"}
    write(folder / "config_sentence_transformers.json", stated)
    usual, other = similarity(folder).rows(BATCH), similarity(folder, prompt="b").rows(BATCH)
    assert (
        usual.tobytes() == similarity(folder, prompt="a").rows(BATCH).tobytes() != other.tobytes()
    )
    with pytest.raises(UsageError, match="has no prompt 'c'; its prompts are: a, b"):
        similarity(folder, prompt="c")


def test_the_signature_has_every_file(tmp_path):
    """A change of any module's file is another model, which the signature refuses."""
    tiny_models.needed()
    folder = build(tmp_path, MEAN, dense("activation.Tanh"))
    metric = similarity(folder)
    assert from_signature(metric.signature()) == metric
    assert folder / "2_Dense/model.safetensors" in metric.rests_on()
    write(folder / "1_Pooling/config.json", {"pooling_mode": "max"})
    with pytest.raises(UsageError, match="is not that of the signature: its SHA-256 is"):
        from_signature(metric.signature())


def test_cut_texts_are_told(tmp_path):
    """Texts beyond the length that the model states are counted."""
    tiny_models.needed()
    metric = similarity(build(tmp_path, MEAN, max_seq_length=20))
    (watch,) = metric.watches()
    watch.add(BATCH)
    (notice,) = watch.notices()
    assert "sentence-similarity cuts 1 of 5 texts after 20 tokens" in notice
