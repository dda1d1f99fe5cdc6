"""hLEPOR equals the package hLepor's."""

import pytest

from support.classic_cases import each_engine, others, scores_of_each, segments
from support.tasks import pairs, scores_of

GUIDE = (
    "It is a guide to action which ensures that the military always obeys the commands of the party"
)
HEED = "It is a guide to action that ensures that the military will forever heed Party commands"


@each_engine
def test_worked_numbers(engine):
    """The scores of 40 segments of WMT23 are those of hLepor 0.0.4 for tokens split at blanks."""
    wanted = others("hlepor")["scores"]
    found = scores_of_each("hlepor", segments(40), tokenize="none", engine=engine)
    assert found == pytest.approx(wanted, abs=1e-12)


@each_engine
@pytest.mark.parametrize(
    ("prediction", "reference", "value"),
    [
        # hLepor 0.0.4, single_hlepor_score(…, separate_punctuation=False), 2026-11-22
        (
            GUIDE,
            HEED,
            0.7841643862495711,
        ),
        ("to be or not to be to be", "not to be or to be or not to be", 0.8159834378796869),
        ("a b", "", 0.0),  # which the package refuses
        ("a b", "c d", 0.0),
    ],
)
def test_pairs(engine, prediction, reference, value):
    """Repeated words are aligned as the package aligns them."""
    found = scores_of(
        "hlepor", pairs([prediction], [reference]), {"tokenize": "none"}, engine=engine
    )
    assert found == {"hlepor": pytest.approx(value, abs=1e-12)}
