"""whitespace-add-remove: one draw for each character, fmeval's draws."""

import numpy as np

from sacreval.features.robustness.perturbations.whitespace_add_remove import WhitespaceAddRemove
from support.fmeval_perturbations import cases, expected, made


def test_all_cases_of_fmeval():
    """All texts equal fmeval's for its draws, with the state carried from text to text."""
    for case in cases("whitespace_add_remove"):
        assert made(case) == expected(case), case


def test_probabilities_of_1_and_0_are_exact():
    """All whitespace is removed, or a blank added after every other character."""
    rng = np.random.default_rng(0)
    assert WhitespaceAddRemove(add=0.0, remove=1.0).perturb("a b\tc\n", rng) == "abc"
    assert WhitespaceAddRemove(add=1.0, remove=0.0).perturb("ab c", rng) == "a b  c "
