"""Key point analysis, as Unitxt computes it."""

import pytest

from sacreval.errors import InputError
from support.tasks import scores_of


def records(*rows):
    return [
        {"prediction": p, "references": [r], "meta": {"keypoint": point}} for p, r, point in rows
    ]


# KPA().compute of Unitxt 1.26.10 on 2026-11-23; of 555 numbers of 60 random sets, none differed.
ROWS = records(
    ("match", "match", "a"),
    ("x", "match", "a"),
    ("none", "match", "b"),
    ("match", "none", "b"),
    ("match", "none", "c"),
)
UNITXT = {
    "f1_a": 1.0, "f1_b": 0.0, "macro_f1": 0.5, "macro_recall": 0.5, "macro_precision": 0.5,
    "in_classes_support": 0.75, "micro_f1": 4 / 7, "micro_recall": 2 / 3, "micro_precision": 0.5,
}  # fmt: skip


def test_as_unitxt():
    """F1 by key point, averages and support are those of Unitxt."""
    found = scores_of("kpa", ROWS)
    assert {name: found[name] for name in UNITXT} == pytest.approx(UNITXT)


def test_no_match_at_all():
    """Without predicted matches none is outside the known key points, and F1 is 0."""
    found = scores_of("kpa", records(("none", "match", "a"), ("none", "none", "b")))
    assert (found["in_classes_support"], found["macro_f1"], found["micro_f1"]) == (1.0, 0.0, 0.0)


def test_another_word_for_none():
    """The word for no match is an option."""
    found = scores_of("kpa", records(("no", "yes", "a")), {"none": "no"})
    assert found["micro_recall"] == 0.0
    assert scores_of("kpa", records(("no", "yes", "a")))["micro_recall"] == 1.0


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
    found = scores_of("kpa", records(("hm", "match", "a")), None, {"extract": "json:match"})
    assert (found["micro_recall"], found["micro_precision"]) == (0.0, 0.0)
