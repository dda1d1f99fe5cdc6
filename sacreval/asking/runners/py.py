"""Runner `py:MODULE:FUNCTION`: a function of Python, called with batches of requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sacreval.asking.runners._base import Runner, runners
from sacreval.errors import UsageError
from sacreval.text.user_functions import named

if TYPE_CHECKING:
    from sacreval.asking.requests import Reply, Request


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
        from sacreval.asking.runners._function_calls import called

        function = named(self.target, "py:MODULE:FUNCTION")
        if not callable(function):
            raise UsageError(f"py:{self.target} is no function; name one that takes requests")
        waiting = iter(requests)
        while batch := list(islice(waiting, self.batch_size)):
            yield from called(function, batch, f"py:{self.target}")
