"""Runner `file:PATH`: replies of an earlier run, from a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.asking.runners._base import Runner, runners

if TYPE_CHECKING:
    from sacreval.asking.requests import Reply, Request


@runners.register("file")
@dataclass(frozen=True)
class FromFile(Runner):
    """Replies of an earlier run: a file of `sacreval answer`, or of a batch service.

    A request without a reply in the file fails; replies to other requests are not used.
    """

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Look each request up; see `Runner.replies`.

        Raises:
            InputError: If the file cannot be read.
        """
        from sacreval.asking.reply_file import read_replies
        from sacreval.asking.requests import Failure, Reply

        replies = {reply.id: reply for reply in read_replies(self.target)}
        none = Failure("other", f"{self.target} has no reply to this request")
        for asked in requests:
            yield replies.get(asked.id) or Reply(id=asked.id, error=none, attempts=0)
