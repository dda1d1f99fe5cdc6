"""Asking a model with a notice before."""

from sacreval.asking.answering import Asking, ask_with_notice
from sacreval.asking.reply_file import ReplyMemory
from sacreval.asking.requests import Reply
from sacreval.asking.spending import Budget
from support.asking import OneByOne, chats


def test_what_is_missing_is_asked():
    """The notice counts what is asked and what has an answer, there or elsewhere."""
    requests, store, notices = chats(4), ReplyMemory(), []
    store.add(Reply(id=requests[0].id, text="x"))
    asking = Asking(OneByOne(), Budget(), progress=False)
    outcome = ask_with_notice([*requests, requests[1]], store, asking, notices.append, answered=2)
    assert (outcome.requests, outcome.before, outcome.answered) == (4, 1, 3)
    assert [text.partition(" to ")[0] for text in notices] == ["3 requests (3 answered before)"]


def test_nothing_to_ask():
    """Where all have an answer, nothing is asked, and the notice states it."""
    (one,), store, notices = chats(1), ReplyMemory(), []
    store.add(Reply(id=one.id, text="x"))
    asking = Asking(OneByOne(), Budget(), progress=False)
    assert ask_with_notice([one], store, asking, notices.append).unanswered == 0
    assert notices == ["1 request answered before; nothing is asked"]
