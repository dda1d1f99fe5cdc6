"""Languages: each has a grammar, keywords and a data flow."""

from typing import get_args

import pytest

from sacreval.metrics.structures._codebleu import trees
from sacreval.metrics.structures._codebleu.keywords import KEYWORDS
from sacreval.metrics.structures._codebleu.languages import LANGUAGES
from sacreval.metrics.structures.codebleu import Lang


def test_the_same_languages_everywhere():
    """The option names the languages that have keywords and rules."""
    assert set(get_args(Lang)) == set(LANGUAGES) == set(KEYWORDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_types_of_nodes_are_known(lang):
    """Each language has some of the nodes that its rules name in its grammar, and keywords."""
    grammar = trees._grammar(lang)
    named = LANGUAGES[lang].assignments | LANGUAGES[lang].branches | LANGUAGES[lang].definitions
    assert any(grammar.id_for_node_kind(name, True) is not None for name in named)
    assert "if" in KEYWORDS[lang]
    assert trees.parsed("", lang).child_count == 0
