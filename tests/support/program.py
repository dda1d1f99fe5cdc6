"""Run the command line: in this process, which is fast, or in a separate one."""

import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PROGRAM = (sys.executable, "-m", "sacreval")


class Outcome(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Read standard output as JSON."""
        return json.loads(self.out)


def spawn(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, seconds: float = 60
) -> Outcome:
    """Run the program in a separate process."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=stdin, cwd=cwd, capture_output=True, timeout=seconds, check=False,
    )  # fmt: skip
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def write_jsonl(path: Path, records: Sequence[Any]) -> Path:
    """Write records, one a line."""
    path.write_text("".join(f"{json.dumps(r)}\n" for r in records), encoding="utf-8")
    return path


def records(n: int = 3, **fields: Any) -> list[dict[str, Any]]:
    """Create records with different scores."""
    return [
        {"prediction": f"the cat number {i} sat", "references": ["the cat number 1 sat"], **fields}
        for i in range(n)
    ]


def tsv(cli: Callable[..., Any], *words: str, stdin: bytes = b"") -> list[list[str]]:
    """Evaluate exact-match without a notice, and return the cells of the table of results."""
    outcome = cli("evaluate", "exact-match", *words, "--format", "tsv", stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return [line.split("\t") for line in outcome.out.splitlines()[1:]]


def scores_by_system(rows: list[list[str]]) -> dict[str, tuple[float, int]]:
    """Return the score and the number of records of each system in a table of results."""
    return {row[2]: (float(row[4]), int(row[5])) for row in rows}


def wait(what: Callable[[], bool], *, seconds: float) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


@contextmanager
def ends(*, within: float = 60) -> Iterator[None]:
    """Fail where something has not ended after some seconds, at least ten times what it needs."""

    def late(*_: object) -> None:
        raise AssertionError(f"it did not end within {within:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, within)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Stdin:
    """Standard input with given bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)
