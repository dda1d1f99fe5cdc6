"""Values in cells: gaps, numbers, lists."""

import pytest

from sacreval.errors import InputError
from sacreval.io.formats.values import literal, number


@pytest.mark.parametrize("cell", ["None", "NULL", "null", "NaN", "nan", "", " None ", None])
def test_gaps(cell):
    """Every spelling of a gap is None, and nothing else is."""
    assert number(cell, "x:1") is None


def test_numbers():
    """Whole numbers stay whole, and minus zero is a number."""
    assert number("3", "x:1") == 3
    assert number("-0.000000", "x:1") == 0
    with pytest.raises(InputError, match=r"x:1: 'three' is not a number"):
        number("three", "x:1")


def test_lists_with_bare_nan():
    """Python lists in cells may hold a bare nan, which is a gap; nothing is ever run."""
    assert literal("[3, nan, 5.5]", "x:1") == [3, None, 5.5]
    assert literal("[['race'], ['nan']]", "x:1") == [["race"], ["nan"]]
    for evil in ("__import__('os').system('true')", "[x for x in (1,)]", "[1, 2", "open('x')"):
        with pytest.raises(InputError, match="not a list or number"):
            literal(evil, "x:1")
