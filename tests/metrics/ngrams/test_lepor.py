"""LEPOR by hand, and by the package lepor where the two agree."""

from math import exp

import pytest

from support.classic_cases import each_engine
from support.tasks import pairs, scores_of


@each_engine
@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [
        ("a b c", "a b c", 1.0),
        # All three words match, at 1/3 2/3 3/3 and at 2/3 1/3 3/3: (1/3 + 1/3) / 3.
        ("b a c", "a b c", exp(-2 / 9)),
        # 2 of 4 words; lengths 4 and 2; positions 1/4 2/4 and 1/2 2/2; p = 1/2, r = 1.
        ("a b x y", "a b", exp(1 - 2) * exp(-(1 / 4 + 1 / 2) / 4) * (2 / 3)),
        # The second a follows b in both texts, so it is aligned with the third word, not the first.
        ("b a", "a b a", exp(1 - 3 / 2) * exp(-(abs(1 / 2 - 2 / 3)) / 2) * (2 / (1 + 3 / 2))),
        # Neither a has a neighbour in common: the first takes the nearest, then the other is left.
        ("a x a", "y a y a", exp(1 - 4 / 3) * exp(-(2 / 4 - 1 / 3) / 3) * (2 / (2 + 3 / 2))),
        ("a", "b", 0.0),
        ("", "a", 0.0),
    ],
)
def test_by_hand(engine, prediction, reference, value):
    """Length penalty, position penalty and harmonic mean are the paper's."""
    options = {"tokenize": "none"}
    found = scores_of("lepor", pairs([prediction], [reference]), options, engine=engine)
    assert found == {"lepor": pytest.approx(value, abs=1e-12)}


@each_engine
@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [  # lepor 0.1.0, sentence_lepor(reference, output), 2026-11-22
        ("the small boat sailed slowly", "slowly sailed the small boat", 0.6187833918061408),
        ("one two three", "three one two", 0.6411803884299546),
    ],
)
def test_package(engine, prediction, reference, value):
    """For texts of the same distinct words the package lepor has the paper's numbers."""
    found = scores_of("lepor", pairs([prediction], [reference]), engine=engine)
    assert found == {"lepor": pytest.approx(value, abs=1e-12)}


@each_engine
def test_weights(engine):
    """Alpha is the weight of recall and beta that of precision."""
    records = pairs(["a b"], ["a b c d"])
    found = scores_of("lepor", records, {"alpha": 9.0, "beta": 1.0}, engine=engine)
    mean = 10 / (9 / 0.5 + 1 / 1)
    assert found["lepor"] == pytest.approx(exp(1 - 2) * exp(-(1 / 4 + 1 / 2) / 2) * mean)
