"""Asking: what is missing is asked once, in an order of its own, and every reply is kept."""

import pytest

from sacreval.asking.answering import (
    Asking,
    after,
    ask,
    ask_with_notice,
    before,
    counted,
    in_order,
    money,
    others,
    plan,
    whole_prompt,
)
from sacreval.asking.reply_file import ReplyFile, ReplyMemory, read_replies
from sacreval.asking.requests import Message, Reply, Usage, request
from sacreval.asking.spending import Budget, Price
from sacreval.errors import UsageError
from support.asking import OneByOne, chats, echo, failing

SOME = chats(5)


def test_all_are_asked():
    """Each request is asked once, equal ones too, and the counts add up."""
    store, runner, seen = ReplyMemory(), OneByOne(), []
    outcome = ask([*SOME, SOME[0]], runner, store, advance=seen.append)
    assert outcome == (5, 0, 5, 0, "")
    assert outcome.unanswered == 0
    assert seen == [1] * 5
    assert {request.id for request in SOME} == store.replies.keys()
    assert len(runner.asked) == 5


def test_only_what_is_missing(tmp_path):
    """Answers are kept, and failures are asked again."""
    path = tmp_path / "r.jsonl"
    with ReplyFile(path) as store:
        ask(SOME[:2], OneByOne(), store)
        assert ask(SOME[:3], OneByOne(reply=failing("timeout")), store).unanswered == 1
    with ReplyFile(path) as store:
        runner = OneByOne()
        assert ask(SOME, runner, store) == (5, 2, 3, 0, "")
    assert {request.id for request in runner.asked} == {request.id for request in SOME[2:]}
    assert [reply.error for reply in read_replies(str(path))] == [None] * 5


def test_nothing_to_ask():
    """A runner is not started for nothing."""
    store = ReplyMemory()
    ask(SOME, OneByOne(), store)

    runner = OneByOne()
    assert ask(SOME, runner, store).before == 5
    assert runner.asked == []


def test_order():
    """Requests with equal beginnings are sent together; equal prompts keep their order."""
    prompts = ("b 1", "a 1", "b 2", "a 2")
    asked = [request(messages=(Message("user", x),), repeat=r) for x in prompts for r in (1, 0)]
    ordered = in_order(asked)
    assert [whole_prompt(request) for request in ordered][::2] == ["a 1", "a 2", "b 1", "b 2"]
    assert [request.repeat for request in ordered] == [1, 0] * 4
    assert whole_prompt(request(kind="loglikelihood", prompt="a", continuation="b")) == "ab"


def test_failures_end_asking():
    """Too many failures in a row end asking, and what came is kept."""
    store, runner = ReplyMemory(), OneByOne(reply=failing("server"))
    outcome = ask(chats(99), runner, store, budget=Budget(most_failures=4))
    assert (outcome.failed, outcome.unanswered, len(runner.asked)) == (4, 99, 4)
    assert outcome.stopped == "4 requests in a row failed; the last: server: it broke"
    assert len(store.replies) == 4


def test_one_budget_for_several_rounds():
    """After the limit is reached, the next round asks nothing."""
    store, runner, budget = ReplyMemory(), OneByOne(), Budget(max_requests=3)
    assert ask(chats(2), runner, store, budget=budget).stopped == ""
    assert ask(chats(9)[2:], runner, store, budget=budget).answered == 1
    assert ask(chats(20)[9:], runner, store, budget=budget).answered == 0
    assert len(runner.asked) == 3


@pytest.mark.parametrize("twice", [True, False])
def test_replies_that_nobody_asked_for(twice):
    """A runner that replies twice, or to another request, is refused; what came is kept."""
    ended = []

    class Wrong(OneByOne):
        def replies(self, requests):
            try:
                for request in requests:
                    yield echo(request)
                    yield echo(request) if twice else Reply(id="other", text="a")
            finally:
                ended.append(True)

    store = ReplyMemory()
    with pytest.raises(UsageError, match="which was not asked or was answered before"):
        ask(SOME, Wrong(), store)
    assert len(store.replies) == 1
    assert ended == [True]


def test_fewer_replies_than_requests():
    """What a runner does not answer stays unanswered."""

    class Lazy(OneByOne):
        def replies(self, requests):
            yield from (echo(request) for i, request in enumerate(requests) if i % 2)

    assert ask(SOME, Lazy(), ReplyMemory()).unanswered == 3


class AllAtOnce(OneByOne):
    """A runner that takes all that it is given before it replies, as with many connections."""

    def replies(self, requests):
        yield from super().replies(list(requests))


@pytest.mark.parametrize("runner", [OneByOne, AllAtOnce])
def test_cost_is_used_up(runner):
    """What is under way is waited for, so that as many are asked as the cost allows."""
    used = Usage(prompt=10, reply=2)
    asking = runner(reply=lambda request: Reply(id=request.id, text="a", usage=used))
    asked = [
        request(messages=(Message("user", f"q{i:03}"),), params={"max_tokens": 100})
        for i in range(50)
    ]
    price = Price(1.0, 1.0)
    outcome = ask(asked, asking, ReplyMemory(), budget=Budget(max_cost=500e-6, price=price))
    assert outcome.answered >= 30
    assert outcome.answered * 12 <= 500
    assert "could exceed --max-cost" in outcome.stopped


def test_what_is_missing_is_asked():
    """The notice counts what is asked and what has an answer, there or elsewhere."""
    requests, store, notices = chats(4), ReplyMemory(), []
    store.add(Reply(id=requests[0].id, text="x"))
    asking = Asking(OneByOne(), Budget(), progress=False)
    outcome = ask_with_notice([*requests, requests[1]], store, asking, notices.append, answered=2)
    assert (outcome.requests, outcome.before, outcome.answered) == (4, 1, 3)
    assert [text.partition(" to ")[0] for text in notices] == ["3 requests (3 answered before)"]


def test_nothing_to_ask_of_asking():
    """Where all have an answer, nothing is asked, and the notice states it."""
    (request,), store, notices = chats(1), ReplyMemory(), []
    store.add(Reply(id=request.id, text="x"))
    asking = Asking(OneByOne(), Budget(), progress=False)
    assert ask_with_notice([request], store, asking, notices.append).unanswered == 0
    assert notices == ["1 request answered before; nothing is asked"]


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

    def reply(request):
        if request.messages[0].content.endswith("2"):
            return failing("limit")(request)
        usage = Usage(prompt=4000, reply=2, cached=1)
        return Reply(id=request.id, text="a", usage=usage, attempts=2, seconds=0.5)

    budget = Budget(price=Price(100, 0))
    outcome = ask(chats(3), OneByOne(reply=reply), ReplyMemory(), budget=budget)
    assert list(after(outcome, budget)) == [
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
    ids = {request.id for request in asked}
    assert others(ids, asked, "r") == ""
    assert others(ids | {"x"}, asked, "r") == "r: 1 reply is to other requests"
