"""Split texts into units: characters, tokens separated by white space, or words and marks."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from sacreval.errors import UsageError

Unit = Literal["character", "token", "word"]

_WORD = r"\w+(?:['\u2019]\w+)*|[^\w\s]"  # compiled when it is first used
LONGEST = 1000  # largest order of n-grams


def units(text: str, unit: Unit) -> Sequence[str]:
    """Split a text.

    Args:
        text: The text.
        unit: character; token, separated by white space; or word, where every punctuation mark is
            a unit of its own.
    """
    if unit == "character":
        return text
    return text.split() if unit == "token" else re.findall(_WORD, text)


def ngrams(items: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """Count the n-grams of a sequence."""
    return Counter(zip(*(items[i:] for i in range(n)), strict=False))


def check_order(option: str, order: int, *, least: int = 1) -> None:
    """Check that an order of n-grams is in range.

    Args:
        option: Name of the option, for the message.
        order: The order, that is the length of the longest n-grams.
        least: The smallest order allowed.

    Raises:
        UsageError: If the order is out of range.
    """
    if not least <= order <= LONGEST:
        raise UsageError(f"{option} is {order}; give {least} to {LONGEST}")


def check_orders(orders: Sequence[int]) -> None:
    """Check the orders of n-grams of a metric with several.

    Raises:
        UsageError: If there is none, one is repeated, or one is out of range.
    """
    if not orders or len(set(orders)) < len(orders):
        raise UsageError("orders must be whole numbers from 1, each given once")
    for order in orders:
        check_order("orders", order)
