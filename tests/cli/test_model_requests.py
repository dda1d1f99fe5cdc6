"""Asking a model within a command: plans, and replies kept in a file or in memory."""

import pytest

from sacreval.asking.answering import Asking
from sacreval.asking.reply_file import read_replies
from sacreval.asking.requests import Reply
from sacreval.asking.spending import Budget
from sacreval.cli.model_requests import ask_all, ask_into, check_replies, show_plan
from sacreval.errors import UsageError
from support.asking import OneByOne, chats, echo, failing

SOME = chats(4)


def asking(**options):
    return Asking(OneByOne(**options), Budget(), progress=False)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "replies.jsonl"


def test_replies_in_memory_and_in_a_file_are_the_same(path):
    """Without a file nothing is written; with one, each reply is in it."""
    kept = ask_all(SOME, None, asking(), quiet=True)
    assert not path.exists()
    assert kept == ask_all(SOME, path, asking(), quiet=True) == {r.id: echo(r) for r in SOME}
    assert len(list(read_replies(str(path)))) == 4


def test_only_what_is_missing_is_asked(path):
    """A second run with a file asks what has no answer, and each prompt once."""
    ask_all(SOME[:2], path, asking(), quiet=True)
    second = asking()
    assert len(ask_all([*SOME, *SOME], path, second, quiet=True)) == 4
    assert {request.id for request in second.runner.asked} == {request.id for request in SOME[2:]}


def test_notices(path, capsys):
    """Replies to other requests are counted, unless notices are left out."""
    ask_into(SOME, path, asking(), quiet=True)
    assert capsys.readouterr().err == ""
    ask_into(SOME[:1], path, asking(), quiet=False)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("replies.jsonl: 3 replies are to other requests")
    assert lines[1] == "sacreval: 1 request answered before; nothing is asked"


def test_failures(path):
    """Failed requests have replies that are no answers."""
    outcome = ask_into(SOME, path, asking(reply=failing("server")), quiet=True)
    assert (outcome.answered, outcome.unanswered) == (0, 4)
    replies = ask_all(SOME, None, asking(reply=failing("server")), quiet=True)
    assert {reply.error.kind for reply in replies.values()} == {"server"}


@pytest.mark.parametrize("error", [KeyboardInterrupt(), UsageError("it ended")])
def test_an_end_states_what_is_kept(path, capsys, error):
    """Where asking is interrupted or fails, the number of new replies is written."""

    def first_only(asked):
        if asked.id == order[0]:
            return Reply(id=asked.id, text="x")
        raise error

    order = [request.id for request in SOME]
    with pytest.raises(type(error)):
        ask_into(SOME, path, asking(reply=first_only), quiet=False)
    kept = f"1 new reply is kept in {path}; run the same command again to go on"
    assert kept in " ".join(capsys.readouterr().err.split())


def test_a_plan_asks_nothing(path, capsys):
    """The plan counts equal requests once, and those with an answer in the file apart."""
    ask_into(SOME[:1], path, asking(), quiet=True)
    run = asking()
    show_plan([*SOME, *SOME], path, run)
    out = capsys.readouterr().out
    assert "requests: 4\nanswered before: 1\nto ask: 3\n" in out
    assert run.runner.asked == []


def test_a_file_has_one_use(path):
    """The file of replies is none of the other files of a command."""
    check_replies(path, [None, path.with_name("other.jsonl")])
    check_replies(None, [path])
    with pytest.raises(UsageError, match="this file has another use here"):
        check_replies(path, [path.parent / "." / path.name])
