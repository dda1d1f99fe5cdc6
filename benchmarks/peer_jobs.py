"""What `peers.py` compares: metrics, and the programs of a few lines that call other tools.

Each `peers_*.py` beside this file has a list JOBS. A program of a peer reads the file that its
first argument names, as `read` below does for it, and prints one number.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

PRELUDE = """
import sys
try:
    from orjson import loads
except ImportError:
    from json import loads
with open(sys.argv[1], "rb") as stream:
    records = [loads(line) for line in stream]
"""
TEXTS = """
predictions = [record["prediction"] for record in records]
references = [record["references"][0] for record in records]
"""

SINGLE = "the same in single precision"
START = "start-up: a command with options, checks and signatures starts, beside one function"
NUMPY = "start-up: this metric imports NumPy, and the tool does not"


@dataclass(frozen=True)
class Peer:
    """A tool: its name on PyPI, the module that must import, and the program.

    Args:
        package: Its name on PyPI.
        module: A module that it has.
        code: Lines that print one number from `predictions`, `references` and `records`.
        differs: Why its number is another one; empty if it must be the same.
    """

    package: str
    module: str
    code: str
    differs: str = ""

    def program(self) -> str:
        """Return the whole program."""
        return PRELUDE + (TEXTS if "references" in self.code else "") + self.code


@dataclass(frozen=True)
class Job:
    """A metric and its peers.

    Args:
        metric: Its name.
        peers: Tools that compute it.
        words: Options of the command.
        output: The output that is compared; the main one if empty.
        records: The kind of records, a function of `peer_records.py`.
        option: What the options mean, in a word, for the table.
        why: Why a peer is faster, in a line.
    """

    metric: str
    peers: tuple[Peer, ...]
    words: tuple[str, ...] = ()
    output: str = ""
    records: str = "pairs"
    option: str = ""
    why: str = ""

    @property
    def name(self) -> str:
        """Return what the table calls it."""
        return f"{self.metric}, {self.option}" if self.option else self.metric


def jobs() -> list[Job]:
    """Return the jobs of every `peers_*.py` beside this file."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("peers_*.py"))
    return [job for name in names for job in import_module(name).JOBS]
