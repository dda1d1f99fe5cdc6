"""The file of --junit: gates, and with --junit-records single records, as test cases."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.results import Report
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation

VARIABLE = "SACREVAL_JUNIT"
_OPTION = "--junit"
_KEY = re.compile(
    r"""(?:^|[{,])\s*["']?(junit|extends)["']?\s*:\s*["']?([^"'#\n]+)""", re.MULTILINE
)
_BEGINNING = '<testsuites name="sacreval"'


def remove_earlier(words: Sequence[str]) -> None:
    """Remove the file of an earlier run, so that it does not pass for that of a run that fails.

    Args:
        words: The words after `sacreval evaluate`. The file is named by one of them, by the
            environment or by a config; one that sacreval has not written is left.
    """
    named = [*_files_named(words)] or [os.environ.get(VARIABLE, "")]
    for name in filter(None, named if any(named) else _of_configs(words)):
        with suppress(OSError, ValueError):
            if _BEGINNING in _read(name)[:100]:
                Path(name).unlink()


def _files_named(words: Sequence[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == _OPTION:
            yield following
        elif word.startswith(f"{_OPTION}="):
            yield word.partition("=")[2]


def _of_configs(words: Sequence[str]) -> Iterator[str]:
    """Yield the file that a config names, or the nearest of those that it extends."""
    from sacreval.cli.config.config_file import find

    rest = []
    for word in words:
        with suppress(OSError, ValueError):  # no name of a file
            rest += [path for path in (find(word),) if path]
    seen: set[str] = set()
    while rest and (path := rest.pop()) not in seen:
        seen.add(path)
        with suppress(OSError):
            stated = dict(_KEY.findall(_read(path)))
            if "junit" in stated:
                yield stated["junit"].strip()
            elif "extends" in stated:
                rest.append(str(Path(path).parent / stated["extends"].strip()))


def _read(path: str) -> str:
    """Return the text of a file; a pipe, which waits for its other end, is left alone."""
    place = Path(path)
    return place.read_text(encoding="utf-8", errors="replace") if place.is_file() else ""


def check(entries: Sequence[Entry], path: Path | None, *, records: bool) -> None:
    """Check what machines read: GitHub's summary can be written, and --junit-records has a file.

    Args:
        entries: The metrics.
        path: The file of --junit, or None.
        records: Whether --junit-records is given.

    Raises:
        UsageError: If there is no file, the summary cannot be written, or a metric scores whole
            sets, which have no records.
    """
    from sacreval.features.gates import github

    github.check()
    if not records:
        return
    from sacreval.scoring.entries.run_metrics import refuse_sets

    if path is None:
        raise UsageError("--junit-records needs a file; give --junit FILE.xml")
    refuse_sets(entries, remedy="drop --junit-records")


def write(report: Report, path: Path | None, evaluations: Mapping[str | None, Evaluation]) -> None:
    """Write the file, if one is named.

    Args:
        report: Results and gates.
        path: The file, or None.
        evaluations: The rows of the records that are test cases, by data set; may be empty.
    """
    if path is None:
        return
    from sacreval.cli import output
    from sacreval.features.gates.junit import to_junit
    from sacreval.scoring.sets.data_sets import records_of_sets

    text = to_junit(report, list(records_of_sets(evaluations)))
    output.write([output.Target(path, "text")], lambda _: text)
