"""Requests, and runners that answer them in the process of the test."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sacreval.asking.requests import Failure, Message, Reply, Request, Usage, request
from sacreval.asking.runners._base import Runner


def chats(count: int, **params: object) -> list[Request]:
    """Make requests with different prompts."""
    options = params or {"max_tokens": 8}
    return [
        request(messages=(Message("user", f"question {i}"),), params=options) for i in range(count)
    ]


def echo(asked: Request) -> Reply:
    """Answer with the end of the prompt."""
    usage = Usage(prompt=4, reply=2)
    return Reply(id=asked.id, text=asked.messages[-1].content[-12:], usage=usage, seconds=0.5)


def failing(kind: str) -> Callable[[Request], Reply]:
    """Return what fails with an error of this kind."""
    return lambda asked: Reply(id=asked.id, error=Failure(kind, "it broke"))


@dataclass(frozen=True)
class OneByOne(Runner):
    """Answers one request after the other with a function, and lists what it was asked."""

    name = "one-by-one"
    target: str = "test"
    reply: Callable[[Request], Reply] = echo
    asked: list[Request] = field(default_factory=list)

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Answer."""
        for question in requests:
            self.asked.append(question)
            yield self.reply(question)
