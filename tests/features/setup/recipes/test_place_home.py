"""The recipes that come with sacreval."""

import pytest

from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe

TARGETS = """
    fabbri2020 bhandari2020 vasilyev2020 newsroom rank19 dialsummeval opinsummeval qags frank
    xsumfaith begin topicalchat grade sfres sfhot bagel e2e-nlg webnlg2017 webnlg2020 wmt23
    wmt23-esa wmt-mqm-ted wmt-mqm-avg wmt21-da wmt22-da wmt20-metrics wmt19-darr mlqe-pe
    simpeval asset turkcorpus pandalm hanna xquad squad1.1 squad2.0 humaneval gsm8k mbpp mathqa
    crows-pairs bold stsb multeval duc2001 duc2002 duc2003 duc2004 duc2005 duc2006 duc2007
    tac2008 tac2009 tac2010 tac2011 multiling2011 multiling2013 multiling2015 multiling2017
    multiling2019 nytimes chaganty2018 kryscinski2019 multinews wcep
"""


def test_all_targets_have_a_recipe():
    """Every corpus that the plan names has a recipe."""
    assert set(TARGETS.split()) <= set(place.names(Recipe))


@pytest.mark.parametrize("name", place.names(Recipe))
def test_recipes_are_sound(name):
    """Every recipe reads, is called like its file, and says licence, citation and steps."""
    recipe = place.recipe(name, Recipe)
    assert recipe.name == name
    assert recipe.licence
    assert recipe.citation
    assert recipe.steps
    assert len({step.output for step in recipe.steps}) == len(recipe.steps)
