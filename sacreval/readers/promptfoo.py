"""promptfoo's results as JSON, YAML or JSONL.

Source: promptfoo 0.121.20, whose results have version 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError, UsageError
from sacreval.io.files import YAML
from sacreval.io.lines import DEFAULT
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._limited import LineReader, WholeFileReader
from sacreval.readers._log import LogCounts, LogReader, Numbered
from sacreval.readers._promptfoo import (
    ASSERTION,
    Found,
    Place,
    PromptOfRun,
    asserted,
    record,
    rows,
)
from sacreval.text.expressions import compiled

_TABLE = re.compile(rb"(?:^|,)Status,Score,Named Scores,")
_DOCUMENT = re.compile(rb"^evalId:.*\nresults:\s*\n\s+version:", re.MULTILINE)


@readers.register("promptfoo")
@dataclass(frozen=True, kw_only=True)
class PromptfooReader(WholeFileReader, LineReader, LogReader):
    """promptfoo's results as JSON, YAML or JSONL; a system is a provider with a prompt.

    A row that failed by an error is a record with `error`; one that failed by an assertion is not.
    Repeats are rows with equal variables, assertions, prompt and provider.

    Args:
        reference: Where the references are: a JMESPath expression over the row, such as
            `vars.gold`, or the value of an assertion, as in `assert:equals`.
        repeats: Whether the repeats of a test are the samples of one record, or inputs of their
            own.
        max_size: The largest file that is one document, in MiB after decompression.
        max_line: The longest line of JSONL, in MiB.
    """

    reference: str = ""
    repeats: Literal["samples", "instances"] = "samples"
    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        self._references()

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file holds results of promptfoo, in a table too, which is refused."""
        if start.extension in (".csv", *YAML):
            pattern = _TABLE if start.extension == ".csv" else _DOCUMENT
            return pattern.search(start.head) is not None
        if start.has("evalId", "results.version"):
            return True
        return start.has("namedScores", "prompt.raw", "promptIdx")

    @classmethod
    def is_part(cls, path: str) -> bool:
        """Return whether this is the table of results that are beside it as JSON or YAML."""
        others = (Path(path).with_suffix(ending) for ending in (".json", ".jsonl", *YAML))
        return cls.is_refused(path) and any(other.is_file() for other in others)

    @classmethod
    def is_refused(cls, path: str) -> bool:
        """Return whether this is a table of results."""
        return path.lower().endswith(".csv")

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a file."""
        _check_no_table(path)
        counts, references = LogCounts(path), self._references()
        seen = False
        with rows(path, self.size_limit, self.line_limit) as results:
            for group in self._groups(results.places):
                instance = record([results.load(place) for place in group], references, counts)
                seen = seen or instance.references is not None
                yield group[0].number, instance
            if self.reference and results.places and not seen:
                raise InputError(
                    f"{path}: reference '{self.reference}' finds nothing in any row; name a "
                    "variable, as in vars.gold, or an assertion, as in assert:equals"
                )
        counts.warn()

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the sums over the tests of each prompt and provider; lines have none."""
        _check_no_table(path)
        with rows(path, self.size_limit, self.line_limit) as results:
            prompts = results.prompts
        return [score for i, prompt in enumerate(prompts) for score in _stored(prompt, i, path)]

    def _groups(self, places: Sequence[Place]) -> list[list[Place]]:
        if self.repeats == "instances":
            return [[place] for place in places]
        groups: dict[tuple[bytes, int], list[Place]] = {}
        for place in places:
            groups.setdefault((place.alike, place.prompt), []).append(place)
        return list(groups.values())

    def _references(self) -> Callable[[Found], Any]:
        if not self.reference:
            return lambda _: None
        if self.reference.startswith(ASSERTION):
            kind = self.reference.removeprefix(ASSERTION)
            if not kind:
                raise UsageError("reference names no assertion; write assert:equals")
            return lambda result: asserted(result, kind)
        search = compiled(self.reference, "reference: ")
        return lambda result: search(result.plain)


def _stored(prompt: PromptOfRun, place: int, path: str) -> Iterator[StoredScore]:
    metrics = prompt.metrics
    if metrics is None:
        return
    counts = (metrics.test_pass_count, metrics.test_fail_count, metrics.test_error_count)
    tests = sum(count or 0 for count in counts)
    sums = {"success": metrics.test_pass_count, "score": metrics.score}
    for name, value in (sums | (metrics.named_scores or {})).items():
        if value is not None:
            yield StoredScore(
                name=f"{name}/sum",
                value=value,
                system_id=f"{prompt.provider} | prompt {place}",
                records=tests if name in sums else None,
                where=f"{path}: results.prompts",
            )


def _check_no_table(path: str) -> None:
    if PromptfooReader.is_refused(path):
        raise InputError(
            f"{path}: a table of promptfoo does not distinguish errors from outputs; export JSON: "
            "promptfoo export eval ID -o results.json"
        )
