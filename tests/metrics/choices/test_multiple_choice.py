"""Multiple choice: ranks and probabilities by norm."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from support.tasks import scores_of

CHOICES = [
    {"text": "yes", "logprob": -2.0, "tokens": 2, "unconditioned": -3.0},
    {"text": "absolutely", "logprob": -4.0, "tokens": 4, "unconditioned": -3.0},
]


def test_probabilities_follow_the_norm():
    """After every norm there are the probability of the gold choice and its share."""
    options = {"norm": ["none", "char", "token", "pmi"]}
    found = scores_of("multiple-choice", [{"choices": CHOICES, "gold": 1}], options)
    for end, logs in {
        "": [-2.0, -4.0],
        "_char": [-2 / 3, -0.4],
        "_token": [-1.0, -1.0],
        "_pmi": [1.0, -1.0],
    }.items():
        share = np.exp(logs[1]) / np.exp(logs).sum()
        assert found[f"normalized_probability{end}"] == pytest.approx(share)
        if end != "_pmi":
            assert found[f"probability{end}"] == pytest.approx(np.exp(logs[1]))
    assert "probability_pmi" not in found


def test_shares_of_tiny_probabilities():
    """A gold choice far behind the others has a share of 0, and nothing overflows."""
    choices = [{"text": "a", "logprob": -1000.0}, {"text": "b", "logprob": -1.0}]
    found = scores_of("multiple-choice", [{"choices": choices, "gold": 0}], {"norm": ["none"]})
    assert found["normalized_probability"] == 0.0


def test_ranks_follow_the_norm():
    """-4 is below -2, but over 10 and 3 characters above it; over their tokens both are -1."""
    options = {"norm": ["none", "char", "token"], "k": [2]}
    found = scores_of("multiple-choice", [{"choices": CHOICES, "gold": "absolutely"}], options)
    for end, accuracy, reciprocal in (("", 0, 1 / 2), ("_char", 1, 1), ("_token", 0.5, 0.75)):
        assert found[f"accuracy{end}"] == accuracy
        assert found[f"recall_at_2{end}"] == 1
        assert found[f"mrr{end}"] == reciprocal


@pytest.mark.parametrize(
    ("norm", "field"), [("token", "`tokens`"), ("pmi", "`unconditioned`"), ("char", "`text`")]
)
def test_fields_that_a_norm_needs(norm, field):
    """A choice without the field of a norm is a fault that names the field and the way out."""
    instance = Instance(choices=[{"logprob": -1.0}], gold=0)
    fault = metrics.get("multiple-choice")(norm=(norm,)).fault(instance)
    assert field in fault
    assert fault.endswith("--norm none")
