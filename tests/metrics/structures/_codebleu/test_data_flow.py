"""Data flow by hand."""

from sacreval.metrics.structures._codebleu import trees
from sacreval.metrics.structures._codebleu.data_flow import data_flow, matches, normalized
from sacreval.metrics.structures._codebleu.languages import LANGUAGES


def flow(text, lang="python"):
    """Return the edges of a program."""
    return data_flow(trees.parsed(text, lang), text, LANGUAGES[lang])


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
    assert matches(first, second) == (len(second), len(second))
    assert matches(flow("c = b + a\na = b"), first)[0] < len(first)


def test_what_cannot_be_read():
    """A program nested more deeply than Python's stack has no flow; nor has an empty one."""
    assert flow("") == []
    assert flow("x = " + "-" * 900 + "1") == []
