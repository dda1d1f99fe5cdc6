"""Ask a runner the requests that have no answer yet, and keep each reply as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sacreval.asking.reply_merging import is_answer
from sacreval.asking.spending import Budget
from sacreval.errors import UsageError, shortened

if TYPE_CHECKING:
    from sacreval.asking.requests import Reply, Request
    from sacreval.asking.runners._base import Runner


class ReplyStore(Protocol):
    """Where replies are kept: a `ReplyFile`, or `ReplyMemory`."""

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""

    def add(self, reply: Reply) -> None:
        """Keep a reply."""


class Asked(NamedTuple):
    """What a round of asking did.

    Args:
        requests: Number of requests, equal ones counted once.
        before: Number of them that had an answer before.
        answered: Number of them that were answered now.
        failed: Number of replies that are failures.
        stopped: Why asking ended early; "" if all requests were sent.
    """

    requests: int
    before: int
    answered: int
    failed: int
    stopped: str

    @property
    def unanswered(self) -> int:
        """Number of requests that still have no answer."""
        return self.requests - self.before - self.answered


def ask(
    requests: Iterable[Request],
    runner: Runner,
    store: ReplyStore,
    *,
    budget: Budget | None = None,
    advance: Callable[[int], None] | None = None,
) -> Asked:
    """Ask a runner all requests that have no answer in a store, and add the replies to it.

    A run with several steps calls this for each, with the same budget, which holds the limits, the
    counts and the reason to stop: after `Asked.stopped` the next steps are not asked either.
    `with ReplyFile(path) as store` keeps the replies in a file; `ReplyMemory()` in memory alone.

    Args:
        requests: The requests; of equal ids the first is asked.
        runner: What is asked.
        store: Where replies are kept. A failed reply is added too, and asked again next time.
        budget: Limits, and what has been spent; None for the usual number of failures in a row.
        advance: Called with 1 for each reply, such as to move a progress bar.

    Raises:
        UsageError: If no request can succeed, the runner answers what was not asked, or the store
            cannot be written.
        NotSetUpError: If the runner needs something that is missing.
    """
    budget = budget or Budget()
    known = {one.id: one for one in requests}
    missing = [one for name, one in known.items() if not store.has(name)]
    counts = {True: 0, False: 0}
    rest = in_order(missing)
    while rest and not budget.stopped:
        sent: set[str] = set()
        for reply in _replies(rest, runner, budget, sent):
            store.add(reply)
            counts[is_answer(reply)] += 1
            if advance:
                advance(1)
        rest = [one for one in rest if one.id not in sent] if budget.waits else []
    return Asked(len(known), len(known) - len(missing), counts[True], counts[False], budget.stopped)


def in_order(requests: Iterable[Request]) -> list[Request]:
    """Return requests in the order in which they are sent, which depends on the requests alone.

    Those with equal beginnings are sent together, so that servers find the beginning in their
    caches; equal prompts are in the order in which they are given.
    """
    return sorted(requests, key=whole_prompt)


def whole_prompt(asked: Request) -> str:
    """Return all text that the model sees, without roles."""
    if asked.kind == "chat":
        return "\n".join([message.content for message in asked.messages])
    return asked.prompt + asked.continuation


def _replies(
    missing: list[Request], runner: Runner, budget: Budget, sent: set[str]
) -> Iterator[Reply]:
    """Yield the replies of a runner, counted in the budget; end it where too many fail.

    Args:
        missing: What is asked, in this order.
        runner: What is asked.
        budget: The limits.
        sent: To which the ids of requests that are sent are added.
    """
    expected = {one.id for one in missing}
    replies = runner.replies(_noted(budget.limited(missing), sent))
    try:
        for reply in replies:
            if reply.id not in expected:
                raise UsageError(
                    f"{runner.name}: a reply to {shortened(reply.id)} came, which was not asked or "
                    "was answered before; correct the runner"
                )
            expected.remove(reply.id)
            budget.settle(reply)
            yield reply
            if budget.failing:
                return
    finally:
        close = getattr(replies, "close", None)
        if close is not None:
            close()


def _noted(requests: Iterable[Request], sent: set[str]) -> Iterator[Request]:
    """Yield requests, and add their ids to those that are sent."""
    for one in requests:
        sent.add(one.id)
        yield one
