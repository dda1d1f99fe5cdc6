"""butter-finger: neighbours in the same case, other characters unchanged, fmeval's draws."""

import numpy as np
import pytest

from sacreval.features.robustness.perturbations.butter_finger import NEIGHBOURS, ButterFinger
from support.fmeval_perturbations import cases, expected, made


def test_all_cases_of_fmeval():
    """All texts equal fmeval's for its draws, with the state carried from text to text."""
    for case in cases("butter_finger"):
        assert made(case) == expected(case), case


def test_letters_become_neighbours_in_their_case():
    """With probability 1 every letter is one of its neighbours, and nothing else changes."""
    text = "The Quick fox, 10 TIMES é"
    changed = ButterFinger(probability=1.0).perturb(text, np.random.default_rng(1))
    assert len(changed) == len(text)
    for before, after in zip(text, changed, strict=True):
        near = NEIGHBOURS.get(before.lower(), before)
        assert after in (near.upper() if before.isupper() else near)


@pytest.mark.parametrize("text", ["İstanbul", "STRAẞE"])
def test_only_fmeval_changes_letters_that_are_on_no_keyboard(text):
    """Without a draw a text stays as it is, except with fmeval's way through lower case."""
    one = ButterFinger(probability=0.0)
    assert one.perturb(text, np.random.default_rng(1)) == text
    assert one.fmeval(text, np.random.default_rng(1)) != text


def test_the_table_has_every_letter_and_the_blank():
    """27 keys, each among its own neighbours."""
    assert set(NEIGHBOURS) == set("abcdefghijklmnopqrstuvwxyz ")
    assert all(key in near for key, near in NEIGHBOURS.items())
