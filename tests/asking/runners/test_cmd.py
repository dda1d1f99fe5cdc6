"""`cmd:`: a program that reads requests and writes replies."""

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from sacreval.asking.requests import Message, request
from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import NotSetUpError, ResultWarning, UsageError
from support.sizes import few

START = """
import json, sys, time, os, subprocess
def write(**reply):
    print(json.dumps(reply), flush=True)
"""
ECHO = """
for line in sys.stdin:
    asked = json.loads(line)
    write(id=asked["id"], text=asked["messages"][0]["content"].upper())
"""

TWICE = ECHO.replace("    write", "    write(id=asked['id'], text='x'); write")
MISSPELT = """
write(id=json.loads(sys.stdin.readline())["id"], text="x")
write(id="?", txet="x")
"""


def chats(number, size=0):
    return [request(messages=(Message("user", f"say {i}" + "x" * size),)) for i in range(number)]


@pytest.fixture
def ask(tmp_path):
    """Return a function that asks a program."""

    def run(code, requests, **options):
        path = tmp_path / "program.py"
        path.write_text(START + code)
        command = shlex.join([sys.executable, str(path)])
        return runner_from_spec(f"cmd:{command}", **options).replies(iter(requests))

    return run


def test_echo(ask):
    """Each request has its reply."""
    asked = chats(300)
    texts = {reply.id: reply.text for reply in ask(ECHO, asked)}
    assert texts == {request.id: f"SAY {i}" for i, request in enumerate(asked)}


def test_all_read_before_the_first_reply(ask):
    """A program may read everything, and reply in another order with more fields."""
    code = """
asked = [json.loads(line) for line in sys.stdin]
for one in reversed(asked):
    write(id=one["id"], text="x" * 1000, model="mine", finish_reason="length")
"""
    asked = chats(500, size=1000)
    replies = list(ask(code, asked))
    assert [reply.id for reply in replies] == [request.id for request in reversed(asked)]
    assert {(reply.model, reply.finish_reason) for reply in replies} == {("mine", "length")}


def test_halves_of_surrogate_pairs(ask):
    """Halves of surrogate pairs, with which many servers end a text that is cut, are replaced."""
    code = ECHO.replace(".upper()", " + chr(0xD83D)")
    (reply,) = ask(code, chats(1))
    assert reply.text == "say 0\ufffd"


def test_an_error_of_one_request(ask):
    """A program may say that a request failed."""
    code = """
for line in sys.stdin:
    write(id=json.loads(line)["id"], error={"kind": "context", "message": "long"})
"""
    (reply,) = ask(code, chats(1))
    assert (reply.error.kind, reply.text) == ("context", None)


@few(
    3,
    ("code", "kept", "said"),
    [
        ("sys.stdin.readline(); sys.exit(3)", 0, "ended with exit code 3"),
        ("print('Loading', flush=True); sys.stdin.read()", 0, "a line that is no reply .*Loading"),
        (TWICE, 1, "replied twice"),
        ("write(id='0' * 32, text='x'); sys.stdin.read()", 0, "replied to 0+, which was not asked"),
        (
            "sys.stdin.readline(); time.sleep(60)",
            0,
            "wrote no reply for 0.5 s with . requests? unanswered; raise --timeout",
        ),
        ("sys.stdout.close(); os.close(1); sys.exit(0)", 0, "ended with exit code"),
        (MISSPELT, 1, "unknown field `txet`"),
    ],
)
def test_bad_programs(ask, code, kept, said):
    """A program that breaks the rules is one sentence; replies before that are kept."""
    replies = ask(code, chats(4), timeout=0.5 if "0.5 s" in said else 60.0)
    assert len([next(replies) for _ in range(kept)]) == kept
    with pytest.raises(UsageError, match=said):
        next(replies)


def test_more_after_the_last_reply(ask):
    """A second reply to the last request is seen, too."""
    with pytest.raises(UsageError, match="replied twice"):
        list(ask(TWICE, chats(1)))


def test_exit_code_after_all_replies(ask):
    """A program that fails after its replies is noticed."""
    with pytest.warns(ResultWarning, match="exit code 4 after all its replies"):
        assert len(list(ask(ECHO + "sys.exit(4)", chats(2)))) == 2


def test_missing():
    """A program that is not there is one sentence."""
    with pytest.raises(NotSetUpError, match="no-such-program: .*install that program"):
        list(runner_from_spec("cmd:no-such-program --x").replies(chats(1)))
    with pytest.raises(UsageError, match="correct the quotes"):
        list(runner_from_spec("cmd:a 'b").replies(chats(1)))
    with pytest.raises(UsageError, match="from above 0 to"):
        runner_from_spec("cmd:a", timeout=0.0)


def test_no_shell(tmp_path):
    """The command is no shell's: a semicolon is an argument."""
    target = tmp_path / "made"
    with pytest.raises((UsageError, NotSetUpError)):
        list(
            runner_from_spec(f"cmd:{shlex.quote(sys.executable)} -V ; touch {target}").replies(
                chats(1)
            )
        )
    assert not target.exists()


@pytest.mark.skipif(os.name != "posix", reason="processes are looked up by signals")
def test_ended_with_its_children(ask, tmp_path):
    """When the replies are no longer wanted, the program and what it started are killed."""
    code = f"""
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
{ECHO}
time.sleep(60)
"""
    replies = ask(code, chats(3))
    next(replies)
    replies.close()
    pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
    for _ in range(1200):
        if not any(map(running, pids)):
            return
        time.sleep(0.05)
    pytest.fail("a process is left")


def running(pid):
    """Return whether a process runs; one that has ended may still be listed."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
