"""What made the numbers of a result file: metrics, records, tests and intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sacreval.core.results import Interval, Result, ResultFile
from sacreval.errors import InputError
from sacreval.features.compare.comparison_tests import stated_tests
from sacreval.features.compare.result import ComparisonFile
from sacreval.features.correlate.tables.cited_correlations import of_correlations
from sacreval.io.formats.first_objects import first_object, has_scores
from sacreval.io.formats.json_documents import document
from sacreval.report.cited_metrics import owner

REMEDY = "give a file that `sacreval evaluate`, `compare` or `correlate` wrote with -o"


@dataclass(frozen=True)
class Statistic:
    """A test, an interval, a correction or a coefficient.

    Args:
        method: Its name in the bibliography.
        before: the beginning of its sentence.
        conditions: Such as `1000 resamples`.
    """

    method: str
    before: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Numbers:
    """What made the numbers of one file.

    Args:
        signatures: The signatures of its metrics, each once.
        size: The numbers of systems and records.
        statistics: Its tests, intervals, corrections and coefficients, each once.
        data_sets: The names of its data sets.
        unsigned: Metrics whose options the file does not state.
        outputs: Signature to the outputs that the file has of it.
    """

    signatures: tuple[str, ...]
    size: str
    statistics: tuple[Statistic, ...]
    data_sets: tuple[str, ...] = ()
    unsigned: tuple[str, ...] = ()
    outputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_numbers(path: str) -> Numbers:
    """Read what made the numbers of a result file.

    Args:
        path: A JSON file of `evaluate`, `compare` or `correlate`.

    Raises:
        InputError: If it is none, or has no results.
    """
    if path.lower().endswith((".tex", ".md", ".txt", ".csv", ".tsv", ".html")):
        raise InputError(f"{path}: this does not say what made its numbers; {REMEDY} FILE.json")
    if sentence := _other_lines(path):
        raise InputError(f"{path}: {sentence}")
    content = document(path)
    if isinstance(content, dict) and "scores_sha256" in content:
        raise InputError(f"{path}: {_of_scores('SCORES.jsonl')}")
    try:
        found = _reader(content)(content)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InputError(f"{path}: not a result ({error}); {REMEDY}") from None
    if not found.signatures and not found.unsigned:
        raise InputError(f"{path}: there are no results in it; {REMEDY}")
    return found


def _other_lines(path: str) -> str | None:
    """Return what to do about a file of scores or of records; None for other files."""
    line = first_object(path)
    if has_scores(line):
        return _of_scores(path)
    if "prediction" in line:
        return (
            "this has records and is no result; score them first, as in `sacreval evaluate METRIC "
            f"{path} -o result.json`, and cite result.json"
        )
    return None


def _of_scores(path: str) -> str:
    return (
        "this has scores of outputs and is no result; correlate them first, as in `sacreval "
        f"correlate scores {path} --human NAME -o result.json`, and cite result.json; metrics are "
        "cited by name, as in `sacreval cite rouge`"
    )


def _reader(content: Any) -> Callable[[Any], Numbers]:
    """Return the function that reads a document of this shape."""
    if not isinstance(content, dict):
        raise msgspec.ValidationError("no JSON object")
    if "comparisons" in content:
        return lambda it: _of_comparisons(msgspec.convert(it, ComparisonFile))
    if "ranking" in content and "notes" in content:
        return _of_correlations
    if "settings" in content and "systems" in content:
        raise msgspec.ValidationError("a comparison over data sets, which states no metrics")
    return lambda it: _of_results(msgspec.convert(it, ResultFile))


def _of_results(found: ResultFile) -> Numbers:
    results = found.results
    return Numbers(
        _once(one.signature for one in results),
        _size([one.system_id for one in results], [one.n for one in results if not one.group]),
        _once(stated for one in results for stated in _of_result(one)),
        _once(one.dataset for one in results if one.dataset),
        outputs=_outputs((one.signature, one.output) for one in results),
    )


def _of_result(result: Result) -> list[Statistic]:
    stated = [interval(result.interval)] if result.interval else []
    return [
        *stated,
        *([Statistic("corrected", "Means are corrected by")] if result.corrected else []),
    ]


def interval(found: Interval, of: str = "", together: float | None = None) -> Statistic:
    """State an interval of a score or of a difference.

    Args:
        found: The interval.
        of: What it is of, such as ` of scores`, where a file has several kinds.
        together: The level at which it holds with others, if it does.
    """
    drawn = f"{found.resamples} resamples" if found.resamples else ""
    seed = f"seed {found.seed}" if found.resamples and found.seed is not None else ""
    unit = f"units: {found.unit}" if found.unit else ""
    conditions = tuple(filter(None, [drawn, seed, unit]))
    level = f"{100 * found.level:.4g} %"
    if together is not None and together != found.level:
        level = f"{100 * together:.4g} % simultaneous, {level} each"
    return Statistic(found.method, f"Intervals ({level}){of} are computed by", conditions)


def _of_comparisons(found: ComparisonFile) -> Numbers:
    made = found.comparisons
    tests = [Statistic(*one) for one in stated_tests(made, found.settings)]
    holm = any(test.p_holm is not None for one in made for test in one.tests.values())
    corrected = [Statistic("corrected", "Differences are corrected by")]
    around = [one.interval for one in found.standings if one.interval]
    of = " of differences" if around else ""
    confidence = found.settings.confidence
    level = f"level {1 - confidence:.4g}"
    return Numbers(
        _once(s for one in made for s in (one.base_signature, one.other_signature)),
        _size([s for one in made for s in (one.base, one.other)], [one.n for one in made]),
        _once(
            [
                *tests,
                *([Statistic("holm", "P-values are corrected by", (level,))] if holm else []),
                *(
                    interval(one.interval, of, None if one.exploratory else confidence)
                    for one in made
                    if one.interval
                ),
                *(interval(one, " of scores") for one in around),
                *(corrected if any(one.corrected for one in made) else []),
            ]
        ),
        _once(one.dataset for one in made if one.dataset),
        outputs=_outputs(
            (text, one.output) for one in made for text in (one.base_signature, one.other_signature)
        ),
    )


def _of_correlations(content: Any) -> Numbers:
    found = of_correlations(content)
    return Numbers(
        found.signatures,
        found.size,
        _once(Statistic(*one) for one in found.statistics),
        unsigned=found.unsigned,
        outputs=_outputs(
            (text, name)
            for name in found.metrics
            if (text := owner(name, found.signatures)) is not None
        ),
    )


def _outputs(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Group outputs by their signature."""
    found: dict[str, dict[str, None]] = {}
    for text, name in pairs:
        found.setdefault(text, {})[name] = None
    return {text: tuple(names) for text, names in found.items()}


def _size(systems: Iterable[str], records: Iterable[int]) -> str:
    """Return the numbers of systems and of records."""
    many = len(set(systems))
    least, most = min(records := [*records], default=0), max(records, default=0)
    spread = f"{least}" if least == most else f"{least} to {most}"
    return f"{many} system{'s' * (many != 1)} (n = {spread})"


def _once(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))
