"""Metrics on a model state its files, and refuse others."""

import re

import pytest

from sacreval.core.contract.declarations import computed_by, runs_model, why_definition
from sacreval.core.contract.metric_records import settle
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.execution.distribution import in_main_process
from sacreval.models.weights import home
from sacreval.scoring.entries.engine import choose
from support import tiny_comet, tiny_models, tiny_seq2seq


def made(**options):
    """Create a metric on a tiny model."""
    return metrics.get("bertscore")(**({"layer": 2} | options))


def test_a_model_must_be_named():
    """Without a model the message says how to name one."""
    tiny_models.needed()
    with pytest.raises(
        NotSetUpError, match="bertscore needs a model; run: sacreval setup-metric bertscore"
    ):
        made()


KINDS = [  # metric, a model of another kind, and what the sentence says
    ("unieval", lambda: tiny_seq2seq.build("bart"), "unieval runs a model of type t5, not bart"),
    ("minicheck-t5", lambda: tiny_seq2seq.build("mt5"), "of type t5, not mt5"),
    ("metricx", lambda: tiny_seq2seq.build("t5"), "of type mt5, not t5"),
    ("alignscore", lambda: tiny_seq2seq.build("gpt2"), "of type roberta or bert, not gpt2"),
    ("bartscore", lambda: tiny_models.build("bert"), "…ForConditionalGeneration or …MTModel, and"),
    ("prism", lambda: tiny_models.build("bert"), "and this is a BertModel"),
    ("model-perplexity", lambda: tiny_seq2seq.build("t5"), "…ForCausalLM or …LMHeadModel"),
    ("blanc-help", lambda: tiny_models.build("bert"), "…ForMaskedLM or …ForPreTraining"),
    ("summac-zs", lambda: tiny_models.build("bert"), "…ForSequenceClassification"),
    ("summac-conv", lambda: tiny_models.build("bert"), "…ForSequenceClassification"),
    ("minicheck", lambda: tiny_models.build("bert"), "…ForSequenceClassification"),
    ("nli-faithfulness", lambda: tiny_models.build("bert"), "…ForSequenceClassification"),
    ("toxicity", lambda: tiny_models.build("bert"), "…ForSequenceClassification"),
    ("regard", lambda: tiny_models.build("bert"), "…ForSequenceClassification"),
    ("bleurt", lambda: tiny_models.build("bert"), "of type bleurt, or a classifier of one class"),
    (
        "comet",
        lambda: tiny_models.build("bert"),
        "no hparams.yaml, so that it is no model of COMET",
    ),
    ("comet-kiwi", lambda: tiny_comet.build("xcomet"), "score with xcomet"),
    ("xcomet", lambda: tiny_comet.build("kiwi"), "score with comet-kiwi"),
]
ANY_ENCODER = {"bertscore", "moverscore", "sentence-similarity"}


@pytest.mark.parametrize(("name", "build", "sentence"), KINDS, ids=[x for x, *_ in KINDS])
def test_a_model_of_another_kind(name, build, sentence):
    """It is refused by its configuration, also before it has weights."""
    tiny_models.needed()
    folder = build()
    assert sentence in metrics.get(name).misfit(folder)
    with pytest.raises(UsageError, match=re.escape(sentence)):
        metrics.get(name)(model=str(folder), **({"language": "en"} if name == "prism" else {}))


def test_every_metric_checks_its_model():
    """All metrics that run a model refuse others, but for those that take any encoder."""
    running = {name for name in metrics if hasattr(metrics.get(name), "misfit")}
    assert running - {name for name, *_ in KINDS} == ANY_ENCODER


@pytest.mark.usefixtures("alone")
def test_a_model_that_was_set_up_is_named():
    """Without --model the message names the models that were set up for the metric."""
    tiny_models.needed()
    for name, users in (("org/tiny", ("bertscore",)), ("org/other", ("comet",))):
        record = home.SetUp(name=name, commit="1" * 40, licence="l", metrics=users, files={})
        record.folder.mkdir(parents=True)
        home.write(record, record.folder)
    with pytest.raises(NotSetUpError, match="needs a model; give --model tiny, or the folder"):
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


def test_precision_is_told():
    """Numbers of 16 bits have a notice before the short signature; those of 32 have none."""
    tiny_models.needed()
    model = str(tiny_models.build("bert"))
    notice, signature = made(model=model, dtype="bfloat16").watch().notices()
    assert notice.startswith("bertscore computes in bfloat16: scores differ from those of float32")
    assert made(model=model).watch().notices() == [signature]


def test_the_official_engine_is_the_definition():
    """On the official engine sacreval's own definition computes, also inside a wrapper."""
    tiny_models.needed()
    metric = made(model=str(tiny_models.build("bert")))
    for official in (choose(metric, "official"), choose(Wrapped(metric=metric), "official")):
        assert (official.engine, computed_by(official)) == ("official", "definition")
        assert why_definition(official) == "sacreval runs no original library for this metric"


def test_a_scorer_of_samples():
    """A metric of samples whose scorer runs a model does so in the main process, and states it."""
    tiny_models.needed()
    folder = str(tiny_models.build("bert"))
    metric = metrics.get("pass-at-k")(
        scorer=f"bertscore|model:{folder}|layer:2|idf:inputs", threshold=0.5
    )
    assert in_main_process(metric)
    assert not runs_model(metrics.get("pass-at-k"))
    assert made(model=folder).model_sha256 in metric.signature()
    assert metric.origin.libraries == ("torch", "transformers", "tokenizers")
    records = [
        Instance(instance_id=str(i), samples=["the cat sat", ""], references=[text])
        for i, text in enumerate(["the cat sat", "the dog"])
    ]
    settled = settle(metric, [Batch(records)])
    assert settled.rows(Batch(records))[0].tolist() == [0.5, 2, 1, 1]
    assert from_signature(settled.signature()) == settled
