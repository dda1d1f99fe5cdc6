"""Blocks of work on several threads."""

import pytest

from sacreval.stats.threads import in_order


@pytest.mark.parametrize("workers", [1, 3])
def test_results_are_in_the_order_of_blocks(workers):
    """Whatever the number of threads."""
    assert list(in_order(lambda n: n * n, range(20), workers)) == [n * n for n in range(20)]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_of_a_block_is_raised(workers):
    """It ends the work."""
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda n: 1 / n, [1, 2, 0, 3], workers))
