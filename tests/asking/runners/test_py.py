"""`py:`: a function of Python."""

import pytest

from sacreval.asking.requests import Message, Reply, request
from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import UsageError

CODE = """
from sacreval.asking.requests import Reply

sizes = []

def upper(requests):
    sizes.append(len(requests))
    return [one.messages[-1].content.upper() for one in requests]

def whole(requests):
    return [Reply(id=one.id, text="x", model="mine") for one in requests]

def swapped(requests):
    return whole(requests)[::-1]

def halves(requests):
    return ["a\\ud83d", Reply(id=requests[1].id, text="\\ude00b"), "c"]

def untyped(requests):
    return [Reply(id=one.id, text=1) for one in requests]

def short(requests):
    return ["x"]

def text(requests):
    return "xxx"

def number(requests):
    return [1 for _ in requests]

def broken(requests):
    if requests[0].messages[-1].content == "2":
        raise ValueError("no more")
    return upper(requests)

other = 3
"""
ASKED = [request(messages=(Message("user", word),)) for word in ("a", "b", "2")]


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    """Write the functions into the working directory."""
    (tmp_path / "asked_functions.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "asked_functions", raising=False)


def ask(name, **options):
    return list(runner_from_spec(f"py:asked_functions:{name}", **options).replies(iter(ASKED)))


def test_texts():
    """Texts become replies; the function is called with batches."""
    assert ask("upper", batch_size=2) == [
        Reply(id=r.id, text=text) for r, text in zip(ASKED, ("A", "B", "2"), strict=True)
    ]
    assert __import__("asked_functions").sizes == [2, 1]


def test_replies():
    """Replies are kept as they are."""
    assert [reply.model for reply in ask("whole")] == ["mine"] * 3


def test_halves_of_surrogate_pairs():
    """Halves of surrogate pairs, with which many servers end a text that is cut, are replaced."""
    assert [reply.text for reply in ask("halves")] == ["a\ufffd", "\ufffdb", "c"]


def test_exceptions_fail_their_batch():
    """An exception is the error of the requests of that call."""
    replies = ask("broken", batch_size=1)
    assert [reply.text for reply in replies] == ["A", "B", None]
    assert replies[2].error.message == "py:asked_functions:broken raised ValueError: no more"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("untyped", "a Reply with a wrong field: .*`text`"),
        ("short", "returned 1 for 3 requests"),
        ("text", "returned 3 for 3 requests|returned a text|one text or Reply"),
        ("number", "returned int; return one text"),
        ("swapped", "returned a Reply to another request"),
        ("other", "is no function"),
    ],
)
def test_bad_functions(name, said):
    """What a function must not return is a sentence."""
    with pytest.raises(UsageError, match=said):
        ask(name)


def test_missing():
    """A function that is not there is a sentence."""
    with pytest.raises(UsageError, match="has no 'nothing'"):
        ask("nothing")
    with pytest.raises(UsageError, match="write py:MODULE:FUNCTION"):
        list(runner_from_spec("py:alone").replies(ASKED))
    with pytest.raises(UsageError, match="1 or more"):
        runner_from_spec("py:a:b", batch_size=0)
