"""Sentences about requests and replies, with the right number."""

import pytest

from sacreval.asking.answering import after, ask, before, counted, money, others, plan
from sacreval.asking.reply_file import ReplyMemory
from sacreval.asking.requests import Message, Reply, Usage, request
from sacreval.asking.spending import Budget, Price
from support.asking import OneByOne, chats, failing


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 replies"), (1, "1 reply"), (1200, "1,200 replies")]
)
def test_numbers(number, words):
    """One is singular; thousands have a comma."""
    assert counted(number, "reply", "replies") == words


@pytest.mark.parametrize(
    ("amount", "text"), [(0.0, "0.000000"), (0.00012, "0.000120"), (1234.5, "1,234.50")]
)
def test_money(amount, text):
    """Amounts below one have more decimals, and no exponent."""
    assert money(amount) == text


def test_before():
    """The notice names what is asked, and how much."""
    assert before(chats(2), 1, OneByOne()) == (
        "2 requests (1 answered before) to one-by-one:test: 20 characters in, at most 16 tokens out"
    )
    assert before(chats(1, seed=1), 0, OneByOne()) == (
        "1 request to one-by-one:test: 10 characters in, no limit on 1 reply without max_tokens"
    )


def test_plan():
    """A dry run shows the first prompt in full, without control characters, and the counts."""
    long = request(
        messages=(Message("system", "Be\nbrief."), Message("user", "\x1b[2J" + "x" * 9999)),
        params={"max_tokens": 8},
    )
    budget = Budget(max_requests=2, price=Price(100, 200))
    lines = list(plan([*chats(3), long], 6, OneByOne(), budget))
    assert lines[:4] == [f"first request: {long.id} (chat)", "[system]", "Be\nbrief.", "[user]"]
    assert lines[4] == "\\x1b[2J" + "x" * 9999
    assert lines[6:9] == ["requests: 10", "answered before: 6", "to ask: 2"]
    assert lines[9] == "host: none (one-by-one:test)"
    assert lines[11] == "tokens out: at most 16"
    assert lines[12].startswith("cost: 0.25")


def test_plan_of_other_kinds():
    """The prompt of a completion is shown with its continuation; nothing to ask has no prompt."""
    asked = request(kind="loglikelihood", prompt="a", continuation="b")
    lines = list(plan([asked], 0, OneByOne(), Budget(price=Price(1, 1))))
    assert lines[1] == "ab"
    assert next(iter(plan([], 4, OneByOne(), Budget()))) == "requests: 4"


def test_after():
    """Answers, failures, tokens, cost, times and what is missing are stated."""

    def reply(one):
        if one.messages[0].content.endswith("2"):
            return failing("limit")(one)
        usage = Usage(prompt=4000, reply=2, cached=1)
        return Reply(id=one.id, text="a", usage=usage, attempts=2, seconds=0.5)

    budget = Budget(price=Price(100, 0))
    found = ask(chats(3), OneByOne(reply=reply), ReplyMemory(), budget=budget)
    assert list(after(found, budget)) == [
        "2 requests answered, 1 failed (1 limit; the first: it broke)",
        "8,000 tokens in (2 cached), 4 out; cost 0.800000",
        "2 retries; half of the replies came within 0.5 s, 95% within 0.5 s",
        "1 request of 3 has no answer; run the same command again to ask what is missing",
    ]


def test_after_nothing():
    """If nothing was sent, nothing is counted."""
    store = ReplyMemory()
    ask(chats(1), OneByOne(), store)
    budget = Budget()
    assert list(after(ask(chats(1), OneByOne(), store, budget=budget), budget)) == []


def test_others():
    """Replies to other requests are counted."""
    asked = chats(2)
    ids = {one.id for one in asked}
    assert others(ids, asked, "r") == ""
    assert others(ids | {"x"}, asked, "r") == "r: 1 reply is to other requests"
