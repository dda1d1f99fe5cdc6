"""Languages, trees and data flow of programs, by hand."""

from typing import get_args

import pytest

from sacreval.metrics.structures._codebleu import data_flow, trees
from sacreval.metrics.structures._codebleu.data_flow import normalized
from sacreval.metrics.structures._codebleu.keywords import KEYWORDS
from sacreval.metrics.structures._codebleu.languages import LANGUAGES
from sacreval.metrics.structures._codebleu.trees import parsed, without_comments
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


@pytest.mark.parametrize(
    ("lang", "text", "left"),
    [
        ("java", "a; // b\n\nc; /* d\ne */ f;", "a;  \nc;   f;"),
        ("c", 's = "// no"; // yes', 's = "// no";  '),
        ("ruby", "a # b", "a # b"),
        ("python", 'def f():\n    """Doc."""\n    return "x"  # y', 'def f():\n    return "x"  '),
        ("python", "x = (  # open", "x = (  # open"),
    ],
)
def test_comments(lang, text, left):
    """Comments, docstrings and blank lines go; literals, and what cannot be read, stay."""
    assert without_comments(text, lang) == left


def test_subtrees():
    """`a + 1` is in both programs twice of three subtrees, whatever the names are."""
    found = trees.matches(parsed("x = b + 2", "python"), parsed("a + 1", "python"))
    assert found == (1, 3)


def flow(text, lang="python"):
    """Return the edges of a program."""
    return data_flow.data_flow(trees.parsed(text, lang), text, LANGUAGES[lang])


def test_assignments():
    """In `a = b` and `c = a`, a is computed from b, and c from the a of the first line."""
    found = [(x.name, x.kind, x.sources, x.places) for x in flow("a = b\nc = a")]
    assert found == [
        ("a", "computedFrom", ("b",), (2,)),
        ("b", "comesFrom", (), ()),
        ("c", "computedFrom", ("a",), (5,)),
        ("a", "comesFrom", ("a",), (0,)),
    ]


def test_branches_are_joined():
    """After a condition a variable may be from both branches, or from before without an else."""
    both = flow("if p:\n    a = 1\nelse:\n    a = 2\nb = a")
    one = flow("a = 0\nif p:\n    a = 1\nb = a")
    assert [len(x[-1].places) for x in (both, one)] == [2, 2]


def test_names_do_not_matter():
    """Programs with other names have the same flow, and those with another order have not."""
    first, second = flow("a = b\nc = a + b"), flow("x = y\nz = x + y")
    assert normalized(first) == normalized(second)
    assert data_flow.matches(first, second) == (len(second), len(second))
    assert data_flow.matches(flow("c = b + a\na = b"), first)[0] < len(first)


def test_what_cannot_be_read():
    """A program nested more deeply than Python's stack has no flow; nor has an empty one."""
    assert flow("") == []
    assert flow("x = " + "-" * 900 + "1") == []
