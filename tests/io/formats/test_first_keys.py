"""Keys of the first JSON value of a file that may be cut anywhere."""

import json

import pytest

from sacreval.io.formats.first_keys import first_keys

ROW = {"doc_id": 0, "doc": {"a{": "]}", "b": {"c": {"d": 1}}}, "resps": [["x"], {"later": 1}]}


def test_paths():
    """Keys are collected three levels deep, and of a list those in its first item."""
    text = json.dumps(ROW).encode()
    wanted = {"doc_id", "doc", "doc.a{", "doc.b", "doc.b.c", "resps", "resps[]", "resps[][]"}
    assert first_keys(text) == wanted
    assert first_keys(b'[{"id": 1, "xs": [{"y": 2}]}, {"other": 1}]') == {
        "[]", "[].id", "[].xs", "[].xs[]"
    }  # fmt: skip


def test_only_the_first_value():
    """The second line of JSONL has no part in it."""
    assert first_keys(b'{"a": 1}\n{"b": 2}\n') == {"a"}


@pytest.mark.parametrize("text", [b"", b"12 {", b"PK\x03\x04{}", b'"a"', b"]["])
def test_no_json(text):
    """What is no object or list has no keys."""
    assert first_keys(text) == frozenset()


def test_cut_anywhere():
    """A text that is cut anywhere has some of the keys and no other."""
    text = json.dumps(ROW).encode()
    whole = first_keys(text)
    assert all(first_keys(text[:i]) <= whole for i in range(len(text)))
