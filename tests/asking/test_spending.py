"""What a run may spend: limits of requests and of cost, and failures in a row."""

import pytest

from sacreval.asking.requests import Failure, Reply, Usage, request
from sacreval.asking.spending import Budget, Price, characters, most_tokens, parsed_price
from sacreval.errors import UsageError
from support.asking import chats

MILLION = Price(1e6, 2e6)  # 1 for a token of a prompt, 2 for one of a reply


def settled(budget, asked, **fields):
    """Count the replies to requests."""
    for question in asked:
        budget.settle(Reply(id=question.id, **fields))


def test_price():
    """A price is two numbers with a slash."""
    assert parsed_price("0.15/0.6") == Price(0.15, 0.6)
    assert Price(0.15, 0.6).of(2e6, 1e6) == pytest.approx(0.9)


@pytest.mark.parametrize("text", ["", "1", "1/", "1/2/3", "a/b", "-1/2", "nan/1", "inf/1", "1,5/2"])
def test_wrong_price(text):
    """Anything else is refused with an example."""
    with pytest.raises(UsageError, match=r"write IN/OUT, .* as in 0.15/0.60"):
        parsed_price(text)


def test_sizes():
    """Characters are counted over all texts; the limit of tokens has two names."""
    asked = chats(1, max_completion_tokens=7)[0]
    assert (characters(asked), most_tokens(asked)) == (len("question 0"), 7)
    assert most_tokens(request(kind="loglikelihood", prompt="ab", continuation="c")) == 1
    assert most_tokens(request(kind="completion", prompt="ab")) is None


@pytest.mark.parametrize("limit", [-1, True, 10**30, "8", 1.5])
def test_no_limit_of_tokens(limit):
    """A limit that servers may read as none, such as -1, is none."""
    assert most_tokens(chats(1, max_tokens=limit)[0]) is None
    assert most_tokens(chats(1, max_tokens=5, max_completion_tokens=7)[0]) == 7
    assert most_tokens(chats(1, max_tokens=5, max_completion_tokens=limit)[0]) is None


@pytest.mark.parametrize("tokens", [-5, 10**400])
def test_impossible_numbers_of_tokens(tokens):
    """Numbers of tokens that cannot be are not counted, so that no server lowers the cost."""
    asked = chats(2)
    for usage in (Usage(prompt=tokens), Usage(reply=tokens), Usage(cached=tokens)):
        budget = Budget(max_cost=100, price=MILLION)
        assert list(budget.limited(asked[:1]))
        settled(budget, asked[:1], text="a", usage=usage)
        assert budget.cost == len("question 0") + 2 * 8
        assert (budget.spent.prompt, budget.spent.uncounted) == (0, 1)


def test_most_requests():
    """No more requests are sent than allowed, over several rounds."""
    budget = Budget(max_requests=3)
    assert len(list(budget.limited(chats(2)))) == 2
    assert budget.stopped == ""
    assert len(list(budget.limited(chats(9)[2:]))) == 1
    assert budget.stopped == "--max-requests 3 is reached"
    assert list(budget.limited(chats(9))) == []


def test_cost_of_what_is_under_way():
    """Requests under way count with one token a character and their limit of tokens."""
    each = len("question 0") + 2 * 8
    budget = Budget(max_cost=3.5 * each, price=MILLION)
    asked = chats(9)
    assert len(list(budget.limited(asked))) == 3
    assert (budget.waits, budget.stopped) == (True, "")
    settled(budget, asked[:3], text="a", usage=Usage(prompt=5, reply=1))
    more = list(budget.limited(asked[3:]))
    assert (len(more) > 1, budget.waits) == (True, True)
    settled(budget, more, text="a", usage=Usage(prompt=100, reply=100))
    assert list(budget.limited(asked[8:])) == []
    assert "one more request could exceed --max-cost" in budget.stopped


def test_cost_as_counted():
    """The server's numbers take the place of the estimate, and give the next one its rate."""
    budget = Budget(max_cost=100, price=MILLION)
    feed = budget.limited(chats(99))
    settled(budget, [next(feed)], text="a", usage=Usage(prompt=5, reply=1))
    assert budget.cost == 7
    ahead = 5 + 2 * 8  # half a token a character
    assert len(list(feed)) == (100 - 7) // ahead


def test_replies_that_are_not_counted():
    """A reply without numbers stays at the estimate, as does one that may have been billed."""
    each = len("question 0") + 2 * 8
    for fields, cost in (
        ({"text": "a"}, each),
        ({"error": Failure("timeout")}, each),
        ({"error": Failure("limit")}, 0),
    ):
        budget = Budget(price=MILLION)
        settled(budget, list(budget.limited(chats(1))), **fields)
        assert budget.cost == cost


def test_cost_needs_a_price():
    """A largest cost without a price is refused."""
    with pytest.raises(UsageError, match="give --price IN/OUT"):
        Budget(max_cost=1.0)


def test_failures_in_a_row():
    """Failures in a row end asking; a success begins anew, and filtered texts do not count."""
    budget = Budget(most_failures=3)
    asked = list(budget.limited(chats(20)))
    broken = {"error": Failure("reset", "gone")}
    settled(budget, asked[:2], **broken)
    settled(budget, asked[2:3], text="a")
    settled(budget, asked[3:5], **broken)
    settled(budget, asked[5:12], error=Failure("filtered"))
    assert not budget.failing
    settled(budget, asked[12:13], **broken)
    assert budget.failing
    assert budget.stopped == "3 requests in a row failed; the last: reset: gone"
    assert list(budget.limited(chats(1))) == []


def test_counts():
    """Tokens, retries, seconds and failures are counted; filtered replies are failures."""
    budget = Budget()
    first, second, third, fourth = budget.limited(chats(4))
    usage = Usage(prompt=5, reply=2, cached=1)
    budget.settle(Reply(id=first.id, text="a", usage=usage, attempts=3, seconds=1.5))
    budget.settle(Reply(id=second.id, text="a"))
    budget.settle(Reply(id=third.id, text="a", finish_reason="content_filter"))
    budget.settle(Reply(id=fourth.id, error=Failure("limit", "slow down"), attempts=0))
    spent = budget.spent
    assert (spent.requests, spent.answered, spent.retries, spent.uncounted) == (4, 2, 2, 1)
    assert (spent.prompt, spent.reply, spent.cached) == (5, 2, 1)
    assert spent.failures == {"filtered": 1, "limit": 1}
    assert spent.first_failure == "a content filter ended the reply"
    assert list(spent.seconds) == [1.5, 0, 0, 0]
    assert budget.cost is None
