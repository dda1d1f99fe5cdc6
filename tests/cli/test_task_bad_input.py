"""Bad input: one sentence with the place and the remedy, before anything is scored."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import InputError, UsageError
from support.tasks import scores_of

CHOICE = {"text": "yes", "logprob": -1.0}
BEST = {"reduce_predictions": "best"}
BAD = {
    "a list where a number belongs": (
        "pearson",
        {"prediction": ["1"], "references": [1]},
        {},
        '`prediction` is ["1"], but pearson needs a number',
    ),
    "an object where text belongs": (
        "squad",
        {"prediction": {"a": 1}, "references": ["a"]},
        {},
        '`prediction` is {"a":1}',
    ),
    "true is no number": ("pearson", {"prediction": True, "references": [1]}, {}, "a number"),
    "a list of tags": (
        "sequence-labelling",
        {"prediction": {"a": "O"}, "references": [["O"]]},
        {},
        '`prediction` is {"a":"O"}',
    ),
    "unequal tags": (
        "sequence-labelling",
        {"prediction": ["O"], "references": [["O", "O"]]},
        {},
        "1 predicted tags for 2",
    ),
    "a tag outside the scheme": (
        "sequence-labelling",
        {"prediction": ["X-A"], "references": [["B-A"]]},
        {"scheme": "IOB2"},
        "a tag is not in the scheme",
    ),
    "a label outside the set": (
        "classification",
        {"prediction": "x", "references": ["a"]},
        {"labels": ["a", "b"]},
        "'x' is not one of the labels a, b",
    ),
    "a gold label outside the set": (
        "classification",
        {"prediction": "a", "references": ["x"]},
        {"labels": ["a"], "unknown": "count"},
        "'x' is not one of the labels",
    ),
    "a probability above 1": (
        "brier",
        {"prediction": 1.5, "references": [1]},
        {},
        "probability from 0 to 1",
    ),
    "a gold that is neither 0 nor 1": (
        "roc-auc",
        {"prediction": 1, "references": [2]},
        {},
        "0 or 1",
    ),
    "k above n": ("pass-at-k", {"samples": [True]}, {"k": [2]}, "1 samples, fewer than k 2"),
    "unequal sample counts": (
        "pass-at-k",
        {"samples": [True]},
        {"n": 3},
        "1 samples, but --n requires 3",
    ),
    "k above n in a vote": (
        "maj-at-k",
        {"samples": ["a"], "references": ["a"]},
        {"k": [3]},
        "fewer than k 3",
    ),
    "more right samples than samples": (
        "pass-at-k",
        {"samples": {"n": 2, "c": 3}},
        {},
        'counts such as {"n": 10, "c": 3}',
    ),
    "k above a counted n": ("pass-at-k", {"samples": {"n": 1, "c": 1}}, {"k": [2]}, "1 samples"),
    "counts without order": (
        "avg-at-k",
        {"samples": {"n": 3, "c": 1}},
        {},
        "which samples come first",
    ),
    "counts for a scorer": (
        "pass-at-k",
        {"samples": {"n": 3, "c": 1}, "references": ["a"]},
        {"scorer": "exact-match"},
        '`samples` is {"n":3,"c":1}, but',
    ),
    "counts for a vote": (
        "maj-at-k",
        {"samples": {"n": 3, "c": 1}, "references": ["a"]},
        {},
        '`samples` is {"n":3,"c":1}, but',
    ),
    "samples that are no flags": ("pass-at-k", {"samples": [2]}, {}, "0 or 1, false or true"),
    "positive log-probabilities": (
        "multiple-choice",
        {"choices": [{"text": "a", "logprob": 0.5}], "gold": 0},
        {},
        "above 0",
    ),
    "gold that names no choice": (
        "multiple-choice",
        {"choices": [CHOICE], "gold": 1},
        {},
        "gold 1 is not a choice",
    ),
    "gold text that names no choice": (
        "multiple-choice",
        {"choices": [CHOICE], "gold": "no"},
        {},
        "gold 'no'",
    ),
    "no gold": ("multiple-choice", {"choices": [CHOICE], "gold": []}, {}, "no `gold`"),
    "empty choices": ("multiple-choice", {"choices": [], "gold": 0}, {}, "no `choices`"),
    "choices without log-probabilities": (
        "truthfulqa",
        {"choices": ["a"], "gold": 0},
        {},
        "logprob",
    ),
    "no token counts": (
        "multiple-choice",
        {"choices": [CHOICE], "gold": 0},
        {"norm": ["token"]},
        "no valid `tokens`",
    ),
    "a positive log-probability of a text": (
        "perplexity",
        {"sequence": {"logprob": 1, "tokens": 2}},
        {},
        "above 0",
    ),
    "units that are not counted": (
        "perplexity",
        {"sequence": {"logprob": -1}},
        {},
        "has no `tokens`",
    ),
    "a document ranked twice": (
        "ranking",
        {"ranking": ["a", "a"], "qrels": {"a": 1}},
        {},
        "is repeated",
    ),
    "nothing judged": (
        "ranking",
        {"ranking": ["a"], "qrels": {}},
        {},
        "`qrels` is empty",
    ),
    "no answer in SQuAD 1.1": ("squad", {"prediction": "a", "references": []}, {}, "--version 2.0"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_record(what):
    """The sentence names the record, what is wrong, and what to do."""
    name, record, options, part = BAD[what]
    with pytest.raises(InputError, match=r"^records:1: ") as caught:
        scores_of(name, [record], options)
    assert part in str(caught.value)


def test_every_record_is_checked():
    """A wrong shape in the second record is found, not only in the first."""
    good = {"predictions": ["a", "b"], "references": ["a"]}
    for wrong, part in (
        (
            {"predictions": ["a", None]},
            r"`predictions` is \[\"a\",null\], but wer needs a list of values",
        ),
        ({"predictions": []}, "no `predictions`"),
        ({"prediction": "a"}, "no `predictions`"),
    ):
        with pytest.raises(InputError, match=f"records:2: {part}"):
            scores_of("wer", [good, {**wrong, "references": ["a"]}], {}, BEST)


@pytest.mark.parametrize(
    ("name", "wrap"),
    [
        ("pearson", {"reduce_predictions": "best"}),
        ("self-bleu", {"reduce_references": "best"}),
        ("length", {"reduce_references": "best"}),
        ("pearson", {"extract": "letter"}),
        ("exact-match", {"extract": "lettre"}),
        ("exact-match", {"extract": "regex:("}),
        ("exact-match", {"extract": "json:["}),
        ("exact-match", {"clean": "squadd"}),
    ],
)
def test_what_does_not_go_together(name, wrap):
    """Options that cannot be used with a metric are refused before records are read."""
    with pytest.raises(UsageError):
        scores_of(name, [], {}, wrap)


@pytest.mark.parametrize("name", ["self-bleu", "distinct-n", "cider", "spearman"])
def test_metrics_of_sets_have_no_instance_scores(name):
    """Scores of single records are refused with a sentence."""
    with pytest.raises(UsageError, match="scores sets of outputs"):
        metrics.get(name)().reduce([[1.0]])


@pytest.mark.parametrize("scorer", ["exact-match|normalise:squad", "exact-match|extract:gsm8k"])
def test_a_scorer_has_its_options(scorer):
    """An option that a scorer does not have is an error, not passed over."""
    with pytest.raises(UsageError, match="exact-match has no option"):
        metrics.get("pass-at-k")(scorer=scorer)


def test_no_such_variant():
    """A summary of changes from originals that no record is names those there are."""
    groups = {"item": "1", "variant": "original"}
    record = {"prediction": "a", "references": ["a"], "groups": groups}
    wrap = {"by": "item", "summary": "drop-rate:variant=orginal"}
    with pytest.raises(UsageError, match="did you mean 'original'"):
        scores_of("accuracy", [record], {}, wrap)


def test_a_scorer_must_score_single_outputs():
    """A metric of whole sets cannot judge samples."""
    with pytest.raises(UsageError, match="cannot be a scorer"):
        metrics.get("pass-at-k")(scorer="self-bleu")
