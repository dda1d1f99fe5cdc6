"""Workers and the driver: all programs are judged once, errors end the run."""

import subprocess
from collections import Counter
from dataclasses import dataclass

import pytest

from sacreval.errors import NotSetUpError
from sacreval.features.programs.sandboxes import pool
from sacreval.features.programs.sandboxes.none import NoSandbox
from sacreval.features.programs.sandboxes.pool import Session, Worker, judged
from sacreval.features.programs.sandboxes.programs import CodeTests, Job, Program, StdinTests
from support.program import ends
from support.sandboxes import bwrap, unsafe


def program(text):
    return Program(text=text, tests=CodeTests(), seconds=60.0)


@pytest.mark.parametrize("workers", [1, 3])
def test_verdicts(workers):
    """Each program has its verdict, whatever the number of workers."""
    tasks = [(i, program(f"assert {i} % 3")) for i in range(12)]
    judgements = list(judged(tasks, bwrap(), workers))
    assert sorted(key for key, _ in judgements) == list(range(12))
    assert {key: judgement.verdict for key, judgement in judgements} == {
        i: "passed" if i % 3 else "wrong" for i in range(12)
    }


def test_an_error_ends_the_run(monkeypatch):
    """An error of a worker is raised, and the others end."""

    def fail(*_arguments):
        raise NotSetUpError("no sandbox")

    monkeypatch.setattr(pool.Worker, "judge", fail)
    with pytest.raises(NotSetUpError, match="no sandbox"):
        list(judged([(i, program("")) for i in range(9)], bwrap(), 2))


def test_tasks_are_taken_as_needed():
    """Closing the iterator ends the run, and programs that were not reached are not taken."""
    taken = Counter()

    def tasks():
        for i in range(100):
            taken[i] += 1
            yield i, program("")

    results = judged(tasks(), bwrap(), 2)
    next(results)
    results.close()
    assert len(taken) < 100


def test_the_first_test_that_fails():
    """No further standard input is tried after one whose output is wrong."""
    worker = Worker(bwrap(), spares=0)
    tests = StdinTests(inputs=("1", "2", "3"), expected=("1", "0", "3"))
    judgement = worker.judge(Program(text="print(input())", tests=tests, seconds=60.0))
    assert (judgement.verdict, judgement.tests) == ("wrong", (True, False, None))
    worker.close()


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
    results = session.runs(job, lambda _run: True)
    assert session._process.returncode is not None
    return results


def words(*texts, patience=60.0):
    return Words(interpreter=unsafe().interpreter, words=texts, patience=patience)


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


def run(text, tests=None, seconds=60.0, **limits):
    worker = Worker(bwrap(**limits), spares=0)
    job = worker.job(Program(text=text, tests=tests or CodeTests(), seconds=seconds))
    return worker.runs(job)[-1]


@pytest.mark.long
def test_time():
    """A program that does not end is stopped at its limit, and its CPU time is known."""
    outcome = run("while True: pass", seconds=0.3)
    assert outcome.why == "time"
    assert outcome.seconds >= 0.3
    assert outcome.cpu > 0.05


@pytest.mark.long
def test_cpu_time():
    """CPU time is that of the program, with the processes that it waited for."""
    text = (
        "import os, time\n"
        "if not os.fork():\n"
        "    while time.process_time() < 0.2: pass\n"
        "    os._exit(0)\n"
        "os.wait()\n"
    )
    outcome = run(text)
    assert outcome.cpu >= 0.2
    assert run("pass").cpu < outcome.cpu


def test_memory():
    """The peak is that of the program."""
    assert run("x = bytearray(50 * 2**20)").peak > 50 * 1024
    assert run("bytearray(900 * 2**20)", memory=200).report[0] == b"-1 memory"


def test_standard_error():
    """The end of standard error is kept, however much there is."""
    outcome = run("import sys\nfor i in range(99999): print(i, file=sys.stderr)")
    assert len(outcome.stderr) == 4096
    assert outcome.stderr.endswith(b"99998\n")


def test_too_much_output():
    """Output is dropped where none is wanted, and stops a program where it is compared."""
    assert run("print('x' * 10**6)").why == ""
    tests = StdinTests(inputs=("",), expected=("x",))
    outcome = run("while True: print('x' * 10**6)", tests)
    assert outcome.why == "output"
    assert len(outcome.output) < 10**6


def test_left_processes():
    """A process that holds the pipes open does not delay the end."""
    with ends():
        outcome = run("import os, time\nif not os.fork():\n    time.sleep(600)")
    assert outcome.why == ""


@pytest.mark.parametrize("number", [9, 11])
def test_signals(number):
    """The signal that ends a program is known."""
    assert run(f"import os; os.kill(os.getpid(), {number})").status == number
