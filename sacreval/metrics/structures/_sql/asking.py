"""Asking the SQL process, which is killed where it does not answer in time."""

from __future__ import annotations

import os
import signal
import sys
from threading import local
from weakref import finalize

import msgspec

from sacreval.io.programs.line_program import LineProgram
from sacreval.metrics.structures._sql.process import GRACE
from sacreval.metrics.structures._sql.question import Answer, Question, Verdict

COMMAND = (sys.executable, "-P", "-m", "sacreval.metrics.structures._sql.process")
_START = 30.0  # seconds that a process has to start, beyond the time of a query
_HELD = local()  # one process for each thread


def ask(question: Question) -> Answer:
    """Return the answer to a question; a process that dies is an answer too."""
    key = (os.getpid(), question.dialect, question.limits)
    held: Process | None = getattr(_HELD, "process", None)
    if held is None or held.key != key:
        held = _HELD.process = Process(key)
    try:
        answer = held.ask(question)
    except BaseException:
        _HELD.process = None
        raise
    if not held.alive:
        _HELD.process = None
    return answer


class Process:
    """One SQL process.

    Args:
        key: What it is for: another process of this machine, dialect or limits need another one.
    """

    def __init__(self, key: tuple[object, ...]) -> None:
        self.key = key
        self.alive = True
        self._program = LineProgram(COMMAND)
        finalize(self, _end, self._program, os.getpid()).atexit = False  # its input ends then

    def ask(self, question: Question) -> Answer:
        """Send a question and wait for the answer, query by query."""
        wait = question.limits.seconds + GRACE + _START
        gold: int | None = 0
        try:
            self._program.send(msgspec.json.encode(question) + b"\n", wait)
            while True:
                line = self._program.receive(wait)
                if line is None:
                    return self._ended(gold)
                if line.startswith(b"{"):
                    answer = msgspec.json.decode(line, type=Answer)
                    gold = None
                    return answer
                if line == b"golds":
                    gold = None
                elif line == b"compared":
                    gold = 0
        except TimeoutError:
            self.close()
            return Answer("timeout", "it takes longer than the limit", gold_failed=gold)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Kill the process."""
        self.alive = False
        _end(self._program, os.getpid())

    def _ended(self, gold: int | None) -> Answer:
        code = self._program.code()
        self.close()
        verdicts: dict[int, Verdict] = {
            -getattr(signal, "SIGALRM", 14): "timeout",
            -getattr(signal, "SIGKILL", 9): "too_large",
        }
        verdict = verdicts.get(code or 0, "error")
        return Answer(verdict, f"the process that ran it ended with code {code}", gold_failed=gold)


def _end(program: LineProgram, owner: int) -> None:
    """Kill a program, unless this is a copy of the process that owns it."""
    if os.getpid() == owner:
        program.__exit__(None, None, None)
