"""Classes of outputs: regard, toxicity, and texts in a language that a model judges badly."""

import numpy as np
import pytest

from sacreval.core.contract.declarations import direction
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support.tiny_classifiers import (
    REGARD,
    TOXICITY,
    build,
    official_logits,
    official_probabilities,
)


def test_scores_are_those_of_transformers():
    """Each class is an output, with transformers' probability and without a direction."""
    folder = build("roberta", REGARD)
    metric = metrics.get("regard")(model=str(folder))
    rows = metric.rows(Batch([Instance(prediction="the dog sat"), Instance(prediction="")]))
    expected = official_probabilities(folder, [("the dog sat",), ("",)])
    np.testing.assert_allclose(rows[:, :4], expected, atol=1e-6)
    np.testing.assert_allclose(rows[:, :4].sum(axis=1), 1)
    assert metric.outputs == tuple(f"regard_{label}" for label in REGARD)
    assert {direction(metric, name) for name in metric.outputs} == {None}


TEXTS = ["the cat sat", "", "Dogs bark! " * 3]

BATCH = Batch([Instance(prediction=text) for text in TEXTS])

SEVERAL = "multi_label_classification"


def toxicity(labels=TOXICITY, problem=None, kind="bert", **options):
    """Create the metric on a tiny classifier."""
    return metrics.get("toxicity")(model=str(build(kind, labels, problem)), **options)


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_classes_that_exclude_each_other(kind):
    """By default probabilities are the softmax of transformers' logits, one output a class."""
    metric = toxicity(kind=kind)
    expected = official_probabilities(build(kind, TOXICITY), [(text,) for text in TEXTS])
    np.testing.assert_allclose(metric.rows(BATCH)[:, :3], expected, atol=1e-6)
    assert metric.outputs == ("toxicity_toxicity", "toxicity_severe_toxicity", "toxicity_insult")
    assert metric.activation == "softmax"


def test_classes_on_their_own():
    """A model of several labels, one of a single class, and an option apply the sigmoid."""
    folder = build("bert", TOXICITY, SEVERAL)
    logits = official_logits(folder, [(text,) for text in TEXTS])
    expected = 1 / (1 + np.exp(-logits))
    np.testing.assert_allclose(toxicity(problem=SEVERAL).rows(BATCH)[:, :3], expected, atol=1e-6)
    np.testing.assert_allclose(
        toxicity(activation="sigmoid").rows(BATCH)[:, :3], expected, atol=1e-6
    )
    assert toxicity(labels=("toxic",)).activation == "sigmoid"
    assert toxicity(problem=SEVERAL, activation="softmax").activation == "softmax"


def test_directions():
    """Lower is better, except for classes of harmless texts."""
    metric = toxicity(labels=("neutral", "toxic", "Non-Toxic", "nothate", "hate"))
    directions = {name: direction(metric, name) for name in metric.outputs}
    assert directions == {
        "toxicity_neutral": None, "toxicity_toxic": False, "toxicity_non_toxic": None,
        "toxicity_nothate": None, "toxicity_hate": False,
    }  # fmt: skip


def test_labels():
    """Labels are an option, stand in the signature, and must differ as names of outputs."""
    metric = toxicity(labels=("LABEL_0", "LABEL_1"))
    named = metrics.get("toxicity")(model=metric.model, labels=("harmless", "toxic"))
    assert named.outputs == ("toxicity_harmless", "toxicity_toxic")
    assert "labels:harmless,toxic" in named.signature() or "harmless" in named.signature()
    assert from_signature(named.signature()) == named
    with pytest.raises(UsageError, match="differ only in case or punctuation"):
        metrics.get("toxicity")(model=metric.model, labels=("toxic", "Toxic!"))


def test_a_long_output_is_told():
    """An output longer than the model reads loses its end, with a notice."""
    watch = toxicity().watch()
    watch.add(Batch([Instance(prediction="dog " * 100)]))
    (notice,) = watch.notices()
    assert "toxicity cuts 1 of 1 inputs of the model after 64 tokens" in notice


@pytest.mark.parametrize(
    ("label", "better"),
    [("toxic", False), ("severe_toxicity", False), ("identity_hate", False), ("insult", False),
     ("sexual_explicit", False), ("offensive", False), ("non_toxic", None), ("nothate", None),
     ("not_offensive", None), ("neutral", None), ("label_0", None), ("label_1", None),
     ("acceptable", None), ("clean_text", None)],
)  # fmt: skip
def test_direction(label, better):
    """Lower is better where the name of a class says that it is harmful, and nowhere else."""
    assert direction(toxicity(labels=(label, "other")), f"toxicity_{label}") is better
