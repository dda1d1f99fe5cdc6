"""MetricX states the number of the published inputs, and several references the lowest."""

import numpy as np
import pytest

from sacreval.core.metric import leave_out, metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support import first_steps, tiny_models, tiny_seq2seq

RECORDS = [
    Instance(prediction="the cat", references=["a cat", "the cat sat"], sources=["cat", "mat"]),
    Instance(prediction="", references=["boys", "", "four"], sources=["four boys"]),
]
INPUTS = {
    ("24", False): "source: {s} candidate: {c} reference: {r}",
    ("24", True): "source: {s} candidate: {c}",
    ("23", False): "candidate: {c} reference: {r}",
    ("23", True): "candidate: {c} source: {s}",
}
NEEDS = {
    ("24", False): ("references", "sources"),
    ("24", True): ("sources",),
    ("23", False): ("references",),
    ("23", True): ("sources",),
}


def made(kind="mt5", **options):
    """Create MetricX on the tiny mT5."""
    tiny_models.needed()
    return metrics.get("metricx")(model=str(tiny_seq2seq.build(kind)), **options)


def number(text):
    """Return the logit of <extra_id_10> without the end token, in 0 to 25, by transformers."""
    return float(np.clip(first_steps.logits("mt5", text, end=False)[250_089], 0, 25))


@pytest.mark.parametrize("how", INPUTS)
def test_published_inputs(how):
    """Numbers of each version are those of its input, by plain transformers, to 1e-5."""
    version, qe = how
    metric = made(version=version, qe=qe)
    assert metric.needs == NEEDS[how]
    for one, row in zip(RECORDS, metric.rows(Batch(RECORDS)), strict=True):
        found = [
            number(INPUTS[how].format(s=" ".join(one.sources), c=one.prediction, r=reference))
            for reference in one.references
        ]
        assert 0 < min(found) < 25
        assert row == pytest.approx((min(found), 1), abs=1e-5)


def test_the_clamp(monkeypatch):
    """Logits below 0 are 0, and above 25 are 25."""
    metric = made(qe=True)
    monkeypatch.setattr(
        type(metric), "logits", lambda _, inputs, **__: np.array([[-3.0], [40.0]])[: len(inputs)]
    )
    assert metric.rows(Batch(RECORDS))[:, 0].tolist() == [0, 25]


def test_several_references():
    """The lowest number counts, and leaving a reference out is scoring shortened records."""
    metric = made()
    shortened = Batch([short for one in RECORDS for short in leave_out(metric, one)])
    left = metric.leave_one_out_rows(Batch(RECORDS))
    assert len({row[0] for row in left.tolist()}) > 2
    assert left.tobytes() == metric.rows(shortened).tobytes()
    assert metric.is_higher_better("metricx") is False


def test_definition_and_signature():
    """The definition is the row; the signature states the most tokens of the version."""
    metric = made()
    prepared = metric.prepare(RECORDS[0].references, RECORDS[0].sources)
    assert metric.row("the cat", prepared) == tuple(metric.rows(Batch(RECORDS))[0])
    assert from_signature(metric.signature()) == metric
    assert "max_tokens:1536" in metric.signature()
    assert made(version="23").max_tokens == 1024


def test_a_model_that_is_no_mt5():
    """A model of another architecture is refused."""
    with pytest.raises(UsageError, match="metricx runs a model of type mt5, not t5"):
        made("t5")


def test_the_head_has_its_own_weights():
    """The head of an mT5 is not that of its embeddings, and its logits are not scaled."""
    tiny_models.needed()
    import torch
    from safetensors.torch import load_file

    metric = made(qe=True)
    (text,) = metric.inputs(RECORDS[0])
    folder = tiny_seq2seq.build("mt5")
    head = load_file(folder / "model.safetensors")["lm_head.weight"][250_089]
    words, model = first_steps._model("mt5")
    ids = torch.tensor([words(text)["input_ids"][:-1]])
    with torch.inference_mode():
        states = model(
            input_ids=ids, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long),
            output_hidden_states=True,
        ).decoder_hidden_states[-1]  # fmt: skip
    assert metric.rows(Batch(RECORDS))[0, 0] == pytest.approx(float(states[0, 0] @ head), abs=1e-5)
