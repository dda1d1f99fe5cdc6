"""Perturbations: each is registered, documented, and defined for every text and option."""

from dataclasses import fields

import numpy as np
import pytest

from sacreval.core.options.docstrings import arguments
from sacreval.core.options.specs import from_spec
from sacreval.errors import UsageError
from sacreval.features.robustness.perturbations._base import perturbations

TEXTS = ("", " ", "a", "A quick brown fox.", "İẞ\u00a0中文\n\t", "😀" * 30)


@pytest.mark.parametrize("name", list(perturbations))
@pytest.mark.parametrize("text", TEXTS)
def test_equal_draws_give_equal_texts(name, text):
    """A perturbation depends on the text, its options and the generator alone."""
    made = [perturbations.get(name)().perturb(text, np.random.default_rng(3)) for _ in range(2)]
    assert made[0] == made[1]


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
