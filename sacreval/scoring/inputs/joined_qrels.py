"""Relevance judgments from -r, joined to records with rankings by topic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sacreval.core.records import Batch
from sacreval.readers._base import Reader


@dataclass(frozen=True, kw_only=True)
class JoinedQrels(Reader):
    """Records of one file with the relevance judgments of another.

    Args:
        records: The reader of the file of rankings; the id of an instance is its topic.
        qrels: The file of relevance judgments.
    """

    records: Reader
    qrels: str

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file of rankings together with the judgments."""
        from sacreval.readers._trec.judged import Judging
        from sacreval.readers._trec.qrels import read_qrels

        yield from Judging(read_qrels(self.qrels), path).add_to(self.records.read(path))
