"""A reader of logs of one record."""

from dataclasses import dataclass

from sacreval.core.records import Instance
from sacreval.readers._log import LogReader


@dataclass(frozen=True, kw_only=True)
class ToyLog(LogReader):
    """A log of one record."""

    name = "toy"

    @classmethod
    def matches(cls, found):
        return found.has("toy")

    def records(self, _path):
        yield 1, Instance(prediction="7", meta={"doc": {"answer": "8"}, "scores": {"acc": 0.0}})
