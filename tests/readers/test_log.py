"""Readers of logs: fields over the records that they make."""

from dataclasses import dataclass

import pytest

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.readers._log import LogReader


@dataclass(frozen=True, kw_only=True)
class Toy(LogReader):
    """A log of one record."""

    name = "toy"

    @classmethod
    def matches(cls, found):
        return found.has("toy")

    def records(self, path):
        del path
        yield 1, Instance(prediction="7", meta={"doc": {"answer": "8"}, "scores": {"acc": 0.0}})


def test_fields():
    """Expressions see the record that the reader makes, which keeps its meta."""
    (batch,) = Toy(fields={"references": "meta.doc.answer"}).read("x")
    assert batch[0].references == ["8"]
    assert batch[0].meta == {"doc": {"answer": "8"}, "scores": {"acc": 0.0}}
    with pytest.raises(InputError, match="matches nothing"):
        list(Toy(fields={"references": "meta.dog"}).read("x"))
