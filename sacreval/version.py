"""Versions: of sacreval, and of the libraries whose numbers it reproduces."""

from functools import cache


@cache
def version(package: str = "sacreval") -> str:
    """Look up the version of an installed package."""
    import importlib.metadata

    return importlib.metadata.version(package)
