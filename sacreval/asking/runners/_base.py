"""Base class of runners, which turn requests into replies, and the `runners` registry.

Fields of a runner are options of every command with `--with`, and may be shared by runners if their
types are equal. A failure of one request is a reply with `error`; an exception is for what no
request can survive, and replies that came before it are yielded first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.options.registry import Registry
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.asking.requests import Reply, Request

_DAY = 86_400.0  # seconds


@dataclass(frozen=True)
class Runner(ABC):
    """Base class of runners; the other fields of a subclass are options, all with defaults.

    Args:
        target: What is asked, the text after the colon of `openai:MODEL`.
    """

    name: ClassVar[str]
    connects: ClassVar[bool] = False  # whether it opens connections to another machine or port

    target: str

    @abstractmethod
    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Ask a model.

        Replies are yielded as they come, in any order, exactly one for each request that was
        taken; a request that failed has a reply with `error`. When the iterator is closed, no
        further request is taken, and everything that was started is ended.

        Args:
            requests: The requests, taken one by one.

        Yields:
            The replies.

        Raises:
            UsageError: If no request can succeed, such as with a wrong key.
            NotSetUpError: If a package, a program or a key is missing.
        """

    def identity(self) -> str:
        """Return what is asked, for signatures: the runner and its target, and the host if any."""
        return f"{self.name}:{self.target}"

    def host(self) -> str:
        """Return the host and port that are asked, for notices; "" if none."""
        return ""


def check_timeout(seconds: float) -> None:
    """Check the value of `--timeout`.

    Raises:
        UsageError: If it is no number of seconds from above 0 to a day.
    """
    if not 0 < seconds <= _DAY:
        raise UsageError("--timeout is a number of seconds, from above 0 to 86,400; change it")


runners: Registry[Runner] = Registry("runner", "sacreval.asking.runners", base=Runner)
