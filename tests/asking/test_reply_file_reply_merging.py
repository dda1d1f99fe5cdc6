"""Several replies to one request."""

import pytest

from sacreval.asking.reply_file import ReplyMerger, is_answer
from sacreval.asking.requests import Failure, Reply
from sacreval.errors import InputError

GOOD = Reply(id="a", text="4", seconds=1.0)
BROKEN = Reply(id="a", error=Failure("timeout"))


def test_what_counts():
    """Errors and filtered replies are no answers; refusals and empty texts are."""
    assert is_answer(GOOD)
    assert is_answer(Reply(id="a", refusal="no"))
    assert not is_answer(BROKEN)
    assert not is_answer(Reply(id="a"))
    assert is_answer(Reply(id="a", finish_reason="length"))
    assert not is_answer(Reply(id="a", text="h", finish_reason="content_filter"))


@pytest.mark.parametrize("order", [(BROKEN, GOOD), (GOOD, BROKEN), (BROKEN, GOOD, GOOD, BROKEN)])
def test_the_success_counts(order):
    """An answer counts, whatever failed before or after; it is counted once."""
    merger = ReplyMerger()
    assert [merger.add(one, "f:1") for one in order].count(True) == 1
    assert merger.answered == {"a"}
    assert list(merger.failures()) == []


def test_equal_answers():
    """Equal answers that took different times are one answer."""
    merger = ReplyMerger()
    assert merger.add(GOOD, "f:1")
    assert not merger.add(Reply(id="a", text="4", seconds=2.0), "f:2")


def test_two_answers():
    """Two different answers are an error with the second line."""
    merger = ReplyMerger()
    merger.add(GOOD, "f:1")
    with pytest.raises(InputError, match="f:2: a has another answer in an earlier line; keep one"):
        merger.add(Reply(id="a", text="5"), "f:2")


def test_last_failure():
    """Of several failures the last is kept."""
    merger = ReplyMerger()
    last = Reply(id="a", error=Failure("limit"))
    merger.add(BROKEN, "f:1")
    merger.add(last, "f:2")
    assert list(merger.failures()) == [last]
    assert not merger.has("a")
