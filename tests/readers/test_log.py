"""Readers of logs: fields over the records that they make."""

import pytest

from sacreval.errors import InputError
from support.toy_log import ToyLog


def test_fields():
    """Expressions see the record that the reader makes, which keeps its meta."""
    (batch,) = ToyLog(fields={"references": "meta.doc.answer"}).read("x")
    assert batch[0].references == ["8"]
    assert batch[0].meta == {"doc": {"answer": "8"}, "scores": {"acc": 0.0}}
    with pytest.raises(InputError, match="matches nothing"):
        list(ToyLog(fields={"references": "meta.dog"}).read("x"))
