"""The driver inside a sandbox: limits, output, and an end of everything."""

import pytest

from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.programs import CodeTests, Program, StdinTests
from support.program import ends
from support.sandboxes import bwrap


def run(text, tests=None, seconds=60.0, **limits):
    worker = Worker(bwrap(**limits), spares=0)
    job = worker.job(Program(text=text, tests=tests or CodeTests(), seconds=seconds))
    return worker.runs(job)[-1]


@pytest.mark.long
def test_time():
    """A program that does not end is stopped at its limit, and its CPU time is known."""
    found = run("while True: pass", seconds=0.3)
    assert found.why == "time"
    assert found.seconds >= 0.3
    assert found.cpu > 0.05


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
    found = run(text)
    assert found.cpu >= 0.2
    assert run("pass").cpu < found.cpu


def test_memory():
    """The peak is that of the program."""
    assert run("x = bytearray(50 * 2**20)").peak > 50 * 1024
    assert run("bytearray(900 * 2**20)", memory=200).report[0] == b"-1 memory"


def test_standard_error():
    """The end of standard error is kept, however much there is."""
    found = run("import sys\nfor i in range(99999): print(i, file=sys.stderr)")
    assert len(found.stderr) == 4096
    assert found.stderr.endswith(b"99998\n")


def test_too_much_output():
    """Output is dropped where none is wanted, and stops a program where it is compared."""
    assert run("print('x' * 10**6)").why == ""
    tests = StdinTests(inputs=("",), expected=("x",))
    found = run("while True: print('x' * 10**6)", tests)
    assert found.why == "output"
    assert len(found.output) < 10**6


def test_left_processes():
    """A process that holds the pipes open does not delay the end."""
    with ends():
        found = run("import os, time\nif not os.fork():\n    time.sleep(600)")
    assert found.why == ""


@pytest.mark.parametrize("number", [9, 11])
def test_signals(number):
    """The signal that ends a program is known."""
    assert run(f"import os; os.kill(os.getpid(), {number})").status == number
