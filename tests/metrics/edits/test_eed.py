"""EED equals TorchMetrics', odd preparation included."""

import re
from random import Random

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.edits.eed import TITLES, Eed, spaced
from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [  # TorchMetrics 1.9.0, extended_edit_distance of one sentence each, 2026-11-22
        ("It costs 3.5 euro", "It costs 35 euro", 0.068783),
        ("in e.g. Rome", "in Rome", 0.3667),
        ("Mr Smith left", "Mr. Smith left", 0.1716),
        ("The U.S. won 3-2", "The US won 3-2", 0.1314),
        ("Prices rose 2.3%, to 1,200.", "Prices rose by 2.3% to 1200.", 0.1802),
    ],
)
def test_eed(prediction, reference, value):
    """Decimals, abbreviations and titles are prepared as the source prepares them."""
    found = scores_of("eed", pairs([prediction], [reference]))["eed"]
    assert found == pytest.approx(value, abs=5e-5)


def test_by_hand():
    """Two empty texts are two blanks each: no edit, and one of three columns is never visited.

    Each column that is not visited, or is visited again, costs 0.3: (0 + 0.3) / (2 + 0.3).
    """
    assert scores_of("eed", pairs([""], [""])) == {"eed": pytest.approx(0.3 / 2.3)}


def by_patterns(text):
    """Prepare a text as the source does, by one pattern after the other."""
    text = re.sub(r"\s+", " ", re.sub(r"([.!?,])", r" \1", text.rstrip()))
    text = re.sub(r"(\d) ([.,]) (\d)", r"\1\2\3", text)
    text = re.sub(r"(Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms) .", r"\1.", text)
    for apart in ("e . g .", "i . e .", "U . S ."):
        text = text.replace(apart, apart.replace(" ", ""))
    return f" {text} "


def test_prepared_as_by_patterns():
    """Random marks, digits of any script, titles and kinds of white space are as in the source."""
    draw = Random(5)
    pieces = [*TITLES, *" \t\n\u3000\x1c\x85\u200b.,!?egiUS12aB\u0663\u0968\u00b2"]
    for _ in range(5000):
        text = "".join(draw.choices(pieces, k=draw.randrange(14)))
        assert spaced(text) == by_patterns(text)


def test_costs_without_a_kernel():
    """Costs that are not finite have no kernel."""
    with pytest.raises(UsageError, match="do not support"):
        Eed(deletion=float("inf")).with_engine("native")
