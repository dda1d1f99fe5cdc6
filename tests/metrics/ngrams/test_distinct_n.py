"""Distinct-n of a set, by hand."""

import pytest

from support.tasks import scores_of


def outputs(*texts):
    return [{"prediction": text} for text in texts]


@pytest.mark.parametrize(
    ("texts", "options", "one", "two"),
    [
        (("a b a", "b"), {}, 2 / 4, 2 / 2),
        (("a b", "a b"), {}, 2 / 4, 1 / 2),
        (("a A",), {}, 1.0, 1.0),
        (("a A",), {"lowercase": True}, 1 / 2, 1.0),
        (("aab",), {"unit": "character"}, 2 / 3, 1.0),
        (("", ""), {}, 0.0, 0.0),
    ],
)
def test_by_hand(texts, options, one, two):
    """Two different words of four; n-grams do not cross from one output into the next."""
    found = scores_of("distinct-n", outputs(*texts), options)
    assert found == {"distinct_1": pytest.approx(one), "distinct_2": pytest.approx(two)}
