"""The generated pages of the site, which are made once in each process of the tests."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from generator.pages import pages


@cache
def made() -> Mapping[str, str]:
    """Return all generated pages."""
    return MappingProxyType(pages())
