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
        found = function(list(batch))
    except Exception as error:  # noqa: BLE001 - code of the user
        failure = Failure("other", f"{name} raised {one_line(error)}")
        return [Reply(id=asked.id, error=failure) for asked in batch]
    if not isinstance(found, Sequence) or isinstance(found, str) or len(found) != len(batch):
        got = len(found) if isinstance(found, Sequence) else f"a {type(found).__name__}"
        raise UsageError(
            f"{name} returned {got} for {len(batch)} requests; return a list with "
            "one text or Reply for each"
        )
    return [_reply(asked, one, name) for asked, one in zip(batch, found, strict=True)]


def _reply(asked: Request, found: Any, name: str) -> Reply:
    """Return the reply to a request."""
    if isinstance(found, str):
        return Reply(id=asked.id, text=valid(found))
    if isinstance(found, Reply) and found.id == asked.id:
        return _checked(found, name)
    what = "a Reply to another request" if isinstance(found, Reply) else type(found).__name__
    raise UsageError(f"{name} returned {what}; return one text or Reply for each request, in order")


def _checked(found: Reply, name: str) -> Reply:
    """Return a reply whose fields have the types that they have in files."""
    try:
        return msgspec.convert(valid(msgspec.to_builtins(found)), Reply)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(
            f"{name} returned a Reply with a wrong field: {in_plain_words(error)}; correct it"
        ) from None
