"""Functions that answer requests in a process of their own, for `py:answering_model:NAME`."""

from pathlib import Path

SOURCE = '''
import os
import signal
import time

from sacreval.asking.requests import Failure, Reply, Usage


def _noted(requests):
    with open("asked.log", "a") as log:
        log.writelines(f"{one.id}\\n" for one in requests)


def text(requests):
    _noted(requests)
    return [f"[[4]] {one.messages[-1].content}" for one in requests]


def counted(requests):
    usage = Usage(prompt=100, reply=50)
    return [Reply(id=one.id, text="4", usage=usage, attempts=2, seconds=1.5) for one in requests]


def slow(requests):
    _noted(requests)
    time.sleep(0.002)
    return [Reply(id=one.id, text="é" * 3000) for one in requests]


def odd(requests):
    """Fail for odd questions."""
    return [
        Reply(id=one.id, error=Failure("timeout", "too late"))
        if int(one.messages[-1].content.split()[-1]) % 2
        else Reply(id=one.id, text="4")
        for one in requests
    ]


def broken(requests):
    raise RuntimeError("no model")


def interrupted(requests):
    if os.path.exists("asked.log"):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(9)
    return text(requests)
'''
NAME = "answering_model"


def write(folder: Path) -> None:
    """Copy the functions to the folder in which they are looked up."""
    (folder / f"{NAME}.py").write_text(SOURCE, encoding="utf-8")


def asked(folder: Path) -> list[str]:
    """List the ids of the requests that were asked, each as often as it was."""
    log = folder / "asked.log"
    return log.read_text().split() if log.exists() else []
