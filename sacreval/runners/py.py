"""Runner `py:MODULE:FUNCTION`: a function of Python, called with batches of requests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from sacreval.core.lenient_json import valid
from sacreval.core.python_names import named
from sacreval.core.requests import Failure, Reply, Request
from sacreval.core.wrong_values import in_plain_words
from sacreval.errors import UsageError, one_line
from sacreval.runners._base import Runner, runners

Function = Callable[[list[Request]], Any]


@runners.register("py")
@dataclass(frozen=True)
class Python(Runner):
    """A function of Python that takes a list of requests and returns a list of their replies.

    Each reply is a text, or a `sacreval.core.requests.Reply`; halves of surrogate pairs in texts
    become U+FFFD, as in the replies of servers. If the function raises an exception,
    the requests of the batch fail with its message.

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
            yield from self._called(function, batch)

    def _called(
        self, function: Callable[[list[Request]], Any], batch: list[Request]
    ) -> list[Reply]:
        try:
            found = function(list(batch))
        except Exception as error:  # noqa: BLE001 - code of the user
            failure = Failure("other", f"py:{self.target} raised {one_line(error)}")
            return [Reply(id=asked.id, error=failure) for asked in batch]
        if not isinstance(found, Sequence) or isinstance(found, str) or len(found) != len(batch):
            got = len(found) if isinstance(found, Sequence) else f"a {type(found).__name__}"
            raise UsageError(
                f"py:{self.target} returned {got} for {len(batch)} requests; return a list with "
                "one text or Reply for each"
            )
        return [self._reply(asked, one) for asked, one in zip(batch, found, strict=True)]

    def _reply(self, asked: Request, found: Any) -> Reply:
        """Return the reply to a request.

        Raises:
            UsageError: If it is neither a text nor the reply to this request.
        """
        if isinstance(found, str):
            return Reply(id=asked.id, text=valid(found))
        if isinstance(found, Reply) and found.id == asked.id:
            return self._checked(found)
        what = "a Reply to another request" if isinstance(found, Reply) else type(found).__name__
        raise UsageError(
            f"py:{self.target} returned {what}; return one text or Reply for each request, in order"
        )

    def _checked(self, found: Reply) -> Reply:
        """Return a reply whose fields have the types that they have in files.

        Raises:
            UsageError: If one has not.
        """
        try:
            return msgspec.convert(valid(msgspec.to_builtins(found)), Reply)
        except (msgspec.ValidationError, RecursionError) as error:
            raise UsageError(
                f"py:{self.target} returned a Reply with a wrong field: {in_plain_words(error)}; "
                "correct it"
            ) from None
