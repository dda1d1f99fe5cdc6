"""Perturbations: each is registered, documented, and as fmeval defines it.

Also tests `external`.
"""

from dataclasses import fields

import numpy as np
import pytest

from sacreval.core.options.docstrings import arguments
from sacreval.core.options.specs import from_spec
from sacreval.errors import NotSetUpError, UsageError
from sacreval.features.robustness.perturbations._base import perturbations
from sacreval.features.robustness.perturbations.butter_finger import NEIGHBOURS, ButterFinger
from sacreval.features.robustness.perturbations.random_upper_case import RandomUpperCase
from sacreval.features.robustness.perturbations.whitespace_add_remove import WhitespaceAddRemove
from support.fmeval_perturbations import cases, expected, made

TEXTS = ("", " ", "a", "A quick brown fox.", "İẞ\u00a0中文\n\t", "😀" * 30)


@pytest.mark.parametrize("name", list(perturbations))
@pytest.mark.parametrize("text", TEXTS)
def test_equal_draws_give_equal_texts(name, text):
    """A perturbation depends on the text, its options and the generator alone."""
    texts = [perturbations.get(name)().perturb(text, np.random.default_rng(3)) for _ in range(2)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("name", list(perturbations))
def test_every_option_is_documented(name):
    """Each field has a sentence under Args."""
    cls = perturbations.get(name)
    assert set(arguments(cls)) >= {field.name for field in fields(cls)}


@pytest.mark.parametrize(
    "spec",
    [
        'butter-finger{"probability": -0.1}',
        'random-upper-case{"share": 1.5}',
        'whitespace-add-remove{"add": 2}',
        'whitespace-add-remove{"remove": -1}',
    ],
)
def test_shares_are_from_0_to_1(spec):
    """Other numbers are refused by the name of the option."""
    with pytest.raises(UsageError, match="give a number from 0 to 1"):
        from_spec(perturbations, spec)


def test_an_unknown_name_suggests_the_nearest():
    """The registry is like all others."""
    with pytest.raises(UsageError, match="There is no perturbation 'butterfinger'; did you mean"):
        perturbations.get("butterfinger")


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
    perturbation = ButterFinger(probability=0.0)
    assert perturbation.perturb(text, np.random.default_rng(1)) == text
    assert perturbation.fmeval(text, np.random.default_rng(1)) != text


def test_the_table_has_every_letter_and_the_blank():
    """27 keys, each among its own neighbours."""
    assert set(NEIGHBOURS) == set("abcdefghijklmnopqrstuvwxyz ")
    assert all(key in near for key, near in NEIGHBOURS.items())


@pytest.fixture(autouse=True)
def own_changes(tmp_path, monkeypatch):
    """A module with a function, a class and a number."""
    (tmp_path / "own_changes.py").write_text(
        "from dataclasses import dataclass\n"
        "from sacreval.features.robustness.perturbations._base import Perturbation\n"
        "def swap(text, rng):\n"
        "    return text[::-1]\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Repeat(Perturbation):\n"
        "    '''Repeat.\n\n    Args:\n        times: How often.\n    '''\n"
        "    times: int = 2\n"
        "    def perturb(self, text, rng):\n"
        "        return text * self.times\n"
        "number = 3\n"
    )
    (tmp_path / "broken_changes.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("spec", "changed"),
    [
        ("py:own_changes:swap", "ba"),
        ("py:own_changes:Repeat", "abab"),
        ('py:own_changes:Repeat{"times": 3}', "ababab"),
    ],
)
def test_functions_and_classes_are_perturbations(spec, changed):
    """A class has options, a function none; both are called by their names."""
    perturbation = from_spec(perturbations, spec)
    assert perturbation.perturb("ab", np.random.default_rng(0)) == changed
    assert perturbation.name == spec.partition("{")[0]


@pytest.mark.parametrize(
    ("spec", "error", "why"),
    [
        ("py:own_changes", UsageError, "write py:MODULE:CLASS"),
        ("py:own_changes:number", UsageError, "neither"),
        ("py:own_changes:nothing", UsageError, "has no .nothing."),
        ("py:no_such_module:f", NotSetUpError, "cannot be imported"),
        ("py:broken_changes:f", NotSetUpError, "fails to import"),
    ],
)
def test_what_is_no_perturbation_is_refused(spec, error, why):
    """The error says what is wrong with the name."""
    with pytest.raises(error, match=why):
        from_spec(perturbations, spec)


def test_all_cases_of_fmeval_of_random_upper_case():
    """All texts equal fmeval's for its draws, with the state carried from text to text."""
    for case in cases("random_upper_case"):
        assert made(case) == expected(case), case


@pytest.mark.parametrize(("share", "length", "count"), [(0.1, 9, 0), (0.1, 19, 1), (1.0, 7, 7)])
def test_the_number_of_positions_is_rounded_down(share, length, count):
    """Positions are drawn without replacement."""
    changed = RandomUpperCase(share=share).perturb("a" * length, np.random.default_rng(2))
    assert changed.count("A") == count


def test_all_cases_of_fmeval_of_whitespace_add_remove():
    """All texts equal fmeval's for its draws, with the state carried from text to text."""
    for case in cases("whitespace_add_remove"):
        assert made(case) == expected(case), case


def test_probabilities_of_1_and_0_are_exact():
    """All whitespace is removed, or a blank added after every other character."""
    rng = np.random.default_rng(0)
    assert WhitespaceAddRemove(add=0.0, remove=1.0).perturb("a b\tc\n", rng) == "abc"
    assert WhitespaceAddRemove(add=1.0, remove=0.0).perturb("ab c", rng) == "a b  c "
