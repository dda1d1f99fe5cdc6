"""Spending of a run of requests: limits and counts of requests, tokens and money."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from threading import Lock
from typing import NamedTuple

from sacreval.asking.openai_body import LIMITS
from sacreval.asking.openai_replies import FILTERED
from sacreval.asking.reply_file import is_answer
from sacreval.asking.requests import Reply, Request, Usage
from sacreval.errors import UsageError, shortened

MILLION = 1e6
MOST_TOKENS = 10**9  # more are no numbers of tokens; negative ones would lower the cost
MOST_FAILURES = 20
ITS_OWN = ("filtered", "context")  # failures that say nothing about other requests
_MAYBE_BILLED = ("timeout", "reset")


class Price(NamedTuple):
    """The price of a million tokens.

    Args:
        prompt: Of prompts.
        reply: Of replies.
    """

    prompt: float
    reply: float

    def of(self, prompt: float, reply: float) -> float:
        """Return the cost of numbers of tokens."""
        return (prompt * self.prompt + reply * self.reply) / MILLION


def parsed_price(text: str) -> Price:
    """Return the price that `IN/OUT` states.

    Args:
        text: Two numbers, the prices of a million tokens of prompts and of replies.

    Raises:
        UsageError: If it is anything else.
    """
    parts = text.split("/")
    try:
        prompt, reply = map(float, parts)
    except ValueError:
        prompt = reply = -1.0
    if not all(isfinite(x) and x >= 0 for x in (prompt, reply)):
        raise UsageError(
            f"--price {shortened(text)}: write IN/OUT, the prices of a million tokens of prompts "
            "and of replies, as in 0.15/0.60"
        )
    return Price(prompt, reply)


def characters(asked: Request) -> int:
    """Return the number of characters of a request's texts."""
    return len(asked.prompt) + len(asked.continuation) + sum(len(m.content) for m in asked.messages)


def most_tokens(asked: Request) -> int | None:
    """Return the largest number of tokens of a reply, or None if it is not limited."""
    if asked.kind == "loglikelihood":
        return 1
    limits = [asked.params[name] for name in LIMITS if asked.params.get(name) is not None]
    # A limit of -1 may mean any number.
    known = [limit for limit in limits if type(limit) is int and 0 <= limit <= MOST_TOKENS]
    return max(known) if known and len(known) == len(limits) else None


def usage_of(reply: Reply) -> Usage | None:
    """Return the numbers of tokens of a reply, or None if there are none, or impossible ones."""
    usage = reply.usage
    if usage is None:
        return None
    numbers = (usage.prompt, usage.reply, usage.cached)
    return usage if all(0 <= number <= MOST_TOKENS for number in numbers) else None


@dataclass
class Spent:
    """What has been spent so far.

    Args:
        requests: Number of requests that were sent, retries apart.
        answered: Number of them with an answer.
        failures: Number of failures by kind.
        prompt: Tokens of prompts, as servers count them.
        reply: Tokens of replies.
        cached: Tokens of prompts that servers had in their caches.
        uncounted: Number of answers whose tokens the server did not count.
        retries: Number of further attempts.
        seconds: Seconds of each reply, retries included.
        first_failure: Message of the first failure.
    """

    requests: int = 0
    answered: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    prompt: int = 0
    reply: int = 0
    cached: int = 0
    uncounted: int = 0
    retries: int = 0
    seconds: array[float] = field(default_factory=lambda: array("d"))
    first_failure: str = ""

    def add(self, reply: Reply) -> None:
        """Add a reply."""
        self.retries += max(0, reply.attempts - 1)
        self.seconds.append(reply.seconds)
        if (usage := usage_of(reply)) is not None:
            self.prompt += usage.prompt
            self.reply += usage.reply
            self.cached += usage.cached
        if is_answer(reply):
            self.answered += 1
            self.uncounted += usage is None
            return
        error = reply.error or FILTERED
        self.failures[error.kind] += 1
        self.first_failure = self.first_failure or error.message


class _UnderWay(NamedTuple):
    characters: int
    cost: float


@dataclass
class Budget:
    """Limits of asking, over all rounds of a run; one object serves several calls of `ask`.

    The cost is limited with what is under way, which is waited for where it might cost less than it
    could: a request is counted with one token for each
    character until servers have counted some, and then with their rate; and with `max_tokens`, or
    the longest reply so far. Its own numbers take their place when the reply comes. A reply without
    numbers, and one whose connection broke, stays counted at that estimate.

    Args:
        max_requests: Largest number of requests that are sent; None for any.
        max_cost: Largest cost, in the currency of the price; None for any.
        price: The price of tokens; needed with `max_cost`.
        most_failures: Number of failures in a row, without a success, that ends asking.

    Raises:
        UsageError: If there is a largest cost and no price.
    """

    max_requests: int | None = None
    max_cost: float | None = None
    price: Price | None = None
    most_failures: int = MOST_FAILURES
    spent: Spent = field(default_factory=Spent)
    stopped: str = ""  # why no further request is sent
    waits: bool = False  # whether one is held back until what is under way has its cost
    _cost: float = 0.0
    _ahead: float = 0.0  # the cost of what is under way
    _in_a_row: int = 0
    _counted: int = 0  # characters of the prompts whose tokens are counted
    _longest: int = 0
    _under_way: dict[str, _UnderWay] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        if self.max_cost is not None and not (isfinite(self.max_cost) and self.max_cost >= 0):
            raise UsageError(f"--max-cost is a number of at least 0, not {self.max_cost:g}")
        if self.max_cost is not None and self.price is None:
            raise UsageError("--max-cost: the cost needs a price; give --price IN/OUT")

    @property
    def cost(self) -> float | None:
        """The cost so far; None without a price."""
        return None if self.price is None else self._cost

    def limited(self, requests: Iterable[Request]) -> Iterator[Request]:
        """Yield requests as long as the limits allow; each counts as sent."""
        self.waits = False
        for asked in requests:
            if not self._take(asked):
                return
            yield asked

    def settle(self, reply: Reply) -> None:
        """Count a reply to a request that was sent."""
        with self._lock:
            self.spent.add(reply)
            taken = self._under_way.pop(reply.id, _UnderWay(0, 0.0))
            self._ahead = self._ahead - taken.cost if self._under_way else 0.0
            self._pay(reply, taken)
            self._count_failure(reply)

    def _take(self, asked: Request) -> bool:
        with self._lock:
            if self.stopped:
                return False
            if self.max_requests is not None and self.spent.requests >= self.max_requests:
                self.stopped = f"--max-requests {self.max_requests} is reached"
                return False
            cost = self._most(asked)
            if self.max_cost is not None and self._cost + self._ahead + cost > self.max_cost:
                self.waits = bool(self._under_way)
                if not self.waits:
                    self.stopped = f"one more request could exceed --max-cost {self.max_cost:g}"
                return False
            self.spent.requests += 1
            self._under_way[asked.id] = _UnderWay(characters(asked), cost)
            self._ahead += cost
            return True

    def _most(self, asked: Request) -> float:
        """Return the cost that a request is counted with until its reply comes."""
        if self.price is None:
            return 0.0
        rate = self.spent.prompt / self._counted if self._counted else 1.0
        limit = most_tokens(asked)
        return self.price.of(characters(asked) * rate, self._longest if limit is None else limit)

    def _pay(self, reply: Reply, taken: _UnderWay) -> None:
        if (usage := usage_of(reply)) is not None:
            self._counted += taken.characters
            self._longest = max(self._longest, usage.reply)
            self._cost += self.price.of(usage.prompt, usage.reply) if self.price else 0
        elif reply.error is None or reply.error.kind in _MAYBE_BILLED:
            self._cost += taken.cost

    def _count_failure(self, reply: Reply) -> None:
        if reply.error is None:
            self._in_a_row = 0
        elif reply.error.kind not in ITS_OWN:
            self._in_a_row += 1
        if self._in_a_row >= self.most_failures and not self.stopped:
            last = reply.error
            why = f"; the last: {last.kind}: {last.message}" if last else ""
            self.stopped = f"{self._in_a_row} requests in a row failed{why}"

    @property
    def failing(self) -> bool:
        """Whether too many requests in a row have failed, so that no reply is waited for."""
        return self._in_a_row >= self.most_failures
