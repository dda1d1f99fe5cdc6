"""Programs of others: their words, scripts by checksums, and lines that they read and write."""

import hashlib
import sys
from typing import NamedTuple

import pytest

from sacreval.errors import InputError, NotSetUpError, ResultWarning, UsageError
from sacreval.io.programs.command_words import words
from sacreval.io.programs.line_program import Conversation, LineProgram
from sacreval.io.programs.official_programs import (
    PROGRAMS,
    checked,
    registered_program,
    store,
)

pytestmark = pytest.mark.usefixtures("alone")


UPPER = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"
ECHO = "for line in sys.stdin: say(line.strip())"


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("python score.py --x 1", ["python", "score.py", "--x", "1"]),
        ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
        ("a; b | c > d $HOME *", ["a;", "b", "|", "c", ">", "d", "$HOME", "*"]),
    ],
)
def test_words(command, found):
    """Quotes keep words together, and no other character is special."""
    assert words(command) == found


@pytest.mark.parametrize(
    ("command", "said"), [("", "names no program"), ("  ", "names no program"), ("a 'b", "quotes")]
)
def test_no_words(command, said):
    """A command without words, or with an open quote, is refused."""
    with pytest.raises(UsageError, match=said):
        words(command)


@pytest.fixture
def script(tmp_path):
    """A program with the usual name and an unknown content."""
    path = tmp_path / "ROUGE-1.5.5.pl"
    path.write_text("print 1;\n")
    return path


def test_a_known_program(script, monkeypatch):
    """A program with a known checksum is found in its folder, and stored by its path."""
    known = PROGRAMS["rouge-1.5.5"]
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    monkeypatch.setitem(PROGRAMS, "rouge-1.5.5", type(known)(known.file, (checksum,)))
    place = checked("rouge-1.5.5", str(script.parent))
    assert place == checked("rouge-1.5.5", str(script))
    assert registered_program("rouge-1.5.5") is None
    store("rouge-1.5.5", place)
    assert registered_program("rouge-1.5.5") == script


def test_an_unknown_program(script):
    """Any other is refused, with the option that confirms it; a wrong checksum confirms nothing."""
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    with pytest.raises(UsageError, match=f"unknown program, .* add --sha256 {checksum}"):
        checked("rouge-1.5.5", str(script))
    with pytest.raises(UsageError, match=f"has the checksum {checksum}; check both"):
        checked("rouge-1.5.5", str(script), confirmed="0" * 64)
    assert checked("rouge-1.5.5", str(script), confirmed=checksum.upper()).sha256 == checksum


def test_changes_are_noticed(script):
    """A program that has changed or gone since is not run."""
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    store("rouge-1.5.5", checked("rouge-1.5.5", str(script), confirmed=checksum))
    script.write_text("unlink glob '*';\n")
    with pytest.raises(NotSetUpError, match="has changed since it was set up; set it up again"):
        registered_program("rouge-1.5.5")
    script.unlink()
    with pytest.raises(NotSetUpError, match="No such file .* setup-metric rouge-1.5.5 --official"):
        registered_program("rouge-1.5.5")


def test_names(script, tmp_path):
    """A resource without a program, and a folder without it, are errors."""
    with pytest.raises(UsageError, match=r"punkt has no program; give it for rouge-1.5.5 or met"):
        checked("punkt", str(script))
    with pytest.raises(InputError, match=r"the folder .* has no meteor-1.5.jar; give the path"):
        checked("meteor-1.5", str(tmp_path))
    with pytest.raises(InputError, match=r"nowhere: No such file"):
        checked("meteor-1.5", str(tmp_path / "nowhere"))


def test_a_damaged_record(tmp_path):
    """A record that is not JSON is an error that names the command."""
    (tmp_path / "home" / "official").mkdir(parents=True)
    (tmp_path / "home" / "official" / "meteor-1.5.json").write_text("{")
    with pytest.raises(NotSetUpError, match="meteor-1.5.json: .* setup-metric meteor-1.5"):
        registered_program("meteor-1.5")


def test_lines():
    """A line in, a line out, without its end; None after the last."""
    with LineProgram([sys.executable, "-c", UPPER]) as program:
        assert program.send(b"a\n", 5.0)
        assert program.receive(10.0) == b"A"
        assert program.finish()
        assert program.receive(10.0) is None
        assert program.receive(10.0) is None
        assert program.code() == 0


def test_late():
    """Waiting for a line ends with its time, and the program with the block."""
    with LineProgram([sys.executable, "-c", "import time; time.sleep(60)"]) as program:
        with pytest.raises(TimeoutError):
            program.receive(0.05)
        with pytest.raises(TimeoutError):
            program.receive(0)


def test_no_room():
    """A program that does not read has room for some lines only."""
    with LineProgram([sys.executable, "-c", "import time; time.sleep(60)"]) as program:
        sent = 0
        while program.send(b"x" * 100_000 + b"\n", 0.05):
            sent += 1
        assert 0 < sent < 1000
        assert not program.finish()


def test_missing():
    """A program that is not there is a sentence."""
    with pytest.raises(NotSetUpError, match="install that program"):
        LineProgram(["no-such-program-of-a-test"])


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
