"""Units of texts, their n-grams, and orders in range."""

import pytest

from sacreval.errors import UsageError
from sacreval.text.words import check_order, check_orders, ngrams, units


@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ("token", ["Don't", "stop-it,", "été"]),
        ("word", ["Don't", "stop", "-", "it", ",", "été"]),
        ("character", list("Don't stop-it, été")),
    ],
)
def test_units(unit, found):
    """Tokens are separated by blanks; among words each mark is a unit, but an apostrophe inside."""
    assert list(units("Don't stop-it, été", unit)) == found


def test_ngrams():
    """`abab` has two `ab` and one `ba`; a text that is too short has none."""
    assert ngrams("abab", 2) == {("a", "b"): 2, ("b", "a"): 1}
    assert not ngrams("a", 2)


@pytest.mark.parametrize("order", [0, 1001, -1])
def test_orders_out_of_range(order):
    """Orders are 1 to 1000, and the message names the option and the value."""
    with pytest.raises(UsageError, match=f"max_len is {order}"):
        check_order("max_len", order)
    with pytest.raises(UsageError):
        check_orders((1, order))


def test_orders():
    """None and an order that is repeated are refused; a lower bound may be 0."""
    check_orders((1, 1000))
    check_order("char_order", 0, least=0)
    for orders in ((), (2, 2)):
        with pytest.raises(UsageError, match="orders"):
            check_orders(orders)
