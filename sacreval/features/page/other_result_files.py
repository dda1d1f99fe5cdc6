"""Files of `compare` and `correlate`, which have no scores of systems, read for their reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from sacreval.errors import InputError
from sacreval.features.compare.result import ComparisonFile, ComparisonReport
from sacreval.features.compare.sets.result import SetComparisonFile, SetReport
from sacreval.io.whole_files import read_whole

Other = ComparisonReport | SetReport | dict[str, Any]
_KEYS = {"comparisons": "compare", "ranks": "compare results", "ranking": "correlate"}


def read_other(path: Path, check: Callable[[dict[str, Any]], None]) -> Other | None:
    """Read a result of `compare`, `compare results` or `correlate`.

    Args:
        path: The file.
        check: Checks the document of correlations; it raises a ValidationError.

    Returns:
        The comparison, or the document of the correlations; None for other files.

    Raises:
        InputError: If it is such a result, but not complete.
    """
    text = read_whole(str(path))
    try:
        keys = msgspec.json.decode(text, type=dict[str, msgspec.Raw]).keys()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    verb = next((verb for key, verb in _KEYS.items() if key in keys), None)
    if verb is None:
        return None
    try:
        return _read(verb, text, check)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{path}: not a whole result of `sacreval {verb}` ({error}); write it again with -o"
        ) from None


def _read(verb: str, text: bytes, check: Callable[[dict[str, Any]], None]) -> Other:
    if verb == "correlate":
        found: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
        check(found)
        return found
    if verb == "compare results":
        return _of_sets(msgspec.json.decode(text, type=SetComparisonFile))
    file = msgspec.json.decode(text, type=ComparisonFile)
    compared = {(one.dataset, one.group, one.output) for one in file.comparisons}
    if any((one.dataset, one.group, one.output) not in compared for one in file.standings):
        raise msgspec.ValidationError("systems are ranked by what is not compared")
    over = None if file.over_sets is None else _of_sets(file.over_sets)
    return ComparisonReport(
        file.settings, file.comparisons, file.standings, selection=file.selection, over_sets=over
    )


def _of_sets(file: SetComparisonFile) -> SetReport:
    if {one.output for one in file.systems} - {one.output for one in file.ranks}:
        raise msgspec.ValidationError("systems are ranked by what is not tested")
    return SetReport(file.settings, file.systems, file.ranks)
