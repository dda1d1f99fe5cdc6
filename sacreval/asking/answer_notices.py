"""What is written about requests before they are asked, and about replies after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sacreval.asking.answering import in_order
from sacreval.asking.spending import Budget, Price, characters, most_tokens

if TYPE_CHECKING:
    from sacreval.asking.answering import Asked
    from sacreval.asking.requests import Request
    from sacreval.asking.runners._base import Runner

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
    """Return the notice before requests are sent.

    Args:
        asked: The requests that will be sent.
        answered: Number of requests that have an answer.
        runner: What is asked.
    """
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
    limits = [most_tokens(one) for one in asked]
    known = sum(one for one in limits if one is not None)
    without = sum(one is None for one in limits)
    if without:
        return f"no limit on {counted(without, 'reply', 'replies')} without max_tokens"
    return f"at most {counted(known, 'token')} out"


def _costs(asked: Sequence[Request], price: Price) -> str:
    size = sum(map(characters, asked))
    limits = [most_tokens(one) for one in asked]
    if None in limits:
        usual = price.of(size / _PER_TOKEN, 0)
        return f"{money(usual)} for prompts of {_PER_TOKEN} characters a token, and that of replies"
    longest = sum(one or 0 for one in limits)
    usual, most = price.of(size / _PER_TOKEN, longest), price.of(size, longest)
    return (
        f"{money(usual)} with {_PER_TOKEN} characters a token, {money(most)} with one, if each "
        "reply is as long as max_tokens"
    )


def money(amount: float) -> str:
    """Return an amount with two decimals, or with six if it is below 1."""
    return f"{amount:,.2f}" if amount >= 1 else f"{amount:.6f}"


def after(asked: Asked, budget: Budget) -> Iterator[str]:
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
    count = len(answered - {one.id for one in requests})
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


def _end(asked: Asked) -> Iterator[str]:
    if asked.stopped:
        yield f"stopped: {asked.stopped}"
    if asked.unanswered:
        have = "has" if asked.unanswered == 1 else "have"
        yield (
            f"{counted(asked.unanswered, 'request')} of {asked.requests:,} {have} no answer; run "
            "the same command again to ask what is missing"
        )
