"""Notices about fetched files."""

from pathlib import Path
from warnings import catch_warnings, simplefilter, warn

import pytest

from sacreval.errors import InputNotice
from sacreval.features.setup.recipes.setup import named_as_in_recipe


def test_names_are_those_of_the_recipe():
    """A notice has the name of a file in the recipe; other warnings stay as they are."""
    folder = Path(".corpus.x.sacreval-part/in")
    with catch_warnings(record=True) as seen:
        simplefilter("always")
        with named_as_in_recipe(folder):
            warn(InputNotice(f"{folder}/a/b.txt: a mark is ignored"), stacklevel=1)
            warn("other", UserWarning, stacklevel=1)
    assert [str(one.message) for one in seen] == ["a/b.txt: a mark is ignored", "other"]


def test_an_error_stays():
    """An error within is raised."""
    with pytest.raises(ValueError, match="wrong"), named_as_in_recipe(Path("x")):
        raise ValueError("wrong")
