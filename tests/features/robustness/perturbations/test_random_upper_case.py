"""random-upper-case: distinct positions, rounded down, fmeval's draws."""

import numpy as np
import pytest

from sacreval.features.robustness.perturbations.random_upper_case import RandomUpperCase
from support.fmeval_perturbations import cases, expected, made


def test_all_cases_of_fmeval():
    """All texts equal fmeval's for its draws, with the state carried from text to text."""
    for case in cases("random_upper_case"):
        assert made(case) == expected(case), case


@pytest.mark.parametrize(("share", "length", "count"), [(0.1, 9, 0), (0.1, 19, 1), (1.0, 7, 7)])
def test_the_number_of_positions_is_rounded_down(share, length, count):
    """Positions are drawn without replacement."""
    changed = RandomUpperCase(share=share).perturb("a" * length, np.random.default_rng(2))
    assert changed.count("A") == count
