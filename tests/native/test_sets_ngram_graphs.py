"""The kernel of n-gram graphs beside its Python definition."""

import random

import pytest

from sacreval import native
from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams.autosummeng import AutoSummENG

ALPHABETS = ("ab", "abc \n", "abcdefgh ", "a\u00e9\u6f22\U0001f600 \r\n", "\ud800a")
SIZES = (0, 1, 2, 3, 5, 20, 80)


def text(draw):
    alphabet = draw.choice(ALPHABETS)
    return "".join(draw.choice(alphabet) for _ in range(draw.choice(SIZES)))


@pytest.mark.parametrize("released", [True, False])
def test_as_defined(released):
    """Random texts, n-gram lengths and windows score as in Python, also with one left out."""
    draw = random.Random(1)
    for _ in range(60):
        records = [
            Instance(prediction=text(draw), references=[text(draw) for _ in range(2 + i % 3)])
            for i in range(4)
        ]
        n, window = draw.randint(1, 3), draw.randint(1, 4)
        metric = AutoSummENG(
            min_n=n, max_n=n + draw.randint(0, 2), window=window, released=released
        )
        batch = Batch(records)
        compiled = rows_with_leave_one_out(metric.with_engine("native"), batch)
        for ours, defined in zip(compiled, rows_with_leave_one_out(metric, batch), strict=True):
            assert ours == pytest.approx(defined, abs=1e-12)


@pytest.mark.parametrize(("references", "leave_one_out"), [([], False), (["a"], True)])
def test_too_few_references(references, leave_one_out):
    """An instance without a reference, or with one to leave out, is an error."""
    texts = native.Texts(["a"], [references])
    with pytest.raises(ValueError, match="too few references"):
        native.graph_similarities(
            texts, min_n=3, max_n=3, window=3, released=True, leave_one_out=leave_one_out
        )


@pytest.mark.parametrize("options", [(0, 3, 3), (3, 2000, 3), (3, 3, 0)])
def test_options_out_of_range(options):
    """Lengths of n-grams and windows outside their range are errors."""
    texts = native.Texts(["a"], [["a"]])
    min_n, max_n, window = options
    with pytest.raises(ValueError, match="out of range|at least 1"):
        native.graph_similarities(texts, min_n=min_n, max_n=max_n, window=window, released=True)
