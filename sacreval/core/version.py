"""Versions of sacreval and of the libraries whose scores it reproduces."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sacreval.core.metric import Metric

_INFO = ".dist-info"


class Releases(NamedTuple):
    """The range of releases of a library whose scores were compared with sacreval's.

    Args:
        first: The oldest, which pyproject.toml requires.
        last: The newest; `2.6` includes 2.6.0, 2.6.1 and so on.
    """

    first: str
    last: str

    def covers(self, version: str) -> bool:
        """Return whether a release is in the range."""
        last = _numbers(self.last)
        return _numbers(self.first) <= _numbers(version) and _numbers(version)[: len(last)] <= last


TESTED = {
    "POT": Releases("0.9.4", "0.9.7"),
    "cer": Releases("1.2", "1.2"),
    "jiwer": Releases("4.0", "4.0"),
    "math-verify": Releases("0.9", "0.9"),  # each pins one release of latex2sympy2_extended
    "mauve-text": Releases("0.4", "0.4"),
    "nltk": Releases("3.10.4", "3.10.4"),  # RIBES of 3.10.1 differs
    "pytrec_eval-terrier": Releases("0.5.6", "0.5"),
    "rapidfuzz": Releases("3.9", "3.14"),
    "rouge-score": Releases("0.1.2", "0.1.2"),
    "sacrebleu": Releases("2.6", "2.6"),
    "scipy": Releases("1.16", "1.18"),
    "seqeval": Releases("1.2.2", "1.2.2"),
    "tokenizers": Releases("0.22", "0.23"),
    "torch": Releases("2.13", "2.14"),
    "transformers": Releases("4.57.6", "5.24"),
}
"""The libraries that define scores, named as in `Origin.libraries`."""

OF_OFFICIAL_ENGINE = frozenset({"pytrec_eval-terrier", "seqeval"})
"""Those of extras that compute nothing where the kernels do, and need not be installed there."""


def untested(libraries: Iterable[str]) -> list[str]:
    """Return a sentence for each library that is installed in a release which was not tested.

    Args:
        libraries: The libraries that define the scores of a run.
    """
    versions = {
        name: version(name) for name in sorted(set(libraries) & TESTED.keys()) if is_there(name)
    }
    return [
        f"{name} {installed} was not tested with sacreval, releases {TESTED[name].first} to "
        f"{TESTED[name].last} were: its numbers may differ from theirs"
        for name, installed in versions.items()
        if not TESTED[name].covers(installed)
    ]


def _numbers(version: str) -> list[int]:
    """Split `2.6.1.dev3` into 2, 6 and 1."""
    release = re.match(r"\d+(\.\d+)*", version)
    return [int(part) for part in release[0].split(".")] if release else []


def is_there(package: str) -> bool:
    """Return whether a package is installed."""
    try:
        version(package)
    except ModuleNotFoundError:  # PackageNotFoundError is one, and slow to import
        return False
    return True


def stated(metric: Metric) -> tuple[str, ...]:
    """Return the libraries of a metric whose versions stand in the signature of a result."""
    runs = metric.engine == "official"
    return tuple(
        x for x in metric.origin.libraries if x not in OF_OFFICIAL_ENGINE or (runs and is_there(x))
    )


@cache
def version(package: str = "sacreval") -> str:
    """Return the version of an installed package.

    It is read from the name of the package's folder `<name>-<version>.dist-info`, since importing
    `importlib.metadata` takes a sixth of the time of a short run; that is used only if there is
    not exactly one such folder.
    """
    name = package.lower().replace("-", "_")
    for place in sys.path:
        if len(versions := _versions(place).get(name, [])) == 1:
            return versions[0]
    import importlib.metadata

    return importlib.metadata.version(package)


@cache
def _versions(place: str) -> dict[str, list[str]]:
    """Read the names of the `.dist-info` folders: package to versions."""
    versions: dict[str, list[str]] = {}
    with suppress(OSError):  # not a folder, or not readable
        for entry in os.scandir(place):
            name, _, rest = entry.name.partition("-")
            if rest.endswith(_INFO):
                versions.setdefault(name, []).append(rest.removesuffix(_INFO))
    return versions
