"""Texts for kernels that count units."""

import pytest

from sacreval import native
from sacreval.core.records import Batch, Instance
from sacreval.metrics._unit_texts import for_units

BATCH = Batch([Instance(prediction="It's A, a.")])


@pytest.mark.skipif(not native.available(), reason="the compiled kernels are not built here")
@pytest.mark.parametrize(
    ("unit", "lowercase", "expected"),
    [
        ("character", False, [[9, 10]]),  # two blanks
        ("character", True, [[8, 10]]),
        ("token", True, [[3, 3]]),
        ("word", False, [[5, 5]]),
        ("word", True, [[4, 5]]),
    ],
)
def test_units_are_counted_by_the_kernel(unit, lowercase, expected):
    """Characters and tokens are split and lowercased by the kernel, words and marks before it."""
    texts, options = for_units(BATCH, unit, lowercase=lowercase)
    assert native.distinct_ngrams(texts, **options, orders=(1,)).tolist() == expected
