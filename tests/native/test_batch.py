"""The batch of texts that kernels read."""

import numpy as np
import pytest

from sacreval import native
from sacreval.errors import NotSetUpError
from sacreval.native.batch import Texts, extension, rows

built = pytest.mark.skipif(not native.available(), reason="the kernels are not built")


@built
def test_pairs_and_starts():
    """Instances have as many pairs as references, none where they have none."""
    texts = Texts(["a", "b", "c"], [["x"], [], ["y", "z"]])
    assert (len(texts), texts.pairs, texts.starts.tolist()) == (3, 3, [0, 1, 1, 3])


@built
@pytest.mark.parametrize(
    ("predictions", "references", "error"),
    [
        (["a"], [], ValueError),
        (["a"], ["b"], TypeError),
        ([1], [["b"]], TypeError),
        (["a"], [[None]], TypeError),
    ],
)
def test_what_is_no_batch(predictions, references, error):
    """Lengths that differ, a text in place of a list, and other values are refused."""
    with pytest.raises(error):
        Texts(predictions, references)


@built
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_workers_change_nothing(workers):
    """Results are the same on any number of threads."""
    texts = Texts(["a b c"] * 9, [["a b d", "c"]] * 9, workers=workers)
    counts = rows(texts, "edit_pairs", texts.pairs, 4, "word")
    np.testing.assert_array_equal(
        counts, native.edit_pairs(Texts(["a b c"] * 9, [["a b d", "c"]] * 9), unit="word")
    )
    with pytest.raises(ValueError, match="workers"):
        Texts([], [], workers=0)


@pytest.mark.parametrize(("value", "forbidden"), [("1", True), ("yes", True)])
def test_the_environment_forbids_kernels(monkeypatch, value, forbidden):
    """With SACREVAL_NO_NATIVE there are none, and asking for them names the remedy."""
    monkeypatch.setenv("SACREVAL_NO_NATIVE", value)
    assert native.available() is not forbidden
    with pytest.raises(NotSetUpError, match="--engine official"):
        extension()
