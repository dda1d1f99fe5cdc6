"""Calls of a function with batches of requests, and checks of the replies that it returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sacreval.asking.openai_replies import valid
from sacreval.asking.requests import Failure, Reply, Request
from sacreval.core.options.wrong_values import in_plain_words
from sacreval.errors import UsageError, one_line


def called(
    function: Callable[[list[Request]], Any], batch: list[Request], name: str
) -> list[Reply]:
    """Return the replies of a function to a batch of requests."""
    try:
        results = function(list(batch))
    except Exception as error:  # noqa: BLE001 - code of the user
        failure = Failure("other", f"{name} raised {one_line(error)}")
        return [Reply(id=asked.id, error=failure) for asked in batch]
    if not isinstance(results, Sequence) or isinstance(results, str) or len(results) != len(batch):
        got = len(results) if isinstance(results, Sequence) else f"a {type(results).__name__}"
        raise UsageError(
            f"{name} returned {got} for {len(batch)} requests; return a list with "
            "one text or Reply for each"
        )
    return [_reply(asked, result, name) for asked, result in zip(batch, results, strict=True)]


def _reply(asked: Request, result: Any, name: str) -> Reply:
    """Return the reply to a request."""
    if isinstance(result, str):
        return Reply(id=asked.id, text=valid(result))
    if isinstance(result, Reply) and result.id == asked.id:
        return _checked(result, name)
    what = "a Reply to another request" if isinstance(result, Reply) else type(result).__name__
    raise UsageError(f"{name} returned {what}; return one text or Reply for each request, in order")


def _checked(reply: Reply, name: str) -> Reply:
    """Return a reply whose fields have the types that they have in files."""
    try:
        return msgspec.convert(valid(msgspec.to_builtins(reply)), Reply)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(
            f"{name} returned a Reply with a wrong field: {in_plain_words(error)}; correct it"
        ) from None
