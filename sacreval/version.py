"""Versions: of sacreval, and of the libraries whose numbers it reproduces."""

import sys
from functools import cache
from pathlib import Path


@cache
def version(package: str = "sacreval") -> str:
    """Look up the version of an installed package.

    An installed package has a folder `<name>-<version>.dist-info`; importing `importlib.metadata`
    to look into it would take a sixth of the time of a short run, so it does where names are odd.
    """
    name = package.lower().replace("-", "_")
    for place in sys.path:
        found = list(Path(place).glob(f"{name}-*.dist-info"))
        if len(found) == 1:
            return found[0].name.removeprefix(f"{name}-").removesuffix(".dist-info")
    import importlib.metadata

    return importlib.metadata.version(package)
