"""Word lists of resources: files in Latin-1, and the stop words of SMART."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sacreval.errors import NotSetUpError

STOP_WORDS = "smart_common_words.txt"


def read_list(path: Path, recipe: str) -> str:
    """Read a file of a resource.

    Args:
        path: The file.
        recipe: Name of the resource's recipe, for the message.

    Raises:
        NotSetUpError: If it cannot be read.
    """
    try:
        return path.read_text(encoding="latin-1")
    except OSError as error:
        raise NotSetUpError(
            f"{path}: {error.strerror}; fetch it again: sacreval setup-metric {recipe} --force"
        ) from error


@cache
def stop_words(folder: Path, recipe: str) -> frozenset[str]:
    """Read the stop words of SMART, one on each line, as ROUGE and SIMetrix have them.

    Args:
        folder: The folder of the resource, with `smart_common_words.txt`.
        recipe: Name of its recipe, for the message.

    Raises:
        NotSetUpError: If they cannot be read.
    """
    return frozenset(read_list(folder / STOP_WORDS, recipe).split())
