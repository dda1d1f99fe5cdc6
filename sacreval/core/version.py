"""Versions: of sacreval, and of the libraries whose numbers it reproduces."""

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import NamedTuple

_INFO = ".dist-info"


class Releases(NamedTuple):
    """The releases of a library whose numbers were compared with sacreval's.

    Args:
        first: The oldest, which pyproject.toml requires.
        last: The newest; `2.6` stands for 2.6.0, 2.6.1 and so on.
    """

    first: str
    last: str

    def covers(self, version: str) -> bool:
        """Return whether a release is one of them."""
        last = _numbers(self.last)
        return _numbers(self.first) <= _numbers(version) and _numbers(version)[: len(last)] <= last


TESTED = {
    "jiwer": Releases("4.0", "4.0"),
    "nltk": Releases("3.10.1", "3.10.4"),  # METEOR of 3.10.0 differs
    "pytrec_eval-terrier": Releases("0.5.6", "0.5"),
    "rapidfuzz": Releases("3.9", "3.14"),
    "rouge-score": Releases("0.1.2", "0.1.2"),
    "sacrebleu": Releases("2.6", "2.6"),
    "scipy": Releases("1.11.2", "1.17"),
    "seqeval": Releases("1.2.2", "1.2.2"),
}
"""The libraries that define numbers, as `Metric.libraries` names them."""


def untested(libraries: Iterable[str]) -> list[str]:
    """Return a sentence for each library whose installed release was not compared.

    Args:
        libraries: Those that define the numbers of a run.
    """
    found = {name: version(name) for name in sorted(set(libraries) & TESTED.keys())}
    return [
        f"{name} {mine} was not tested with sacreval, releases {TESTED[name].first} to "
        f"{TESTED[name].last} were: its numbers may differ from theirs"
        for name, mine in found.items()
        if not TESTED[name].covers(mine)
    ]


def _numbers(version: str) -> list[int]:
    """Split `2.6.1.dev3` into 2, 6 and 1."""
    release = re.match(r"\d+(\.\d+)*", version)
    return [int(part) for part in release[0].split(".")] if release else []


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
