"""Choice of the reader of a file or a folder by what it holds.

Without `--reader`, every reader that defines `matches` is asked; a file that two of them recognise
is refused, so that no order of readers decides.
"""

from __future__ import annotations

from sacreval.core.records import FIELDS
from sacreval.errors import UsageError
from sacreval.readers._base import Reader, readers
from sacreval.readers._beginning import beginning


def by_content(path: str) -> str | None:
    """Return the name of the reader that recognises a file or a folder.

    Args:
        path: The file or folder.

    Returns:
        None where no reader recognises it, and for records of sacreval.

    Raises:
        UsageError: If more than one reader recognises it.
    """
    start = beginning(path)
    if start is None or not start.may_be_log or (start.keys and _is_record(start.keys)):
        return None  # before the readers are imported
    names = [name for name, reader in _recognising() if reader.matches(start)]
    if len(names) > 1:
        raise UsageError(
            f"{path}: this may be a file of {' or of '.join(names)}; name its reader: "
            f"--reader {names[0]}"
        )
    return names[0] if names else None


def _is_record(keys: frozenset[str]) -> bool:
    """Return whether the keys are those of a record of sacreval."""
    return all(key in FIELDS for key in keys if "." not in key and "[" not in key) and not any(
        key.startswith("[") for key in keys
    )


def _recognising() -> list[tuple[str, type[Reader]]]:
    """Return the readers that recognise files by their content: those of logs, and others."""
    base = Reader.matches.__func__  # type: ignore[attr-defined]
    return [(n, cls) for n, cls in readers.importable() if cls.matches.__func__ is not base]  # type: ignore[attr-defined]
