"""Calls in processes that can be killed: limits, restarts, and the end of the processes."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sacreval.errors import NotSetUpError
from sacreval.execution.killable import KillableProcesses, Outcome
from support.program import ends, wait

ROOM = 512 << 20
PARENT = """
import os, sys, time
from threading import Thread
from sacreval.execution.killable import KillableProcesses
sys.path.insert(0, {folder!r})
pool = KillableProcesses("support.slow_calls:start", memory=1 << 30)
print(pool.call(["pid", None], seconds=60).value, flush=True)
Thread(target=pool.call, args=([{what!r}, 60],), kwargs={{"seconds": 60}}, daemon=True).start()
time.sleep(0.3)
print("busy", flush=True)
time.sleep(60)
"""


@pytest.fixture(scope="module")
def pool():
    """Give processes of the fake function, which end with the module."""
    return KillableProcesses("support.slow_calls:start", memory=ROOM)


def test_values(pool):
    """A call returns what the function returns, whatever the function prints."""
    assert pool.call(["echo", ["é", 1.5, None]], seconds=60) == Outcome("done", ["é", 1.5, None])
    assert pool.call(["print", "x"], seconds=60) == Outcome("done", "printed")


def test_order(pool):
    """Calls of several processes are in their order, and the pids show two processes."""
    calls = [["wait", i] for i in range(6)]
    assert [x.value for x in pool.map(calls, seconds=60, workers=2)] == list(range(6))
    pids = pool.map([["slow-pid", 0.2]] * 2, seconds=60, workers=2)
    assert len({outcome.value for outcome in pids}) == 2


@pytest.mark.long
@pytest.mark.parametrize("what", ["sleep", "compiled"])
def test_time(pool, what):
    """A call is killed at the limit, even in compiled code, and the next one is computed."""
    pool.call(["echo", 1], seconds=60)
    with ends():
        assert pool.call([what, 600], seconds=0.2) == Outcome("timeout")
    assert pool.call(["echo", 2], seconds=60).value == 2


def test_memory(pool):
    """A call beyond the limit of memory is reported as such."""
    if sys.platform != "linux":
        pytest.skip("only Linux keeps RLIMIT_AS")
    assert pool.call(["memory", 4 * ROOM], seconds=60) == Outcome("memory")
    assert pool.call(["memory", 1000], seconds=60) == Outcome("done", 1000)


def test_errors(pool):
    """An exception is reported and the process goes on; one that ends is reported and replaced."""
    assert pool.call(["raise", "no"], seconds=60) == Outcome("error", reason="ValueError: no")
    assert pool.call(["exit", 3], seconds=60) == Outcome("ended", reason="exit status 3")
    assert pool.call(["kill", 0], seconds=60).state == "ended"
    assert pool.call(["echo", 1], seconds=60).value == 1


def test_odd_texts(pool):
    """Texts with line ends, zeros and lone surrogates arrive as they are."""
    text = "a\nb\x00\ud800\u2028"
    assert pool.call(["echo", text], seconds=60).value == text


def test_a_function_that_cannot_be_imported():
    """A module that is not there is one sentence."""
    with pytest.raises(NotSetUpError, match="no_such"):
        KillableProcesses("no_such:start", memory=ROOM).call([], seconds=60)


@pytest.mark.long
def test_the_alarm_of_the_caller(pool):
    """The caller's alarm is neither used nor lost, and calls may come from threads."""
    fired = []
    before = signal.signal(signal.SIGALRM, lambda *_: fired.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        outcomes = []
        thread = threading.Thread(
            target=lambda: outcomes.append(pool.call(["sleep", 60], seconds=0.1))
        )
        thread.start()
        thread.join()
        time.sleep(0.4)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert (outcomes, fired) == ([Outcome("timeout")], [1])


def test_close_ends_processes():
    """No process is left when the object is gone."""
    pool = KillableProcesses("support.slow_calls:start", memory=ROOM)
    pid = pool.call(["pid", None], seconds=60).value
    del pool
    assert not _alive(pid)


def test_an_error_in_one_of_many_calls(pool):
    """Other calls are stopped where one cannot be sent."""
    with pytest.raises(TypeError):
        pool.map([["echo", object()], ["sleep", 1]], seconds=60, workers=2)
    assert pool.call(["echo", 1], seconds=60).value == 1


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("what", ["sleep", "compiled"])
def test_busy_processes_end_with_their_parent(how, what):
    """A process in the middle of a call ends when the one that started it is killed."""
    if sys.platform != "linux":
        pytest.skip("elsewhere the process ends at the limit of its call")
    tests = str(Path(__file__).parents[1])
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(folder=tests, what=what)],
        stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with parent:
        pid = int(parent.stdout.readline())
        assert parent.stdout.readline() == "busy\n"
        assert _alive(pid)
        parent.send_signal(how)
        parent.wait(60)
    wait(lambda: not _alive(pid), seconds=60)


def _alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status")
    return not (status.exists() and "State:\tZ" in status.read_text())
