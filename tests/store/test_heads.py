"""Heads and keys: equal where rows are, and only there."""

import pytest

from sacreval.records import Batch, Instance
from sacreval.store.heads import keys
from support.program import spawn, write_jsonl


def key(**fields) -> bytes:
    return keys(Batch([Instance(prediction="a", **fields)]))[0]


@pytest.mark.parametrize("value", [2**64, -(2**64), 10**300, "\ud800", {"a": [2**70, 1.0]}])
def test_every_record_has_a_key(value):
    """Whole numbers of any length and half characters are hashed, and told from others."""
    assert key(meta={"x": value}) == key(meta={"x": value})
    assert key(meta={"x": value}) != key(meta={"x": [value]})
    assert key(meta={"x": 2**64}) != key(meta={"x": float(2**64)})


def test_what_cannot_be_hashed_is_never_met_again():
    """A record that nothing can write has a new key every time, so that its rows are made."""
    assert key(meta={"x": object()}) != key(meta={"x": object()})
    assert key(meta={"x": 10**5000}) != key(meta={"x": 10**5000})


def test_large_numbers_in_a_run(tmp_path):
    """A whole number of more than 64 bits is in nobody's way."""
    record = {"prediction": "the cat", "references": ["a cat"], "meta": {"id": 2**70}}
    write_jsonl(tmp_path / "large.jsonl", [record])
    words = ("evaluate", "ter", "large.jsonl", "--engine", "official")
    first = spawn(*words, "--resume", "run.partial", cwd=tmp_path)
    assert first.code == 0, first.err
    assert spawn(*words, cwd=tmp_path) == first
