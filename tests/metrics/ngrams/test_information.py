"""The information of n-grams in references."""

import gc
from collections import Counter
from math import log2

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._information import (
    Information,
    Key,
    distinct_references,
    hashed,
    informed,
    recall,
    remember,
)

TEXTS = [["a", "b", "a", "c"], ["0", "b"]]


@pytest.mark.parametrize(("perl", "after_zero"), [(False, log2(1 / 1)), (True, log2(6 / 1))])
def test_bits(perl, after_zero):
    """It is log2 of the count without the last word over the own, in Perl not after the word 0."""
    assert informed(TEXTS, 2, perl=perl).bits == {
        ("a",): log2(6 / 2),
        ("b",): log2(6 / 2),
        ("c",): log2(6 / 1),
        ("0",): log2(6 / 1),
        ("a", "b"): log2(2 / 1),
        ("b", "a"): log2(2 / 1),
        ("a", "c"): log2(2 / 1),
        ("0", "b"): after_zero,
    }


def test_longer_than_all_references():
    """Orders longer than every reference add nothing."""
    assert informed(TEXTS, 1000, perl=False) == informed(TEXTS, 4, perl=False)


def test_an_unknown_gram():
    """An n-gram that was not counted is an error, not 0."""
    with pytest.raises(UsageError, match="no information on 'x y'; settle it"):
        Information({}).of(Counter([("x", "y")]))


def test_references_of_an_input_are_counted_once():
    """Two systems share the references of an input; equal references of two inputs are two."""
    records = [
        Instance(instance_id=i, system_id=s, prediction="", references=["r", "q", "r"])
        for s in "ab"
        for i in "12"
    ]
    assert distinct_references([Batch(records[:3]), Batch(records[3:])]) == [*"qqrrrr"]
    assert distinct_references([Batch(records[::-1])]) == [*"qqrrrr"]


def test_hashes_tell_where_a_reference_ends():
    """Other references have another hash, even where their characters are the same."""
    assert len({hashed(texts) for texts in (["a", "b"], ["a b"], ["a,b"], ['a","b'])}) == 4


def test_a_table_is_computed_once_while_it_is_held():
    """A table is found by its key as long as something holds it."""
    key = Key(hashed(["held"]), 2, ("nltk", "13a", False))
    first = remember(key, lambda: informed([["held"]], 2, perl=False))
    assert remember(key, lambda: Information({})) is first is recall(key)
    del first
    gc.collect()
    assert recall(key) is None


def test_references_in_another_order_are_the_same():
    """References of an input are counted once, however a system's file orders them."""
    one = Instance(instance_id="1", system_id="a", prediction="x", references=["b", "a"])
    other = Instance(instance_id="1", system_id="b", prediction="y", references=["a", "b"])
    assert distinct_references([Batch([one, other])]) == ["a", "b"]
