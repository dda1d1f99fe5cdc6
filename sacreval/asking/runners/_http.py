"""Base class of runners that ask a server over HTTP; a subclass has the server's API.

Bodies and replies of OpenAI's and Anthropic's servers are in modules of `asking` with their names.

Each connection has a thread, and one gate has the limits of the server. A watch shuts a connection
down when the time of a whole reply is over.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.asking.http.keys import Address, parsed
from sacreval.asking.runners._base import Runner, check_timeout
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.asking.http.api import Api
    from sacreval.asking.requests import Reply, Request

MOST_CONNECTIONS = 1024  # each has a thread


@dataclass(frozen=True)
class HttpRunner(Runner):
    """Base class of runners that ask a server; a subclass sets the default of `base_url`.

    Args:
        base_url: Address of the API, up to the version, such as http://127.0.0.1:8000/v1.
        key_env: Environment variable with the key, which is sent to that host only.
        connections: Number of requests that are under way at the same time.
        timeout: Seconds until the whole reply has come, for each attempt.
        tries: Number of attempts for each request.
        insecure: Allow http:// to other machines, so that all on the way can read the texts and the
            key.
        strict_model: End the run if the reply names another model than the one requested; without
            it there is a notice.
    """

    connects: ClassVar[bool] = True

    base_url: str = ""
    key_env: str | None = None
    connections: int = 8
    timeout: float = 300.0
    tries: int = 6
    insecure: bool = False
    strict_model: bool = False

    @staticmethod
    @abstractmethod
    def api() -> Api:
        """Return the API of the server; what it needs is imported here, not for `--help`."""

    def __post_init__(self) -> None:
        """Check the options."""
        if not 1 <= self.connections <= MOST_CONNECTIONS:
            raise UsageError(f"--connections is from 1 to {MOST_CONNECTIONS}; change it")
        if self.tries < 1:
            raise UsageError("--tries is 1 or more; raise it")
        check_timeout(self.timeout)
        _ = self._address

    @property
    def _address(self) -> Address:
        return parsed(self.base_url, insecure=self.insecure)

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Ask the server; see `Runner.replies`.

        Warns:
            ResultWarning: If another model replied, or log-probabilities are missing.
        """
        from sacreval.asking.http.session import SessionLimits, replies

        return replies(
            self.api(),
            self._address,
            requests,
            runner=self.name,
            model=self.target,
            key_env=self.key_env,
            limits=SessionLimits(self.connections, self.tries, self.timeout),
            strict_model=self.strict_model,
        )

    def identity(self) -> str:
        """Return the runner, the model and the host."""
        return f"{self.name}:{self.target}@{self.host()}"

    def host(self) -> str:
        """Return the host and port that are asked."""
        return self._address.host
