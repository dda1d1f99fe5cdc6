"""Calls that return, wait, fail, end their process or fill its memory, for `execution.killable`."""

import os
import signal
import time


def start():
    return call


def call(what, value):
    return CALLS[what](value)


def _raise(text):
    raise ValueError(text)


def _print(text):
    print(text)
    return "printed"


def _wait(value):
    time.sleep(0.05)
    return value


def _slow_pid(seconds):
    time.sleep(seconds)
    return os.getpid()


def _compiled(_):
    """Compute in C, which does not return to the interpreter for minutes."""
    return len(str(pow(7, 10**9)))


CALLS = {
    "echo": lambda value: value,
    "print": _print,
    "wait": _wait,
    "pid": lambda _: os.getpid(),
    "slow-pid": _slow_pid,
    "sleep": time.sleep,
    "compiled": _compiled,
    "memory": lambda size: len(bytearray(size)),
    "raise": _raise,
    "exit": os._exit,
    "kill": lambda _: os.kill(os.getpid(), signal.SIGKILL),
}
