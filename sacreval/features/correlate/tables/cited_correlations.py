"""Sizes and signatures behind the numbers of a file of `correlate`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from sacreval.report.cited_metrics import in_words
from sacreval.report.phrases import phrase


def inputs_used(results: Iterable[tuple[str, int, int, str]]) -> str:
    """Return how many inputs made the numbers, by level where levels differ; empty without inputs.

    Levels differ, too, where one has none, as that of official scores of whole systems.
    """
    levels: dict[str, list[int]] = {}
    for level, inputs, used, text in results:
        number = used if inputs and "|group:input|" in text else inputs
        levels.setdefault(level, []).extend([number] if inputs else [])
    found = {level: counted(numbers, "input") for level, numbers in levels.items() if numbers}
    if len(set(found.values())) == 1 and len(found) == len(levels):
        return next(iter(found.values()))
    return in_words(f"{text} {at_levels([level])}" for level, text in found.items())


def counted(numbers: Iterable[int], what: str) -> str:
    """Return a number, or from which to which, of things."""
    low, high = min(found := list(numbers)), max(found)
    return f"{low if low == high else f'{low} to {high}'} {what}{'s' * (high != 1)}"


def at_levels(names: Iterable[str]) -> str:
    """Return levels as a condition, such as `at summary and system level`."""
    return f"at {in_words(names)} level"


_DRAWN = re.compile(r"\|(resamples|trials|seed):(\d+)")
_METRICS = re.compile(r"\|(?:metrics|refs):(?P<metrics>[a-z].*)")
_REFERENCES = re.compile(r"\|refs:([^|]+)\|ci:")
Stated = tuple[str, str, tuple[str, ...]]
_SEED = "seed "
ALL = "all"  # levels and coefficients, in a mean over them
_NAMED = 5  # metrics that a sentence names
_NEXT = re.compile(r" \+ (?=[a-zA-Z][^ |]*\|)")
_AFTER = re.compile(r"\|(?:ci|why|conf|version):.*", re.DOTALL)


class _Interval(msgspec.Struct, frozen=True):
    method: str
    confidence: float
    resamples: int | None = None
    seed: int | None = None


class _Correlation(msgspec.Struct, frozen=True):
    metric: str
    human: str
    coefficient: str
    level: str
    n_systems: int
    n_instances: int
    n_used: int
    signature: str
    interval: _Interval | None = None
    task: str | None = None


class _Test(msgspec.Struct, frozen=True):
    test: str
    correction: str
    alpha: float
    level: str
    coefficient: str
    signature: str = ""

    @property
    def conditions(self) -> tuple[str, ...]:
        """How often the test draws, and the seed, as its signature states."""
        found = dict(_DRAWN.findall(self.signature))
        drawn = [f"{found[name]} {name}" for name in ("resamples", "trials") if name in found]
        return (*drawn, f"seed {found['seed']}") if drawn and "seed" in found else tuple(drawn)


class _File(msgspec.Struct, frozen=True):
    results: list[_Correlation]
    tests: list[_Test] = []
    asked_levels: dict[str, str] = {}

    def level(self, name: str) -> str:
        """The word for a level with which the user asked for it."""
        return self.asked_levels.get(name, name)


class Correlated(NamedTuple):
    """What made the numbers of a file of `correlate`.

    Args:
        signatures: The signatures of its metrics, each once.
        size: The numbers of systems and inputs.
        statistics: Method, what the sentence says before it, and conditions.
        unsigned: Metrics whose options the file does not state, as their scores were read.
        metrics: The scores that are correlated.
    """

    signatures: tuple[str, ...]
    size: str
    statistics: list[Stated]
    unsigned: tuple[str, ...]
    metrics: tuple[str, ...]


def of_correlations(content: Any) -> Correlated:
    """Read the content of a file of `correlate`.

    Args:
        content: The JSON document.

    Raises:
        msgspec.ValidationError: If it has another form.
    """
    found = msgspec.convert(content, _File)
    if not found.results:
        raise msgspec.ValidationError("it has no correlations")
    signatures = dict.fromkeys(s for one in found.results for s in metric_signatures(one.signature))
    unsigned = dict.fromkeys(
        one.metric for one in found.results if not metric_signatures(one.signature)
    )
    return Correlated(
        tuple(signatures),
        _size(found),
        _merged([*_coefficients(found, unsigned), *_intervals(found.results), *_tests(found)]),
        tuple(unsigned),
        tuple(dict.fromkeys(one.metric for one in found.results)),
    )


def _size(found: _File) -> str:
    """Return the numbers of systems and of inputs; without these for scores of whole systems."""
    systems = counted((one.n_systems for one in found.results), "system")
    inputs = inputs_used(
        (found.level(one.level), one.n_instances, one.n_used, one.signature)
        for one in found.results
    )
    return f"{systems} and {inputs}" if inputs else systems


def metric_signatures(text: str) -> list[str]:
    """Return the signatures of metrics within that of a correlation."""
    found = _METRICS.search(text)
    if not found:
        return []
    parts = _NEXT.split(_AFTER.sub("", found["metrics"]))
    return [part for part in parts if "|sacreval:" in part]


def _coefficients(found: _File, unsigned: Iterable[str]) -> list[Stated]:
    levels: dict[str, dict[str, None]] = {}
    for one in found.results:
        levels.setdefault(one.coefficient, {})[found.level(one.level)] = None
    before = f"{_subject(found.results, list(unsigned))} are measured{_within(found.results)} by"
    return [(name, before, (at_levels(each),)) for name, each in levels.items()]


def _subject(results: list[_Correlation], unsigned: Sequence[str]) -> str:
    """Return what is correlated with what; metrics that are named nowhere else, where few."""
    human = in_words(dict.fromkeys(one.human.replace("_", " ") for one in results))
    of = f" of {in_words(unsigned)}" if 0 < len(unsigned) <= _NAMED else ""
    chosen = chosen_references(one.signature for one in results)
    by = f", of scores with {chosen}," if chosen else ""
    return f"Correlations{of} with human judgments ({human}){by}"


def _within(results: list[_Correlation]) -> str:
    """Return the tasks within which metrics are correlated; nothing without tasks."""
    tasks = list(dict.fromkeys(one.task for one in results if one.task is not None))
    if len(tasks) > _NAMED:
        return f" within {len(tasks)} tasks"
    return f" within the task{'s' * (len(tasks) > 1)} {in_words(tasks)}" if tasks else ""


def chosen_references(signatures: Iterable[str]) -> str:
    """Return the references that `--reference` chose, such as `reference refA`; else nothing."""
    found = dict.fromkeys(one[1] for one in map(_REFERENCES.search, signatures) if one)
    return f"reference {in_words(found)}" if found else ""


def _merged(statistics: list[Stated]) -> list[Stated]:
    """Merge what differs in its seed only, as where each task draws with its own."""
    seeds: dict[Stated, dict[str, None]] = {}
    for method, before, conditions in statistics:
        rest = tuple("seed" if one.startswith(_SEED) else one for one in conditions)
        drawn = [one.removeprefix(_SEED) for one in conditions if one.startswith(_SEED)]
        seeds.setdefault((method, before, rest), {}).update(dict.fromkeys(drawn))
    return [
        (method, before, tuple(_with_seeds(one, list(own)) for one in conditions))
        for (method, before, conditions), own in seeds.items()
    ]


def _with_seeds(condition: str, seeds: Sequence[str]) -> str:
    if condition != "seed":
        return condition
    return f"seed{'s' * (len(seeds) > 1)} {in_words(seeds)}"


def _intervals(results: list[_Correlation]) -> list[Stated]:
    return [
        (
            found.method,
            f"Intervals ({100 * found.confidence:g} %) of correlations are computed by",
            (f"{found.resamples} resamples", f"seed {found.seed}") if found.resamples else (),
        )
        for one in results
        if (found := one.interval)
    ]


def _tests(found: _File) -> list[Stated]:
    """State tests, each with what it compares if there are several, and corrections."""
    made = [one for one in found.tests if one.test != "none"]
    several = len({one.test for one in made}) > 1
    places = {
        name: (_compared([one for one in made if one.test == name], found),) if several else ()
        for name in dict.fromkeys(one.test for one in made)
    }
    return [
        *(
            (one.test, "Correlations are compared by", (*one.conditions, *places[one.test]))
            for one in made
        ),
        *(
            (one.correction, "P-values are corrected by", (f"level {one.alpha:g}",))
            for one in made
            if one.correction != "none"
        ),
    ]


def _compared(tests: Sequence[_Test], found: _File) -> str:
    """Return what tests compare, such as `Pearson's r at system level`."""
    levels: dict[str, dict[str, None]] = {}
    for one in tests:
        if one.coefficient != ALL:
            levels.setdefault(found.level(one.level), {})[phrase(one.coefficient)] = None
    named = [f"{in_words(each)} {at_levels([level])}" for level, each in levels.items()]
    means = ["means over levels"] if any(one.coefficient == ALL for one in tests) else []
    return f"for {in_words([*named, *means])}"
