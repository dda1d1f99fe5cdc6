"""Rows of the records of each system."""

import pytest

from sacreval.errors import InputError
from support.products import peer, scores_of


def test_a_record_that_stands_twice_is_refused():
    """The same instance and system twice is an error."""
    with pytest.raises(InputError, match="'p' has instance '1' already"):
        scores_of([peer("p", "1", ["2"]), peer("p", "1", ["2"])])
