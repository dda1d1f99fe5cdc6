"""Asking a model: notices before and after, a progress bar, each reply kept as it comes.

Asking a model with a notice before, and a progress bar meanwhile. Every command with `--with` asks
through `ask_with_notice`, which keeps each reply as it comes. A failed or filtered reply is kept
but is no answer, and is asked again by the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from sacreval.asking.reply_file import is_answer
from sacreval.asking.spending import Budget, Price, characters, most_tokens
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


class AskedCounts(NamedTuple):
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
) -> AskedCounts:
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
    known = {request.id: request for request in requests}
    missing = [request for name, request in known.items() if not store.has(name)]
    counts = {True: 0, False: 0}
    rest = in_order(missing)
    while rest and not budget.stopped:
        sent: set[str] = set()
        for reply in _replies(rest, runner, budget, sent):
            store.add(reply)
            counts[is_answer(reply)] += 1
            if advance:
                advance(1)
        rest = [request for request in rest if request.id not in sent] if budget.waits else []
    return AskedCounts(
        len(known), len(known) - len(missing), counts[True], counts[False], budget.stopped
    )


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
    """Yield the replies of a runner, counted in the budget; end it where too many fail."""
    expected = {request.id for request in missing}
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
    for request in requests:
        sent.add(request.id)
        yield request


_PER_TOKEN = 4  # characters of English, roughly
_WORST = 0.95


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, such as "1 request" or "1,200 requests".

    Args:
        number: The number.
        noun: The noun in the singular.
        plural: Its plural; "" for an added s.
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def before(asked: Sequence[Request], answered: int, runner: Runner) -> str:
    """Return the notice before requests are sent."""
    if not asked:
        return f"{counted(answered, 'request')} answered before; nothing is asked"
    held = f" ({answered:,} answered before)" if answered else ""
    place = runner.host() or runner.identity()
    size = counted(sum(map(characters, asked)), "character")
    return f"{counted(len(asked), 'request')}{held} to {place}: {size} in, {_most_out(asked)}"


def plan(asked: Sequence[Request], answered: int, runner: Runner, budget: Budget) -> Iterator[str]:
    """Yield the lines of `--dry-run`: the first prompt in full, and the counts.

    Args:
        asked: The requests that would be sent.
        answered: Number of requests that have an answer.
        runner: What would be asked.
        budget: The limits.
    """
    order = in_order(asked)[: budget.max_requests]
    if order:
        yield from _prompt(order[0])
        yield ""
    yield f"requests: {len(asked) + answered:,}"
    yield f"answered before: {answered:,}"
    yield f"to ask: {len(order):,}"
    yield f"host: {runner.host() or f'none ({runner.identity()})'}"
    yield f"characters in: {sum(map(characters, order)):,}"
    yield f"tokens out: {_most_out(order).removesuffix(' tokens out').removesuffix(' out')}"
    if budget.price is not None:
        yield f"cost: {_costs(order, budget.price)}"


def _prompt(asked: Request) -> Iterator[str]:
    """Yield the lines of a prompt, without control characters that a terminal would obey."""
    yield f"first request: {asked.id} ({asked.kind})"
    if asked.kind != "chat":
        yield _visible(asked.prompt + asked.continuation)
    for message in asked.messages:
        yield f"[{message.role}]"
        yield _visible(message.content)


def _visible(text: str) -> str:
    from sacreval.text.visible import visible

    return "\n".join(visible(line) for line in text.split("\n"))


def _most_out(asked: Sequence[Request]) -> str:
    limits = [most_tokens(request) for request in asked]
    known = sum(limit for limit in limits if limit is not None)
    without = sum(limit is None for limit in limits)
    if without:
        return f"no limit on {counted(without, 'reply', 'replies')} without max_tokens"
    return f"at most {counted(known, 'token')} out"


def _costs(asked: Sequence[Request], price: Price) -> str:
    size = sum(map(characters, asked))
    limits = [most_tokens(request) for request in asked]
    if None in limits:
        usual = price.of(size / _PER_TOKEN, 0)
        return f"{money(usual)} for prompts of {_PER_TOKEN} characters a token, and that of replies"
    longest = sum(limit or 0 for limit in limits)
    usual, most = price.of(size / _PER_TOKEN, longest), price.of(size, longest)
    return (
        f"{money(usual)} with {_PER_TOKEN} characters a token, {money(most)} with one, if each "
        "reply is as long as max_tokens"
    )


def money(amount: float) -> str:
    """Return an amount with two decimals, or with six if it is below 1."""
    return f"{amount:,.2f}" if amount >= 1 else f"{amount:.6f}"


def after(asked: AskedCounts, budget: Budget) -> Iterator[str]:
    """Yield the notices after requests were sent.

    Args:
        asked: What was done.
        budget: What was spent.
    """
    spent = budget.spent
    if not spent.requests:
        yield from _end(asked)
        return
    yield f"{counted(spent.answered, 'request')} answered{_failures(budget)}"
    yield from _tokens(budget)
    if any(spent.seconds):
        yield _times(budget)
    yield from _end(asked)


def others(answered: set[str], requests: Sequence[Request], path: str) -> str:
    """Return the notice on replies to other requests in a file, or "" if there are none.

    Args:
        answered: The ids that have an answer in the file.
        requests: The requests.
        path: The file.
    """
    count = len(answered - {request.id for request in requests})
    are = "is" if count == 1 else "are"
    return f"{path}: {counted(count, 'reply', 'replies')} {are} to other requests" if count else ""


def _failures(budget: Budget) -> str:
    failures = budget.spent.failures
    if not failures:
        return ""
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(failures.items()))
    first = budget.spent.first_failure
    return f", {failures.total():,} failed ({kinds}{first and f'; the first: {first}'})"


def _tokens(budget: Budget) -> Iterator[str]:
    spent = budget.spent
    if spent.prompt or spent.reply:
        cached = f" ({spent.cached:,} cached)" if spent.cached else ""
        cost = "" if budget.cost is None else f"; cost {money(budget.cost)}"
        yield f"{counted(spent.prompt, 'token')} in{cached}, {spent.reply:,} out{cost}"
    if spent.uncounted and (spent.prompt or budget.price):
        yield f"the tokens of {counted(spent.uncounted, 'reply', 'replies')} were not counted"


def _times(budget: Budget) -> str:
    times = sorted(budget.spent.seconds)
    half, worst = times[len(times) // 2], times[min(len(times) - 1, int(_WORST * len(times)))]
    retries = counted(budget.spent.retries, "retry", "retries")
    return f"{retries}; half of the replies came within {half:.2g} s, 95% within {worst:.2g} s"


def _end(asked: AskedCounts) -> Iterator[str]:
    if asked.stopped:
        yield f"stopped: {asked.stopped}"
    if asked.unanswered:
        have = "has" if asked.unanswered == 1 else "have"
        yield (
            f"{counted(asked.unanswered, 'request')} of {asked.requests:,} {have} no answer; run "
            "the same command again to ask what is missing"
        )


Notify = Callable[[str], None]
"""Called with each notice."""


class Asking(Struct, frozen=True):
    """How a model is asked.

    Args:
        runner: What is asked.
        budget: Limits of all rounds together.
        progress: Whether a progress bar is shown on a terminal.
    """

    runner: Runner
    budget: Budget
    progress: bool = True


def ask_with_notice(
    requests: Iterable[Request],
    store: ReplyStore,
    asking: Asking,
    notify: Notify,
    *,
    answered: int = 0,
) -> AskedCounts:
    """Ask a model the requests that have no answer in a store, which keeps the replies.

    Args:
        requests: The requests; of equal ids the first is asked.
        store: Where replies are kept.
        asking: How the model is asked.
        notify: Called with the notice on what is asked.
        answered: Number of further requests that have an answer, for the notice.
    """
    from sacreval.io.progress import bar

    known = {request.id: request for request in requests}
    missing = [request for name, request in known.items() if not store.has(name)]
    notify(before(missing, answered + len(known) - len(missing), asking.runner))
    with bar("answer", lambda: len(missing), unit="requests", shown=asking.progress) as advance:
        return ask(known.values(), asking.runner, store, budget=asking.budget, advance=advance)
