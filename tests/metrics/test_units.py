"""Units of texts: splitting after normalisation, and texts for the kernels that count them."""

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics._units import for_units

NAMES = ("jaccard", "longest-common-prefix")
BATCH = Batch([Instance(prediction="It's A, a.")])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("unit", "parts"),
    [("character", ["a", "b", " ", "c", "."]), ("token", ["ab", "c."]), ("word", ["ab", "c", "."])],
)
def test_texts_are_split_into_the_units_asked_for(name, unit, parts):
    """Texts are normalised, then split into characters, tokens, or words and marks."""
    metric = metrics.get(name)(unit=unit, normalize="lower")
    assert metric.split("Ab C.") == parts
    assert list(metric.tokenization().split("ab c.")) == parts


@pytest.mark.parametrize("name", NAMES)
def test_unknown_normalisers_are_refused(name):
    """A normaliser that does not exist is refused when the metric is created."""
    with pytest.raises(UsageError, match="squod"):
        metrics.get(name)(normalize="squod")


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
