"""Files that a signature names and that are elsewhere now, for `verify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.results import Result
from sacreval.errors import UsageError, nearest, shortened

HASHES = ("_sha256", "_digest")  # endings of the options with the hash of another
BY_DATA = ("replies", "opponent")  # files whose content the hash of the data covers


def moved_options(texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the values of `--file`: option to its files, in order.

    Args:
        texts: `OPTION=PATH`, several for an option with several files.

    Raises:
        UsageError: If one has another form.
    """
    found: dict[str, list[str]] = {}
    for text in texts:
        option, equals, path = text.partition("=")
        if not (option and equals and path):
            raise UsageError(
                f"--file {shortened(text)}: write OPTION=PATH, as in replies=new.jsonl"
            )
        found.setdefault(option.replace("-", "_"), []).append(path)
    return found


def with_moved(results: Sequence[Result], moved: Mapping[str, Sequence[str]]) -> list[Result]:
    """Return results whose signatures name files where they are now.

    The metrics compare the content with the hashes in the signatures when they read it.

    Args:
        results: The results in a file.
        moved: Option to its files.

    Raises:
        UsageError: If no signature has such an option with a hash, or it has another number of
            files.
    """
    used: set[str] = set()
    known: set[str] = set()
    found = []
    for result in results:
        _, values = signature.read(result.signature)
        options = {name for name in values if _has_hash(name, values)}
        known |= options
        mine = {name: _as_before(name, values[name], moved[name]) for name in moved
                if name in options}  # fmt: skip
        used |= mine.keys()
        found.append(replace(result, signature=signature.with_values(result.signature, mine)))
    for name in moved:
        if name not in used:
            raise UsageError(
                f"--file {shortened(name)}: no result has this file with a hash; "
                f"{nearest(name, known)}"
            )
    return found


def _has_hash(option: str, values: Mapping[str, object]) -> bool:
    """Return whether a signature has a hash of the content of the files of an option."""
    if any(f"{option}{ending}" in values for ending in HASHES):
        return True
    return option in BY_DATA and "judge_digest" in values


def _as_before(option: str, before: object, paths: Sequence[str]) -> object:
    """Return new paths in place of one path or of a list of them."""
    count = len(before) if isinstance(before, list) else 1
    if len(paths) != count:
        raise UsageError(f"--file {option}: the signature has {count} of these files; give as many")
    return list(paths) if isinstance(before, list) else paths[0]
