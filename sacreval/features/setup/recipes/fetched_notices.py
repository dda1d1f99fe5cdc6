"""Notices about fetched files, by their names in the recipe rather than in a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from warnings import catch_warnings, simplefilter, warn

from sacreval.errors import InputNotice


@contextmanager
def named_as_in_recipe(folder: Path) -> Iterator[None]:
    """Name files in notices without the folder that they were fetched into.

    Args:
        folder: The folder.
    """
    with catch_warnings(record=True) as seen:
        simplefilter("always")
        try:
            yield
        finally:
            caught = [one.message for one in seen]
    for message in dict.fromkeys(caught):
        if isinstance(message, InputNotice):
            warn(InputNotice(str(message).replace(f"{folder}/", "")), stacklevel=3)
        else:
            warn(message, stacklevel=3)
