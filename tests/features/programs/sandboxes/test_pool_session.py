"""One started sandbox: errors of its start, a driver that falls silent, an end in time."""

import subprocess
from dataclasses import dataclass

import pytest

from sacreval.errors import NotSetUpError
from sacreval.features.programs.sandboxes.none import NoSandbox
from sacreval.features.programs.sandboxes.pool import Session
from sacreval.features.programs.sandboxes.programs import CodeTests, Job, Program, StdinTests
from support.program import ends
from support.sandboxes import bwrap, unsafe


@dataclass(frozen=True, kw_only=True)
class Words(NoSandbox):
    """A command of the test's in place of a sandbox."""

    words: tuple[str, ...] = ()
    patience: float = 60.0

    def command(self, _name):
        return list(self.words)


def ended(sandbox, text="", seconds=0.2):
    """Run a program in a session that is started for it."""
    program = Program(text=text, tests=CodeTests(), seconds=seconds)
    job = Job(program=program, limits=sandbox.limits, processes=sandbox.own_processes)
    session = Session(sandbox)
    session.send(job)
    found = session.runs(job, lambda _run: True)
    assert session._process.returncode is not None
    return found


def words(*found, patience=60.0):
    return Words(interpreter=unsafe().interpreter, words=found, patience=patience)


@pytest.mark.long
def test_no_start():
    """A backend that does not start is an error with its own words, never a verdict."""
    with pytest.raises(NotSetUpError, match=r"does not start \(no namespaces\); allow user name"):
        ended(words("/bin/sh", "-c", "echo no namespaces >&2; exit 1"))
    with pytest.raises(NotSetUpError, match="it is silent"):
        ended(words("/bin/sleep", "60", patience=0.5))


def test_a_driver_that_falls_silent():
    """A driver that ends or writes anything else after its start is a lost run."""
    assert ended(words("/bin/sh", "-c", "echo s 0"))[0].why == "lost"
    assert ended(words("/bin/sh", "-c", "echo s 0; echo nonsense; sleep 60"))[0].why == "lost"


def test_more_runs_than_wanted():
    """Runs that a program adds in the name of the driver are not read."""
    text = "s 0\\ne 10\\n0 1 1 1 -\\n" * 3
    assert len(ended(words("/usr/bin/printf", text))) == 1


def test_runs_that_arrive_together():
    """No run counts after the first that is not wanted any more, however fast the driver is."""
    sandbox = words("/usr/bin/printf", "s 0\\ne 10\\n0 1 1 1 -\\n" * 3)
    tests = StdinTests(inputs=("1", "2", "3"), expected=("", "", ""))
    program = Program(text="", tests=tests, seconds=0.2)
    session = Session(sandbox)
    flags = iter((True, False, True))
    job = Job(program=program, limits=sandbox.limits, processes=False)
    assert len(session.runs(job, lambda _run: next(flags))) == 2


@pytest.mark.long
def test_a_driver_that_does_not_stop():
    """Where the driver does not keep the limit, everything is killed from outside soon after."""
    with ends():
        (run,) = ended(words("/bin/sh", "-c", "echo s 0; exec sleep 600", patience=0.5))
    assert run.why == "time"


def test_a_program_that_stops_its_driver():
    """A program cannot gain time by stopping or killing its driver."""
    stop = "import os, signal, time\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(60)"
    (run,) = ended(bwrap(), stop)
    assert run.why == "time"
    assert ended(bwrap(), "import os\nos.kill(os.getppid(), 9)")[0].why == "lost"


def test_the_end():
    """A session that is never used ends, too, once or twice."""
    session = Session(unsafe())
    session.end()
    session.end()
    assert isinstance(session._process, subprocess.Popen)
    assert session._process.poll() is not None
