"""Multiple choice, TruthfulQA, greedy match and perplexity: ranks, ties and faults of records."""

from math import log

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.choices._base import places, standing
from sacreval.readers._base import convert
from support.tasks import scores_of

CHOICES = [
    {"text": "a", "logprob": -1.0, "greedy": True},
    {"text": "b", "logprob": -2.0, "greedy": False},
]
TWO_CHOICES = [
    {"text": "yes", "logprob": -2.0, "tokens": 2, "unconditioned": -3.0},
    {"text": "absolutely", "logprob": -4.0, "tokens": 4, "unconditioned": -3.0},
]
HALF = log(0.5)
RECORDS = [
    {"sequence": {"logprob": 3 * HALF, "tokens": 3, "words": 2, "bytes": 10}},
    {"sequence": {"logprob": 5 * HALF, "tokens": 1, "words": 2, "bytes": 6}},
]


@pytest.mark.parametrize(
    ("gold", "within", "reciprocal"),
    [({0}, (0.5, 1.0, 1.0), 0.75), ({2}, (0.0, 0.0, 1.0), 1 / 3), ({0, 1}, (1.0, 1.0, 1.0), 1.0)],
)
def test_ties_are_expected_values(gold, within, reciprocal):
    """One gold of two best is first half the time: 0.5, and (1 + 1/2) / 2 = 0.75."""
    stands = standing([-1.0, -1.0, -2.0], gold)
    assert tuple(stands.within(k) for k in (1, 2, 3)) == within
    assert stands.reciprocal() == pytest.approx(reciprocal)


def test_places_and_texts():
    """Gold choices are named by place, from 0, or by text."""
    assert places(CHOICES, ["b", 0]) == {0, 1}


@pytest.mark.parametrize(
    ("choices", "gold", "named"),
    [
        (CHOICES, 2, "2"),
        (CHOICES, "c", "'c'"),
        (CHOICES, [], "gold"),
        ([{"text": "a", "logprob": 0.5}], 0, "0.5"),
    ],
)
def test_faults_of_choices(choices, gold, named):
    """Gold that is no choice, no gold at all, and a log-probability above 0 are reported."""
    instance = Instance(choices=choices, gold=gold)
    assert named in metrics.get("greedy-match")().fault(instance)
    assert metrics.get("greedy-match")().fault(Instance(choices=CHOICES, gold=["a", 1])) is None


def test_probabilities_follow_the_norm():
    """After every norm there are the probability of the gold choice and its share."""
    options = {"norm": ["none", "char", "token", "pmi"]}
    scores = scores_of("multiple-choice", [{"choices": TWO_CHOICES, "gold": 1}], options)
    for end, logs in {
        "": [-2.0, -4.0],
        "_char": [-2 / 3, -0.4],
        "_token": [-1.0, -1.0],
        "_pmi": [1.0, -1.0],
    }.items():
        share = np.exp(logs[1]) / np.exp(logs).sum()
        assert scores[f"normalized_probability{end}"] == pytest.approx(share)
        if end != "_pmi":
            assert scores[f"probability{end}"] == pytest.approx(np.exp(logs[1]))
    assert "probability_pmi" not in scores


def test_shares_of_tiny_probabilities():
    """A gold choice far behind the others has a share of 0, and nothing overflows."""
    choices = [{"text": "a", "logprob": -1000.0}, {"text": "b", "logprob": -1.0}]
    scores = scores_of("multiple-choice", [{"choices": choices, "gold": 0}], {"norm": ["none"]})
    assert scores["normalized_probability"] == 0.0


def test_ranks_follow_the_norm():
    """-4 is below -2, but over 10 and 3 characters above it; over their tokens both are -1."""
    options = {"norm": ["none", "char", "token"], "k": [2]}
    scores = scores_of("multiple-choice", [{"choices": TWO_CHOICES, "gold": "absolutely"}], options)
    for end, accuracy, reciprocal in (("", 0, 1 / 2), ("_char", 1, 1), ("_token", 0.5, 0.75)):
        assert scores[f"accuracy{end}"] == accuracy
        assert scores[f"recall_at_2{end}"] == 1
        assert scores[f"mrr{end}"] == reciprocal


@pytest.mark.parametrize(
    ("norm", "field"), [("token", "`tokens`"), ("pmi", "`unconditioned`"), ("char", "`text`")]
)
def test_fields_that_a_norm_needs(norm, field):
    """A choice without the field of a norm is a fault that names the field and the way out."""
    instance = Instance(choices=[{"logprob": -1.0}], gold=0)
    fault = metrics.get("multiple-choice")(norm=(norm,)).fault(instance)
    assert field in fault
    assert fault.endswith("--norm none")


def choices(*probabilities):
    return [{"text": str(i), "logprob": log(p)} for i, p in enumerate(probabilities)]


def test_truthfulqa_by_hand():
    """The likeliest is true, and the true ones have 0.5 + 0.2 of all probability."""
    record = {"choices": choices(0.5, 0.3, 0.2), "gold": [0, 2]}
    assert scores_of("truthfulqa", [record]) == {"mc1": 1.0, "mc2": pytest.approx(0.7)}


def test_two_choice_sets_in_one_record():
    """MC1 uses the first two choices, MC2 the others: 0.6 / (0.2 + 0.6)."""
    record = {"choices": choices(0.1, 0.5, 0.2, 0.6), "gold": [0, 3]}
    scores = scores_of("truthfulqa", [record], {"first": 2})
    assert scores == {"mc1": 0.0, "mc2": pytest.approx(0.75)}


@pytest.mark.parametrize(("greedy", "score"), [(True, 1.0), (False, 0.0), (None, 0.0)])
def test_greedy_match_needs_a_mark(greedy, score):
    """A gold choice that is not marked as the greedy output is not matched."""
    marked = {} if greedy is None else {"greedy": greedy}
    other = {"text": "b", "logprob": -2.0, "greedy": False}
    choices = [{"text": "a", "logprob": -1.0} | marked, other]
    record = convert({"choices": choices, "gold": [0]}, "here")
    metric = metrics.get("greedy-match")()
    assert metric.fault(record) is None
    assert metric.reduce(metric.rows(Batch([record])))["greedy_match"] == [score]


def test_a_mark_is_true_or_false():
    """Another value of the mark is a fault of the record."""
    record = convert({"choices": [{"text": "a", "logprob": -1.0, "greedy": 1}], "gold": 0}, "here")
    assert "`greedy`" in metrics.get("greedy-match")().fault(record)


def test_records_without_marks_are_refused():
    """Where no choice has the mark, nothing is known of greedy decoding: a fault, and no 0."""
    record = convert({"choices": [{"text": "a", "logprob": -1.0}], "gold": 0}, "here")
    assert "no choice has `greedy`" in metrics.get("greedy-match")().fault(record)


def test_perplexity_by_hand():
    """Eight bits over 4 tokens, 4 words, 16 bytes and 2 texts are 2^2, 2^2, 2^0.5 and 2^4."""
    scores = scores_of("perplexity", RECORDS, {"per": ["token", "word", "byte", "sequence"]})
    assert scores == {
        "perplexity_per_token": pytest.approx(4),
        "perplexity_per_word": pytest.approx(4),
        "perplexity_per_byte": pytest.approx(2**0.5),
        "perplexity_per_sequence": pytest.approx(16),
        "bits_per_byte": pytest.approx(0.5),
    }


@pytest.mark.parametrize(
    ("sequence", "named"),
    [
        ({"tokens": 1}, "`logprob`"),
        ({"logprob": 1.0, "tokens": 1}, "1.0"),
        ({"logprob": -1.0}, "tokens"),
    ],
)
def test_faults_of_sequences(sequence, named):
    """A missing or positive log-probability and a missing count are reported."""
    assert named in metrics.get("perplexity")().fault(Instance(sequence=sequence))
