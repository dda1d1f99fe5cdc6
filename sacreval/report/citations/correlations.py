"""What made the numbers of a file of `correlate`, whose signatures hold those of its metrics."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

_METRICS = re.compile(r"\|refs:(?P<metrics>[a-z].*)")
_NEXT = re.compile(r" \+ (?=[a-zA-Z][^ |]*\|)")
_AFTER = re.compile(r"\|(?:ci|why|conf|version):.*", re.DOTALL)


class _Interval(msgspec.Struct, frozen=True):
    method: str
    confidence: float
    resamples: int | None = None
    seed: int | None = None


class _Correlation(msgspec.Struct, frozen=True):
    metric: str
    coefficient: str
    level: str
    n_systems: int
    n_instances: int
    signature: str
    interval: _Interval | None = None


class _Test(msgspec.Struct, frozen=True):
    test: str
    correction: str
    alpha: float


class _File(msgspec.Struct, frozen=True):
    results: list[_Correlation]
    tests: list[_Test] = []


class Correlated(NamedTuple):
    """What made the numbers of a file of `correlate`.

    Args:
        signatures: The signatures of its metrics, each once.
        size: The numbers of systems and inputs.
        statistics: Method, what the sentence says before it, and conditions.
        unsigned: Metrics whose options the file does not state, as their scores were read.
    """

    signatures: tuple[str, ...]
    size: str
    statistics: list[tuple[str, str, tuple[str, ...]]]
    unsigned: tuple[str, ...]


def of_correlations(content: Any) -> Correlated:
    """Read the content of a file of `correlate`.

    Args:
        content: The JSON document.

    Raises:
        msgspec.ValidationError: If it has another form.
    """
    found = msgspec.convert(content, _File)
    signatures = dict.fromkeys(s for one in found.results for s in _signatures(one.signature))
    unsigned = [one.metric for one in found.results if not _signatures(one.signature)]
    sizes = dict.fromkeys(
        f"{one.n_systems} systems and {one.n_instances} inputs" for one in found.results
    )
    return Correlated(
        tuple(signatures),
        " and ".join(sizes),
        [*_coefficients(found.results), *_intervals(found.results), *_tests(found.tests)],
        tuple(dict.fromkeys(unsigned)),
    )


def _signatures(text: str) -> list[str]:
    """Return the signatures of metrics within that of a correlation."""
    found = _METRICS.search(text)
    if not found:
        return []
    parts = _NEXT.split(_AFTER.sub("", found["metrics"]))
    return [part for part in parts if "|sacreval:" in part]


def _coefficients(results: list[_Correlation]) -> list[tuple[str, str, tuple[str, ...]]]:
    levels: dict[str, dict[str, None]] = {}
    for one in results:
        levels.setdefault(one.coefficient, {})[one.level] = None
    return [
        (name, "Correlations are measured by", (_levels(each),)) for name, each in levels.items()
    ]


def _levels(names: Iterable[str]) -> str:
    """Return levels as a condition, such as `levels summary, system`."""
    each = list(names)
    return f"level{'s' * (len(each) > 1)} {', '.join(each)}"


def _intervals(results: list[_Correlation]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [
        (
            found.method,
            f"Intervals ({100 * found.confidence:g} %) of correlations are computed by",
            (f"{found.resamples} resamples", f"seed {found.seed}") if found.resamples else (),
        )
        for one in results
        if (found := one.interval)
    ]


def _tests(tests: list[_Test]) -> list[tuple[str, str, tuple[str, ...]]]:
    made = [one for one in tests if one.test != "none"]
    return [
        *((one.test, "Correlations are compared by", ()) for one in made),
        *(
            (one.correction, "P-values are corrected by", (f"level {one.alpha:g}",))
            for one in made
            if one.correction != "none"
        ),
    ]
