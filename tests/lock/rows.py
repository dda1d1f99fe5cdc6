"""Rows: a command, what runs before it, what it needs; and what came of it."""

import re
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lock.command import Ended, perform
from lock.outputs import digits, kept, normalised
from sacreval.io import resources

WORDNET = "WordNet 3.0"
OF_WORDS = {  # what a word in a command needs, beside the core
    "meteor": WORDNET,
    "codebleu": "tree_sitter",
    "math-verify": "math_verify",
    "ja-mecab": "MeCab",
    "ja": "MeCab",
    "duckdb": "duckdb",
}
HELP = ("--help", "--help-all")
ABSENT = re.compile(r"run: (?:pip install|sacreval setup-)|not installed|needs its model file")


@dataclass(frozen=True)
class Row:
    """A command of the lock.

    Args:
        run: The line, as a user types it.
        before: Lines that run before it, once for all rows, and write files that it reads.
        hides: Whether its output holds texts of a corpus, of which only the SHA-256 is kept.
        read: A file that it writes, which belongs to its output.
        ties: Whether rounding breaks ties in it, so that its output is compared only on the
            machine class that wrote it.
    """

    run: str
    before: tuple[str, ...] = ()
    hides: bool = False
    read: str = ""
    ties: bool = False

    def about(self) -> dict[str, Any]:
        """Return what the file of a verb says of the command; the inverse of `of`."""
        return {"run": self.run, **{key: x for key, x in asdict(self).items() if x}}

    def needs(self) -> list[str]:
        """Return what a row needs and the core does not have: modules, and WordNet."""
        if self.run.endswith(HELP):
            return []
        words = set(re.findall(r"[\w.-]+", " ".join((self.run, *self.before))))
        return sorted({OF_WORDS[word] for word in words & OF_WORDS.keys()})

    def on_corpora(self) -> bool:
        """Return whether a row needs the mirror of real corpora."""
        return any("corpora/" in line for line in (self.run, *self.before))

    def perform(self, folder: Path) -> Ended:
        """Run it, and return its normalised outputs, or those of one before it that failed."""
        for line in self.before:
            ended = once(line, folder)
            if ended.code:
                return ended
        ended = perform(self.run, folder)
        out = ended.out
        if self.read:
            out += (folder / self.read).read_text(encoding="utf-8")
        if self.run.endswith(HELP):
            return ended
        return Ended(ended.code, *(normalised(x, str(folder)) for x in (out, ended.err)))

    def brief(self, ended: Ended) -> tuple[int, str, list[str] | None]:
        """Return the exit code, the SHA-256 of the output, and the lines of errors, if any."""
        return ended.code, digits(ended.out), ended.err.splitlines() or None

    def result_of(self, ended: Ended, folder: Path) -> dict[str, Any]:
        """Return the row of the file, from how it ended."""
        code, sha256, err = self.brief(ended)
        row = {**self.about(), "code": code, "err": err, "sha256": sha256}
        if not self.hides and ended.out:
            row["out"] = self._readable(ended.out, folder)
        return {key: value for key, value in row.items() if value not in (None, [])}

    def _readable(self, out: str, folder: Path) -> Any:
        words = self.run.split()
        if words[-1] not in HELP or len(words) != len("sacreval VERB METRIC --help".split()):
            return kept(out)
        first = " ".join([*words[:2], "bleu", words[-1]])
        if self.run == first or words[1] not in {"evaluate", "score", "compare", "correlate"}:
            return kept(out)
        common = lines_of(first, folder)
        return [line for line in out.split("\n") if line not in common]


def of(row: dict[str, Any]) -> Row:
    """Make the command that a row of a file is of."""
    values = {field.name: row[field.name] for field in fields(Row) if field.name in row}
    return Row(**{**values, "before": tuple(row.get("before", ()))})


@cache
def once(line: str, folder: Path) -> Ended:
    """Run a command that writes a file, once in a folder."""
    return perform(line, folder)


@cache
def lines_of(line: str, folder: Path) -> frozenset[str]:
    """Return the lines that a command prints."""
    return frozenset(perform(line, folder).out.split("\n"))


def lacking(row: dict[str, Any]) -> str | None:
    """Return what a row needs and is not installed."""
    return next((name for name in of(row).needs() if not _is_here(name)), None)


def _is_here(name: str) -> bool:
    location = resources.find("wordnet") if name == WORDNET else find_spec(name)
    return location is not None


def could_not_run(ended: Ended) -> bool:
    """Return whether a command wants something that is not installed."""
    return ended.code != 0 and ABSENT.search(ended.err) is not None
