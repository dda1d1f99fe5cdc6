"""The base of a comparison as the opponent of a judge of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from pathlib import Path

from msgspec.structs import replace

from sacreval.core.records import Instance
from sacreval.errors import UsageError
from sacreval.io.files import JSON, STDIN, extension, stem
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.judge_requests import judge_of


def against_base(entries: Sequence[Entry], source: Source, base: str | None) -> list[Entry]:
    """Return the entries with judges of pairs that compare each system with the base.

    The base itself has a tie on every record, so that a difference from it is the win rate less
    one half.

    Args:
        entries: The metrics.
        source: The input files.
        base: The base that the user named; None for the first system of the first file.

    Raises:
        UsageError: If the outputs of the base are in no JSONL file of their own name.
    """
    opposed = [_entry(entry, source.paths, base) for entry in entries]
    if source.systems and any(new is not old for new, old in zip(opposed, entries, strict=True)):
        raise UsageError(
            "a judge of pairs reads the base again under the name in its file; drop the names in "
            "SYSTEM=FILE, or name the base with --opponent FILE"
        )
    return opposed


def _entry(entry: Entry, paths: Sequence[str], base: str | None) -> Entry:
    judge = judge_of(entry)
    if judge is None or judge.definition.pair is None or judge.opponent or not paths:
        return entry
    path = _file_of(base, paths)
    system = base or _first_system(path)
    return replace(entry, metric=replaced(judge, opponent=path, opponent_system=system))


def _file_of(base: str | None, paths: Sequence[str]) -> str:
    """Return the file with the outputs of the base."""
    path = next((path for path in paths if stem(path) == base), paths[0])
    if path == STDIN or extension(path) not in JSON:
        raise UsageError(
            f"{path}: a judge of pairs reads the base again, from a JSONL file; write one with "
            "`sacreval convert`, or name it with --opponent FILE"
        )
    return path


def _first_system(path: str) -> str:
    """Return the system of the first record of a file."""
    import msgspec

    from sacreval.core.json_lines import decode_line, lines_of

    for line in lines_of(path):
        record: Instance = decode_line(line, msgspec.json.Decoder(Instance), "record")
        return record.system_id or stem(path)
    raise UsageError(f"{Path(path)}: this file is empty; it should hold at least one record")
