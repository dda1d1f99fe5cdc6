"""Runner `cmd:COMMAND`: a program that reads requests and writes replies, as JSON Lines."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.errors import UsageError, shortened
from sacreval.runners._base import Runner, check_timeout, runners

if TYPE_CHECKING:
    from sacreval.core.requests import Reply, Request


@runners.register("cmd")
@dataclass(frozen=True)
class Command(Runner):
    """A program, started once without a shell: a request a line in, a reply a line out.

    A reply is `{"id": …, "text": …}` with the id of its request, in any order, and may have the
    other fields of a reply, such as `finish_reason`, `model` or `error`.

    Args:
        timeout: Seconds in which the program must write its next reply.
    """

    timeout: float = 300.0

    def __post_init__(self) -> None:
        """Check the options."""
        check_timeout(self.timeout)

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Ask the program; see `Runner.replies`.

        Warns:
            ResultWarning: If it ends with an exit code other than 0 after all replies.

        Raises:
            NotSetUpError: If it cannot be started.
            UsageError: If it ends early, stops replying, or writes anything but one reply for each
                request.
        """
        from sacreval.io.line_program import LineProgram
        from sacreval.runners._conversation import Conversation

        with LineProgram(self._words()) as program:
            talk = Conversation(program, self.target, self.timeout)
            try:
                for asked in requests:
                    talk.send(asked)
                    yield from talk.ready()
                yield from talk.rest()
            except UsageError:
                yield from talk.found()
                raise

    def _words(self) -> list[str]:
        try:
            return shlex.split(self.target, posix=os.name == "posix")
        except ValueError as error:
            raise UsageError(f"cmd:{shortened(self.target)}: {error}; correct the quotes") from None
