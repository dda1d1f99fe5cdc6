"""Labels: the set of a metric, accuracy, classification, several labels, key points."""

import numpy as np
import pytest

from sacreval.core.libraries import library_scores
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.readers._base import convert
from sacreval.scoring.collected_batches import evaluate
from support import missing
from support.labels import DIFFERENT, SAME
from support.sizes import few
from support.tasks import check_scores, made, pairs, scores_of

CLASSIFICATION = metrics.get("classification")
ANSWER = {"extract": r"regex:is (\w+)"}
YES_NO = {"labels": ["yes", "no"]}
TEXTS = [
    {"prediction": text, "references": ["yes"]}
    for text in ("Yes, that is so", "yes, not no", "no", "maybe")
]
LABELS = ["a", "b", "c", "d"]
CLOSE = {"rel": 1e-12, "abs": 1e-12}
UNITXT = {
    "f1_a": 1.0, "f1_b": 0.0, "macro_f1": 0.5, "macro_recall": 0.5, "macro_precision": 0.5,
    "in_classes_support": 0.75, "micro_f1": 4 / 7, "micro_recall": 2 / 3, "micro_precision": 0.5,
}  # fmt: skip


JACCARD = [
    # `red` is one of three different words; repeated words count once; two empty sets agree.
    ("red cat", ["red dog"], {}, 1 / 3),
    ("red red cat", ["red cat"], {}, 1.0),
    ("abc", ["abd"], {"unit": "character"}, 2 / 4),
    ("Red", ["red"], {}, 0.0),
    ("Red", ["red"], {"normalize": "lower"}, 1.0),
    (["a", 1], [["1", "b", "a"]], {}, 2 / 3),
    ("", [""], {}, 1.0),
    ([], [["a"]], {}, 0.0),
    # Of several references the most similar counts.
    ("a b", ["c", "a b c"], {}, 2 / 3),
]


def instance(prediction, *references):
    return Instance(prediction=prediction, references=list(references))


def test_labels_are_collected_from_both_sides():
    """Labels of predictions and references are sorted; those that are given stay."""
    batch = Batch([instance("b", "a"), instance(1.0, 1), instance("c", "b")])
    assert CLASSIFICATION().settle([batch]).labels == ("1", "a", "b", "c")
    assert CLASSIFICATION(labels=("z",)).settle([batch]).labels == ("z",)


def test_free_texts_add_no_label():
    """Where labels are searched for in texts, only references add labels."""
    metric = CLASSIFICATION(find="first")
    assert metric.settle([Batch([instance("It is b", "a")])]).labels == ("a",)


def test_a_label_named_twice():
    """Naming a label twice is refused, and so is a number, which YAML takes as a text only."""
    with pytest.raises(UsageError, match="repeats '1'"):
        CLASSIFICATION(labels=("1", "1"))
    with pytest.raises(UsageError, match=r"`labels\[0\]` must be text"):
        CLASSIFICATION(labels=(1, 2))


def test_what_is_outside_the_labels():
    """A prediction outside the labels is a fault unless it is counted; a reference always is."""
    strict = CLASSIFICATION(labels=("a", "b"))
    lenient = CLASSIFICATION(labels=("a", "b"), unknown="count")
    assert strict.fault(instance("a", "b")) is None
    assert "'c'" in strict.fault(instance("c", "b"))
    assert lenient.fault(instance("c", "b")) is None
    assert "'d'" in lenient.fault(instance("a", "d"))


def test_the_reference_that_a_prediction_equals():
    """A prediction is paired with the reference it equals, else with the first."""
    metric = CLASSIFICATION(labels=("a", "b", "c"))
    assert metric.pair("b", ["a", "b"]) == ("b", "b")
    assert metric.pair("c", ["a", "b"]) == ("c", "a")


def records(pairs, wrap=lambda value: value):
    return [{"prediction": wrap(p), "references": [wrap(r)]} for p, r in pairs]


@pytest.mark.parametrize("pairs", [SAME, DIFFERENT], ids=["same", "different"])
@pytest.mark.parametrize(
    ("metric", "output"),
    [("accuracy", "accuracy"), ("classification", "accuracy"), ("jaccard", "jaccard"),
     ("multi-label", "subset_accuracy")],
)  # fmt: skip
def test_every_metric_of_labels(pairs, metric, output):
    """All metrics of labels agree about what is the same."""
    wrap = (lambda x: [x]) if metric in {"jaccard", "multi-label"} else (lambda x: x)
    for record in records(pairs, wrap):
        assert scores_of(metric, [record])[output] == (1.0 if pairs is SAME else 0.0)


def test_votes_and_cells():
    """Votes are counted and cells are named by the same rule."""
    record = {"samples": [1, 1.0, "2"], "references": ["1.0"]}
    assert scores_of("maj-at-k", [record], {"k": [3]})["maj_at_3"] == 1.0
    scores = scores_of("confusion-matrix", records([(1.0, 1), ("True", True), (True, 1)]))
    assert {name: n for name, n in scores.items() if n} == {
        "1->1": 1.0, "true->true": 1.0, "1->true": 1.0,
    }  # fmt: skip


def test_options_are_labels_too():
    """Labels named in options, for free texts too, are read by the same rule."""
    pairs = records([("It is True", True), ("surely false.", False)])
    options = {"labels": ["True", "False"], "find": "first"}
    assert scores_of("accuracy", pairs, options)["accuracy"] == 1.0
    scores = scores_of("classification", pairs, options | {"positive": "True"})
    assert scores["binary_f1"] == 1.0


def test_binary_references_by_value():
    """0.0 and 1.0, as tables write whole numbers, are no and yes."""
    pairs = [(0.9, 1), (0.2, 0), (0.6, 0)]
    for metric in ("brier", "roc-auc", "average-precision", "calibration-error", "max-f1"):
        assert scores_of(metric, records([(p, float(r)) for p, r in pairs])) == scores_of(
            metric, records(pairs)
        )
    assert scores_of("pass-at-k", [{"samples": [1.0, 0.0]}], {"k": [1]})["pass_at_1"] == 0.5


SOME_UNANSWERED = records([("it is a", "a"), ("it is b", "b"), ("it is a", "b"), ("hm", "a")])


@pytest.mark.parametrize("labels", [(), ("a", "b")], ids=["of the data", "given"])
def test_an_unanswered_output_is_no_class(labels):
    """It counts in the recall of its true class, as unknown, and adds no class to the averages."""
    scores = scores_of("classification", SOME_UNANSWERED, {"labels": labels}, ANSWER)
    as_other = records([("a", "a"), ("b", "b"), ("a", "b"), ("?", "a")])
    options = {"labels": ("a", "b"), "unknown": "count"}
    assert scores == scores_of("classification", as_other, options)
    assert scores["macro_recall"] == scores["accuracy"] == 0.5
    assert scores["macro_f1"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    cells = scores_of("confusion-matrix", SOME_UNANSWERED, {"labels": labels}, ANSWER)
    assert {name for name, n in cells.items() if n} == {"a->a", "b->b", "b->a", "a->unknown"}


def test_an_unanswered_output_equals_no_label():
    """Nor is it right where the label is an empty text, which an empty output still is."""
    for metric in ("accuracy", "classification"):
        assert scores_of(metric, records([("hm", "")]), None, ANSWER)["accuracy"] == 0.0
        assert scores_of(metric, records([("", "")]))["accuracy"] == 1.0


def test_the_library_has_the_same_numbers_of_unanswered_outputs():
    """scikit-learn, given the labels without them, agrees."""
    missing.module("sklearn.metrics", "numbers of scikit-learn")
    batch = Batch([convert(record, "here") for record in SOME_UNANSWERED])
    for name in ("accuracy", "classification", "confusion-matrix"):
        metric = made(name, {}, ANSWER).settle([batch])
        theirs = library_scores(metric, batch)
        ours = scores_of(name, SOME_UNANSWERED, None, ANSWER)
        assert theirs == pytest.approx({x: ours[x] for x in theirs}, abs=1e-12)


def test_accuracy_by_hand():
    """Two of three are one of their right labels."""
    right = [("a", ["a"]), ("b", ["c", "b"]), ("A", ["a"])]
    records = [{"prediction": p, "references": r} for p, r in right]
    assert scores_of("accuracy", records) == {"accuracy": pytest.approx(2 / 3)}
    assert scores_of("accuracy", records, {"normalize": "lower"}) == {"accuracy": 1.0}


@pytest.mark.parametrize(("find", "right", "unknown"), [("first", 2, 1), ("only", 1, 2)])
def test_labels_in_texts(find, right, unknown):
    """The label named first, or the only one; a text without one is wrong, and unknown."""
    scores = scores_of("accuracy", TEXTS, YES_NO | {"find": find})
    assert scores == {"accuracy": right / 4, "unknown": unknown / 4}


def test_find_needs_labels():
    """A way to find labels is refused without labels."""
    with pytest.raises(UsageError, match="find looks for labels"):
        metrics.get("accuracy")(find="first")


def test_labels_with_other_spellings():
    """Predictions and references are the labels of their spellings; others are unknown."""
    records = [
        {"prediction": "bad", "references": [0]},
        {"prediction": "1", "references": ["positive"]},
        {"prediction": "positive", "references": ["negative"]},
        {"prediction": "fine", "references": [1]},
    ]
    options = {"labels": ["0=negative=bad", "1=positive"]}
    assert scores_of("accuracy", records, options) == {"accuracy": 0.5, "unknown": 0.25}


@few(3, "seed", range(8))
def test_classification(sk, seed):
    """Accuracy, averages, MCC, kappa and balanced accuracy are scikit-learn's."""
    rng = np.random.default_rng(seed)
    y, p = (rng.choice(LABELS, size=int(rng.integers(2, 60))) for _ in range(2))
    p = rng.choice(LABELS[: 2 + seed % 3], size=len(y))
    scores = scores_of(
        "classification",
        pairs(p.tolist(), y.tolist()),
        {"average": ["macro", "micro", "weighted", "per-class"]},
    )
    assert scores["accuracy"] == pytest.approx(sk.accuracy_score(y, p), **CLOSE)
    assert scores["balanced_accuracy"] == pytest.approx(sk.balanced_accuracy_score(y, p), **CLOSE)
    assert scores["mcc"] == pytest.approx(sk.matthews_corrcoef(y, p), **CLOSE)
    assert scores["kappa"] == pytest.approx(sk.cohen_kappa_score(y, p), **CLOSE)
    for average in ("macro", "micro", "weighted"):
        want = sk.precision_recall_fscore_support(y, p, average=average, zero_division=0)
        got = [scores[f"{average}_{part}"] for part in ("precision", "recall", "f1")]
        assert got == pytest.approx(want[:3], **CLOSE)
    each = sk.f1_score(y, p, average=None, zero_division=0)
    for label, f1 in zip(sorted({*y, *p}), each, strict=True):
        assert scores[f"f1_{label}"] == pytest.approx(f1, **CLOSE)


def test_macro_averages_are_of_a_system(sk):
    """A label that only another system predicts leaves a macro average as it is alone."""
    right, said = ["a", "b", "a", "c"], ["a", "b", "b", "c"]
    alone = [record | {"system_id": "x"} for record in pairs(said, right)]
    other = [record | {"system_id": "y"} for record in pairs(["a", "b", "?", "c"], right)]
    want = sk.f1_score(right, said, average="macro", zero_division=0)
    named = sk.f1_score(right, said, average="macro", zero_division=0, labels=["?", "a", "b", "c"])
    for absent, value in (("leave", want), ("zero", named)):
        metric = metrics.get("classification")(absent=absent)
        batch = Batch([convert(record, "here") for record in [*alone, *other]])
        report = evaluate([batch], metric).report()
        scores = {(r.system_id, r.output): r.value for r in report.results}
        assert scores["x", "macro_f1"] == pytest.approx(value, **CLOSE)
    assert scores_of("classification", alone)["macro_f1"] == pytest.approx(want, **CLOSE)


def test_macro_averages_of_resamples(sk):
    """The macro average of a resample is scikit-learn's of those records."""
    rng = np.random.default_rng(5)
    y, p = rng.choice(LABELS, size=(2, 12))
    metric = metrics.get("classification")(labels=tuple(LABELS))
    rows = metric.rows(Batch([convert(x, "here") for x in pairs(p.tolist(), y.tolist())]))
    for _ in range(20):
        drawn = rng.integers(0, 12, 5)
        want = sk.f1_score(y[drawn], p[drawn], average="macro", zero_division=0)
        score = metric.reduce(rows[drawn].sum(axis=0))["macro_f1"]
        assert score == pytest.approx(want, **CLOSE)


def test_confusion_matrix(sk):
    """The cells are scikit-learn's."""
    rng = np.random.default_rng(0)
    y, p = rng.choice(LABELS, size=(2, 50))
    scores = scores_of("confusion-matrix", pairs(p.tolist(), y.tolist()))
    want = sk.confusion_matrix(y, p, labels=LABELS)
    got = [[scores[f"{a}->{b}"] for b in LABELS] for a in LABELS]
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("seed", range(5))
def test_multi_label(sk, seed):
    """Averages, subset accuracy, Hamming loss and samples F1 are scikit-learn's."""
    rng = np.random.default_rng(seed)
    y, p = rng.random((2, 30, 4)) < 0.4
    names = np.array(LABELS)
    records = [
        {"prediction": names[a].tolist(), "references": [names[b].tolist()]}
        for a, b in zip(p, y, strict=True)
    ]
    scores = scores_of("multi-label", records, {"labels": LABELS})
    for average in ("macro", "micro", "weighted"):
        want = sk.f1_score(y, p, average=average, zero_division=0)
        assert scores[f"{average}_f1"] == pytest.approx(want, **CLOSE)
    assert scores["subset_accuracy"] == pytest.approx(sk.accuracy_score(y, p), **CLOSE)
    assert scores["hamming_loss"] == pytest.approx(sk.hamming_loss(y, p), **CLOSE)
    want = sk.f1_score(y, p, average="samples", zero_division=0)
    assert scores["samples_f1"] == pytest.approx(want, **CLOSE)


@pytest.mark.parametrize("case", JACCARD)
def test_jaccard_by_hand(case):
    """Scores are those that the comment above them computes."""
    check_scores(("jaccard", *case))


def kpa_records(*rows):
    return [
        {"prediction": p, "references": [r], "meta": {"keypoint": point}} for p, r, point in rows
    ]


# KPA().compute of Unitxt 1.26.10 on 2026-11-23; of 555 numbers of 60 random sets, none differed.
ROWS = kpa_records(
    ("match", "match", "a"),
    ("x", "match", "a"),
    ("none", "match", "b"),
    ("match", "none", "b"),
    ("match", "none", "c"),
)


def test_as_unitxt():
    """F1 by key point, averages and support are those of Unitxt."""
    scores = scores_of("kpa", ROWS)
    assert {name: scores[name] for name in UNITXT} == pytest.approx(UNITXT)


def test_no_match_at_all():
    """Without predicted matches none is outside the known key points, and F1 is 0."""
    scores = scores_of("kpa", kpa_records(("none", "match", "a"), ("none", "none", "b")))
    assert (scores["in_classes_support"], scores["macro_f1"], scores["micro_f1"]) == (1.0, 0.0, 0.0)


def test_another_word_for_none():
    """The word for no match is an option."""
    scores = scores_of("kpa", kpa_records(("no", "yes", "a")), {"none": "no"})
    assert scores["micro_recall"] == 0.0
    assert scores_of("kpa", kpa_records(("no", "yes", "a")))["micro_recall"] == 1.0


@pytest.mark.parametrize(
    ("record", "options", "why"),
    [
        ({"prediction": "x", "references": ["x"], "meta": {}}, {}, "no `keypoint` in `meta`"),
        (
            {"prediction": "x", "references": ["x", "y"], "meta": {"keypoint": "a"}},
            {},
            "2 references",
        ),
        (ROWS[0], {"labels": ["b"]}, "'a' is not one of the key points"),
    ],
)
def test_errors_of_data(record, options, why):
    """A record without key point, with several references or an unknown key point is refused."""
    with pytest.raises(InputError, match=why):
        scores_of("kpa", [record], options)


def test_an_unanswered_output_predicts_no_match():
    """What --extract finds no answer in is a miss, not a match by another text."""
    scores = scores_of("kpa", kpa_records(("hm", "match", "a")), None, {"extract": "json:match"})
    assert (scores["micro_recall"], scores["micro_precision"]) == (0.0, 0.0)
