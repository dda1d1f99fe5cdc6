"""Limits of requests and of cost, as options."""

import pytest

from sacreval.asking.spending import Price
from sacreval.cli.options.judge_options import SpendingOptions
from sacreval.errors import UsageError


def test_budget():
    """The options are the limits of one budget."""
    budget = SpendingOptions(max_requests=3, max_cost=1.5, price="0.1/0.4").budget()
    assert (budget.max_requests, budget.max_cost, budget.price) == (3, 1.5, Price(0.1, 0.4))


def test_no_limits():
    """Without options there is no limit but that of failures in a row."""
    budget = SpendingOptions().budget()
    assert (budget.max_requests, budget.max_cost, budget.price) == (None, None, None)
    assert budget.most_failures == 20


def test_cost_without_price():
    """A largest cost needs a price."""
    with pytest.raises(UsageError, match="give --price IN/OUT"):
        SpendingOptions(max_cost=1.0).budget()
