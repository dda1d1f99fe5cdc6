"""A row of an lm-eval log, of any version since 0.4.0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Raw

NULL = Raw(b"null")
FIRST = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps"}
"""The fields that a row begins with, in this order."""
UNREAD = {"prompt_hash", "target_hash"}
"""Further fields of a row that are no scores."""
DocId = Annotated[int, msgspec.Meta(ge=0, lt=2**63 - 1)]


class Request(msgspec.Struct, gc=False):
    """What the model was asked.

    Args:
        arg_0: The prompt; for chat services a list of one JSON text with messages.
        arg_1: The continuation, a JSON text; or the settings of generation.
    """

    arg_0: Any = None
    arg_1: Raw = NULL


class Place(msgspec.Struct, gc=False):
    """Where a row belongs.

    Args:
        doc_id: Number of the document.
        filter: Name of the filter; None before 0.4.7.
    """

    doc_id: DocId
    filter: str | None = None


class Row(Place, gc=False, kw_only=True):
    """A document under one filter; one line. What is no field of it is a score.

    Args:
        resps: What the model returned, a list for each request, with one item for each repeat.
        filtered_resps: The same after the filter.
        doc: The row of the data set, undecoded.
        target: The target as text.
        arguments: The requests; a list of lists before 0.4.3.
        metrics: Names of the scores, undecoded; None before 0.4.7.
        doc_hash: SHA-256 of the document.
    """

    resps: list[list[Any]]
    filtered_resps: list[Any]
    doc: Raw = NULL
    target: Any = None
    arguments: dict[str, Request] | list[list[Any]] = []
    metrics: Raw = NULL
    doc_hash: str | None = None

    def requests(self) -> Sequence[Request]:
        """Return the requests, in order."""
        if isinstance(self.arguments, dict):
            return list(self.arguments.values())
        return [_request(one) for one in self.arguments]


def _request(given: list[Any]) -> Request:
    found = Request(given[0] if given else None)
    if len(given) > 1:
        found.arg_1 = Raw(msgspec.json.encode(given[1]))
    return found
