"""The client of one model of a server: a request out, its reply in."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event

import msgspec
from msgspec.structs import replace

from sacreval.asking.http.attempts import AgainError, Server
from sacreval.asking.http.connection import Connection
from sacreval.asking.requests import Failure, Reply, Request


@dataclass(frozen=True, kw_only=True)
class Client:
    """Asks a server for replies of a model.

    Args:
        server: The server.
        model: The model that is requested.
        without_logprobs: Set when a reply lacks log-probabilities that were requested.
    """

    server: Server
    model: str
    without_logprobs: Event = field(default_factory=Event)

    def ask(self, connection: Connection, asked: Request) -> Reply:
        """Send a request until there is a reply, or the attempts are used up.

        Args:
            connection: The connection of this thread.
            asked: The request.

        Raises:
            UsageError: If no request can succeed.
            StoppedError: If the run is over.
        """
        api = self.server.api
        body = msgspec.json.encode(api.body(asked, self.model))
        sent = self.server.send(
            connection, api.path(asked), body, lambda data: self._reply(asked, data)
        )
        found = sent.found
        reply = Reply(id=asked.id, error=found) if isinstance(found, Failure) else found
        return replace(
            self.server.key.hidden_in(reply),
            attempts=sent.attempts,
            seconds=sent.seconds,
            host=self.server.address.host,
        )

    def _reply(self, asked: Request, body: bytes) -> Reply:
        """Return the reply that the body of a response holds.

        Raises:
            AgainError: If the server failed, and the request should be sent again.
        """
        reply = self.server.api.reply(asked, body)
        if reply.error and reply.error.kind == "server":
            raise AgainError(reply.error)
        if asked.params.get("logprobs") and reply.text and reply.logprobs is None:
            self.without_logprobs.set()
        return reply
