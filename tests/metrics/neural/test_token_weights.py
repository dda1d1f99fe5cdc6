"""Frequencies of tokens, by hand."""

import numpy as np
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._token_weights import Idf, PairIdf, counted, outputs_of, references_of


def test_frequencies():
    """A token of n of N references weighs log((N + 1) / (n + 1))."""
    table = counted([(2, 5, 5, 3), (2, 7, 3)])
    assert table == Idf(2, {2: 2, 3: 2, 5: 1, 7: 1})
    assert [table.weight(x) for x in (2, 5, 9)] == pytest.approx([0, np.log(1.5), np.log(3)])


def test_frequencies_of_both():
    """The SHA-256 is of references and of outputs, each in its place."""
    one, two = counted([(2, 3)]), counted([(2, 5), (2,)])
    pairs = [(one, two), (two, one), (one, one)]
    assert len({PairIdf(*pair).sha256() for pair in pairs}) == 3


def test_texts_that_are_counted():
    """Equal texts of an input count once, or in every record; ids default to lines."""
    records = [
        Instance(prediction="a", references=["r", "s"]),
        Instance(prediction="a", references=["r", "r"]),
    ]
    batches = [Batch(records), Batch(records[:1], system="t")]
    assert references_of(batches, "inputs") == ["r", "s", "r"]
    assert references_of(batches, "records") == ["r", "s", "r", "r", "r", "s"]
    assert outputs_of(batches, "inputs") == ["a", "a"]
    assert outputs_of(batches, "records") == ["a", "a", "a"]
