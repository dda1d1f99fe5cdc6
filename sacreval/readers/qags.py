"""QAGS: summaries, with three crowd workers' judgments of each sentence.

Source: Wang, Cho, Lewis (2020), Asking and Answering Questions to Evaluate Factual Consistency.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.formats.json_documents import documents
from sacreval.readers._base import NumberedReader, convert, readers

POUND = "\u00e2\u00a3"  # a pound sign whose UTF-8 bytes were decoded as Latin-1


@readers.register("qags")
@dataclass(frozen=True, kw_only=True)
class QagsReader(NumberedReader):
    """One summary in each line, with its sentences and the answers of crowd workers.

    `consistency` is the score defined by QAGS: the share of sentences that most workers judged
    consistent. `consistent_share` lists, for each worker of the summary in the order of their ids,
    the share of sentences that this worker judged consistent.

    Args:
        mend_pounds: Whether to repair incorrectly decoded pound signs.
    """

    map_refusal: ClassVar[str] = "does not go with QAGS's files; use --reader json"

    mend_pounds: bool = False

    def _records(self, path: str) -> Iterator[Instance]:
        try:
            for number, row in enumerate(documents(path, lines=True), start=1):
                yield convert(self._record(row), f"{path}:{number}")
        except (KeyError, TypeError) as error:
            raise InputError(
                f"{path}: not in the layout of QAGS ({error!r}); give its file"
            ) from None

    def _record(self, row: Mapping[str, Any]) -> dict[str, Any]:
        sentences = row["summary_sentences"]
        workers = sorted({response["worker_id"] for response in _responses(row)})
        return {
            "prediction": self._text(" ".join(part["sentence"] for part in sentences)),
            "sources": [self._text(row["article"])],
            "judgments": {
                "consistency": sum(map(_majority, sentences)) / len(sentences),
                "consistent_share": [_share(row, worker) for worker in workers],
            },
            "meta": {"sentences": sentences},
        }

    def _text(self, text: str) -> str:
        return text.replace(POUND, "\u00a3") if self.mend_pounds else text


def _responses(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in row["summary_sentences"]:
        yield from part["responses"]


def _majority(part: Mapping[str, Any]) -> bool:
    """Return whether most workers judged a sentence consistent."""
    votes = [response["response"] == "yes" for response in part["responses"]]
    return bool(2 * sum(votes) > len(votes))


def _share(row: Mapping[str, Any], worker: int) -> Any:
    votes = [r["response"] == "yes" for r in _responses(row) if r["worker_id"] == worker]
    return sum(votes) / len(votes)
