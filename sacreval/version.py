"""Versions: of sacreval, and of the libraries whose numbers it reproduces."""

import os
import sys
from contextlib import suppress
from functools import cache

_INFO = ".dist-info"


@cache
def version(package: str = "sacreval") -> str:
    """Look up the version of an installed package.

    An installed package has a folder `<name>-<version>.dist-info`; importing `importlib.metadata`
    to look into it would take a sixth of the time of a short run, so it does where names are odd.
    """
    name = package.lower().replace("-", "_")
    for place in sys.path:
        if len(found := _versions(place).get(name, [])) == 1:
            return found[0]
    import importlib.metadata

    return importlib.metadata.version(package)


@cache
def _versions(place: str) -> dict[str, list[str]]:
    """Read the names of those folders: package to versions, of which there should be one."""
    found: dict[str, list[str]] = {}
    with suppress(OSError):  # what is no folder holds none
        for entry in os.scandir(place):
            name, _, rest = entry.name.partition("-")
            if rest.endswith(_INFO):
                found.setdefault(name, []).append(rest.removesuffix(_INFO))
    return found
