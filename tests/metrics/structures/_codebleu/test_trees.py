"""Programs without comments, and their subtrees."""

import pytest

from sacreval.metrics.structures._codebleu.trees import matches, parsed, without_comments


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
    found = matches(parsed("x = b + 2", "python"), parsed("a + 1", "python"))
    assert found == (1, 3)
