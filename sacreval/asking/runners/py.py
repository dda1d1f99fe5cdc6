"""Runner `py:MODULE:FUNCTION`: a function of Python, called with batches of requests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from sacreval.asking.openai_replies import valid
from sacreval.asking.requests import Failure, Reply, Request
from sacreval.asking.runners._base import Runner, runners
from sacreval.core.options.type_errors import in_plain_words
from sacreval.errors import UsageError, one_line
from sacreval.text.user_functions import named


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


@runners.register("py")
@dataclass(frozen=True)
class Python(Runner):
    """A function of Python that takes a list of requests and returns a list of their replies.

    Each reply is a text, or a `sacreval.asking.requests.Reply`. If the function raises an
    exception, the requests of the batch fail with its message.

    Args:
        batch_size: Number of requests in a call.
    """

    batch_size: int = 8

    def __post_init__(self) -> None:
        """Check the options."""
        if self.batch_size < 1:
            raise UsageError("--batch-size is 1 or more; raise it")

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Call the function; see `Runner.replies`.

        Raises:
            NotSetUpError: If the function cannot be imported.
            UsageError: If it returns anything but one reply for each request.
        """
        function = named(self.target, "py:MODULE:FUNCTION")
        if not callable(function):
            raise UsageError(f"py:{self.target} is no function; name one that takes requests")
        waiting = iter(requests)
        while batch := list(islice(waiting, self.batch_size)):
            yield from called(function, batch, f"py:{self.target}")
