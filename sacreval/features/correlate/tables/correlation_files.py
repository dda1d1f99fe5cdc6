"""Files of `correlate` read again: types of rows, and sizes and signatures behind the numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

from sacreval.features.correlate.correlation_results import (
    Correlation,
    IntervalFound,
    MetricTest,
    RankedMetric,
    TaskAverage,
)
from sacreval.features.correlate.data.human_scores import Agreement
from sacreval.features.correlate.explain import Alternative
from sacreval.report.cited_metrics import in_words, phrase

ROWS = {
    "results": Correlation, "tests": MetricTest, "ranking": RankedMetric, "averages": TaskAverage,
    "agreement": Agreement, "explanation": Alternative,
}  # fmt: skip
_OPTIONAL = {"task": str, "reversed": bool}  # of a run of tasks, and of `--signed`
_IN_EXPLANATIONS = {"metric": str}


def check(content: Mapping[str, Any]) -> None:
    """Check that a document has the rows that `correlate` writes.

    Args:
        content: The document.

    Raises:
        msgspec.ValidationError: If it lacks a value or has one of another type, if it has no
            correlations, or if some rows are of a task and others of none.
    """
    document = msgspec.convert(content, _document())
    if not document.results:
        raise msgspec.ValidationError("it has no correlations")
    rows = [row for part in ("results", "tests", "ranking") for row in content.get(part, ())]
    if len({"task" in row for row in rows}) > 1:
        raise msgspec.ValidationError("some rows have a task, and others none")


@cache
def _document() -> Any:
    more = {"explanation": _IN_EXPLANATIONS}
    rows = {name: _row(cls, **more.get(name, {})) for name, cls in ROWS.items()}
    parts: list[Any] = [(name, list[row], []) for name, row in rows.items()]  # type: ignore[valid-type]
    return msgspec.defstruct(
        "Document", [*parts, ("notes", list[str], []), ("asked_levels", dict[str, str], {})]
    )


def _row(cls: type, **more: type) -> Any:
    """Return the type of a row as JSON has it, in which NaN is null."""
    hints = get_type_hints(cls)
    stated = [f for f in fields(cls) if f.metadata.get("json", True)]
    typed = [(f.name, _in_json(hints[f.name]), f.default) for f in stated]
    values = [field[:2] if field[2] is MISSING else field for field in typed]
    optional = [(name, kind | None, None) for name, kind in _OPTIONAL.items()]
    return msgspec.defstruct(cls.__name__, [*values, *more.items(), *optional], kw_only=True)


def _in_json(hint: Any) -> Any:
    if hint is float:
        return float | None
    return _row(IntervalFound) | None if hint == IntervalFound | None else hint


def inputs_used(results: Iterable[tuple[str, int, int, str]]) -> str:
    """Return how many inputs made the numbers, by level where levels differ; empty without inputs.

    Levels differ, too, where one has none, as that of official scores of whole systems.
    """
    levels: dict[str, list[int]] = {}
    for level, inputs, used, text in results:
        number = used if inputs and "|group:input|" in text else inputs
        levels.setdefault(level, []).extend([number] if inputs else [])
    texts = {level: counted(numbers, "input") for level, numbers in levels.items() if numbers}
    if len(set(texts.values())) == 1 and len(texts) == len(levels):
        return next(iter(texts.values()))
    return in_words(f"{text} {at_levels([level])}" for level, text in texts.items())


def counted(numbers: Iterable[int], what: str) -> str:
    """Return a number, or from which to which, of things."""
    low, high = min(values := list(numbers)), max(values)
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
        draws = dict(_DRAWN.findall(self.signature))
        drawn = [f"{draws[name]} {name}" for name in ("resamples", "trials") if name in draws]
        return (*drawn, f"seed {draws['seed']}") if drawn and "seed" in draws else tuple(drawn)


class _File(msgspec.Struct, frozen=True):
    results: list[_Correlation]
    tests: list[_Test] = []
    asked_levels: dict[str, str] = {}

    def level(self, name: str) -> str:
        """The word for a level with which the user asked for it."""
        return self.asked_levels.get(name, name)


class CorrelationNotes(NamedTuple):
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


def of_correlations(content: Any) -> CorrelationNotes:
    """Read the content of a file of `correlate`.

    Args:
        content: The JSON document.

    Raises:
        msgspec.ValidationError: If it has another form.
    """
    file = msgspec.convert(content, _File)
    if not file.results:
        raise msgspec.ValidationError("it has no correlations")
    signatures = dict.fromkeys(s for r in file.results for s in metric_signatures(r.signature))
    unsigned = dict.fromkeys(r.metric for r in file.results if not metric_signatures(r.signature))
    return CorrelationNotes(
        tuple(signatures),
        _size(file),
        _merged([*_coefficients(file, unsigned), *_intervals(file.results), *_tests(file)]),
        tuple(unsigned),
        tuple(dict.fromkeys(r.metric for r in file.results)),
    )


def _size(file: _File) -> str:
    """Return the numbers of systems and of inputs; without these for scores of whole systems."""
    systems = counted((r.n_systems for r in file.results), "system")
    inputs = inputs_used(
        (file.level(r.level), r.n_instances, r.n_used, r.signature) for r in file.results
    )
    return f"{systems} and {inputs}" if inputs else systems


def metric_signatures(text: str) -> list[str]:
    """Return the signatures of metrics within that of a correlation."""
    match = _METRICS.search(text)
    if not match:
        return []
    parts = _NEXT.split(_AFTER.sub("", match["metrics"]))
    return [part for part in parts if "|sacreval:" in part]


def _coefficients(file: _File, unsigned: Iterable[str]) -> list[Stated]:
    levels: dict[str, dict[str, None]] = {}
    for result in file.results:
        levels.setdefault(result.coefficient, {})[file.level(result.level)] = None
    before = f"{_subject(file.results, list(unsigned))} are measured{_within(file.results)} by"
    return [(name, before, (at_levels(each),)) for name, each in levels.items()]


def _subject(results: list[_Correlation], unsigned: Sequence[str]) -> str:
    """Return what is correlated with what; metrics that are named nowhere else, where few."""
    human = in_words(dict.fromkeys(r.human.replace("_", " ") for r in results))
    of = f" of {in_words(unsigned)}" if 0 < len(unsigned) <= _NAMED else ""
    chosen = chosen_references(r.signature for r in results)
    by = f", of scores with {chosen}," if chosen else ""
    return f"Correlations{of} with human judgments ({human}){by}"


def _within(results: list[_Correlation]) -> str:
    """Return the tasks within which metrics are correlated; nothing without tasks."""
    tasks = list(dict.fromkeys(r.task for r in results if r.task is not None))
    if len(tasks) > _NAMED:
        return f" within {len(tasks)} tasks"
    return f" within the task{'s' * (len(tasks) > 1)} {in_words(tasks)}" if tasks else ""


def chosen_references(signatures: Iterable[str]) -> str:
    """Return the references that `--reference` chose, such as `reference refA`; else nothing."""
    names = dict.fromkeys(match[1] for match in map(_REFERENCES.search, signatures) if match)
    return f"reference {in_words(names)}" if names else ""


def _merged(statistics: list[Stated]) -> list[Stated]:
    """Merge what differs in its seed only, as where each task draws with its own."""
    seeds: dict[Stated, dict[str, None]] = {}
    for method, before, conditions in statistics:
        rest = tuple("seed" if text.startswith(_SEED) else text for text in conditions)
        drawn = [text.removeprefix(_SEED) for text in conditions if text.startswith(_SEED)]
        seeds.setdefault((method, before, rest), {}).update(dict.fromkeys(drawn))
    return [
        (method, before, tuple(_with_seeds(text, list(numbers)) for text in conditions))
        for (method, before, conditions), numbers in seeds.items()
    ]


def _with_seeds(condition: str, seeds: Sequence[str]) -> str:
    if condition != "seed":
        return condition
    return f"seed{'s' * (len(seeds) > 1)} {in_words(seeds)}"


def _intervals(results: list[_Correlation]) -> list[Stated]:
    return [
        (
            interval.method,
            f"Intervals ({100 * interval.confidence:g} %) of correlations are computed by",
            (f"{interval.resamples} resamples", f"seed {interval.seed}")
            if interval.resamples
            else (),
        )
        for r in results
        if (interval := r.interval)
    ]


def _tests(file: _File) -> list[Stated]:
    """State tests, each with what it compares if there are several, and corrections."""
    tests = [t for t in file.tests if t.test != "none"]
    several = len({t.test for t in tests}) > 1
    places = {
        name: (_compared([t for t in tests if t.test == name], file),) if several else ()
        for name in dict.fromkeys(t.test for t in tests)
    }
    return [
        *(
            (t.test, "Correlations are compared by", (*t.conditions, *places[t.test]))
            for t in tests
        ),
        *(
            (t.correction, "P-values are corrected by", (f"level {t.alpha:g}",))
            for t in tests
            if t.correction != "none"
        ),
    ]


def _compared(tests: Sequence[_Test], file: _File) -> str:
    """Return what tests compare, such as `Pearson's r at system level`."""
    levels: dict[str, dict[str, None]] = {}
    for test in tests:
        if test.coefficient != ALL:
            levels.setdefault(file.level(test.level), {})[phrase(test.coefficient)] = None
    named = [f"{in_words(each)} {at_levels([level])}" for level, each in levels.items()]
    means = ["means over levels"] if any(t.coefficient == ALL for t in tests) else []
    return f"for {in_words([*named, *means])}"
