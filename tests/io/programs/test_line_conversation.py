"""Conversations with programs, beside those of the runner `cmd:` and of metrics."""

import sys
from typing import NamedTuple

import pytest

from sacreval.errors import ResultWarning, UsageError
from sacreval.io.programs.line_conversation import Conversation
from sacreval.io.programs.line_program import LineProgram


class Reply(NamedTuple):
    id: str


def decode(line):
    if b"?" in line:
        raise ValueError("a question")
    return Reply(line.decode())


@pytest.fixture
def talk(monkeypatch):
    """Return a function that begins a conversation with a program."""
    monkeypatch.setattr("sacreval.io.programs.line_program._GRACE", 0.2)
    programs = []

    def begin(code, seconds=60.0, **options):
        start = "import sys, time, os\nsay = lambda text: print(text, flush=True)\n"
        command = [sys.executable, "-c", start + code]
        programs.append(LineProgram(command, keep_errors=True, longest=1000))
        return Conversation(programs[-1], "it", seconds, decode, asked="records", **options)

    yield begin
    for program in programs:
        program.kill()


ECHO = "for line in sys.stdin: say(line.strip())"


def test_again():
    """What was answered may be asked again, and input may stay open between questions."""
    with LineProgram([sys.executable, "-u", "-c", f"import sys\nsay=print\n{ECHO}"]) as program:
        open_one = Conversation(program, "it", 60.0, decode)
        for _ in range(2):
            open_one.send("a", b"a\n")
            assert list(open_one.answers()) == [Reply("a")]
        assert list(open_one.rest()) == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("say('x' * 2000)", "a line of more than 1,000 bytes"),
        ("say('what?')", r"no reply \(a question\): what\?; correct it, and write other text to"),
        ("say('\\x1b[2J?')", r"\(a question\): \[2J\?"),
        ("sys.exit('no luck\\n')", r"exit code 1 with 1 record unanswered \(its last error: no lu"),
        ("os.write(2, b'\\x1b[1mbold\\n\\n'); sys.exit(2)", r"\(its last error: \[1mbold\)"),
        ("os.write(2, b'x' * 10**6); sys.exit(2)", r"\(its last error: x+…x+\); correct it"),
        ("os.close(1); time.sleep(9)", "closed its output with 1 record unanswered"),
        ("time.sleep(9)", "no reply for 0.5 s with 1 record unanswered; raise --timeout, or wait"),
    ],
)
def test_faults(talk, code, said):
    """A fault of the program is one sentence, with the last line of its standard error."""
    begun = talk(code, 0.5 if "0.5 s" in said else 60.0, hint=", or wait")
    begun.send("a", b"a\n")
    with pytest.raises(UsageError, match=said) as caught:
        list(begun.answers())
    assert len(str(caught.value)) < 500
    assert str(caught.value).isprintable()


def test_closed_input(talk):
    """A program that closes its input while lines wait is reported before the time is over."""
    begun = talk("os.close(0); time.sleep(60)")

    def send_all():
        for i in range(10_000):
            begun.send(str(i), b"x" * 1000 + b"\n")

    with pytest.raises(UsageError, match="closed its input with .* records unanswered"):
        send_all()


def test_flood(talk):
    """A program that writes without end is read only as far as it is listened to."""
    begun = talk("while True: say('b')")
    begun.send("a", b"a\n")
    with pytest.raises(UsageError, match="replied to b, which was not asked"):
        list(begun.answers())


def test_end(talk):
    """An exit code after all replies is a notice with the last error."""
    begun = talk(f"{ECHO}\nsys.exit('full disk')")
    begun.send("a", b"a\n")
    with pytest.warns(ResultWarning, match=r"exit code 1 after all its replies \(.*full disk"):
        assert list(begun.rest()) == [Reply("a")]
