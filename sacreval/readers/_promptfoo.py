"""Results of promptfoo, versions 2 and 3: their layout, rows in the order of tests, records."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.files import LINES, YAML, extension
from sacreval.io.formats.yaml_files import YamlLimits
from sacreval.io.lines import MEBIBYTE, LineLimit, without_mark
from sacreval.io.whole_files import SizeLimit, line_at, placed_lines, read_whole, seekable
from sacreval.readers._log import LogCounts
from sacreval.readers._typed import typed

VERSIONS = (2, 3)
FAILED = 2  # `failureReason`: 0 none, 1 an assertion, 2 an error


class Provider(msgspec.Struct, frozen=True):
    """What was asked."""

    id: str = ""
    label: str | None = None


class Prompt(msgspec.Struct, frozen=True):
    """The prompt as it was sent."""

    raw: str = ""


class Response(
    msgspec.Struct, frozen=True, rename={"refusal": "isRefusal", "finish": "finishReason"}
):
    """What the provider returned: a text, or an object where it gives JSON."""

    output: Any = None
    error: str | None = None
    refusal: bool = False
    finish: str | None = None


class Assertion(msgspec.Struct, frozen=True):
    """A check of an output; a value may be a template."""

    type: str = ""
    value: Any = None
    metric: str | None = None


class Rendered(msgspec.Struct, frozen=True, rename={"value": "renderedAssertionValue"}):
    """The value of an assertion, with its template filled in."""

    value: Any = None


class Component(msgspec.Struct, frozen=True, rename={"passed": "pass"}):
    """The verdict of an assertion."""

    passed: bool = False
    score: float | None = None
    assertion: Assertion | None = None
    metadata: Rendered | None = None


class Grading(msgspec.Struct, frozen=True, rename="camel"):
    """The verdicts of all assertions."""

    component_results: list[Component] | None = None


class TestCase(msgspec.Struct, frozen=True, rename={"checks": "assert"}):
    """The test."""

    checks: list[Any] = []
    description: str | None = None


class Row(msgspec.Struct, frozen=True, rename="camel"):
    """The output of one provider for one test."""

    test_idx: int
    prompt_idx: int
    vars: dict[str, Any] = {}
    prompt: Prompt = Prompt()
    provider: Provider = Provider()
    response: Response | None = None
    success: bool = False
    score: float | None = None
    named_scores: dict[str, Any] | None = None
    failure_reason: int | None = None
    error: str | None = None
    grading_result: Grading | None = None
    test_case: TestCase = TestCase()


class Position(msgspec.Struct, frozen=True, rename="camel"):
    """What orders rows, and what repeats of a test have in common."""

    test_idx: int
    prompt_idx: int
    vars: dict[str, Any] = {}
    test_case: TestCase = TestCase()


class PromptMetrics(msgspec.Struct, frozen=True, rename="camel"):
    """Sums over the tests of one prompt and provider."""

    score: float | None = None
    test_pass_count: int | None = None
    test_fail_count: int | None = None
    test_error_count: int | None = None
    named_scores: dict[str, float | None] | None = None


class PromptOfRun(msgspec.Struct, frozen=True):
    """A prompt and its provider."""

    provider: str = ""
    metrics: PromptMetrics | None = None


class Results(msgspec.Struct, frozen=True):
    """All rows, still encoded."""

    version: int
    results: list[msgspec.Raw]
    prompts: list[PromptOfRun] = []


class Document(msgspec.Struct, frozen=True):
    """A file of results."""

    results: Results


DOCUMENT = msgspec.json.Decoder(Document)
POSITION = msgspec.json.Decoder(Position)
ROW = msgspec.json.Decoder(Row)
PLAIN = msgspec.json.Decoder()


ASSERTION = "assert:"
_CUT, _FILTERED = "length", "content_filter"
_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


class Found(NamedTuple):
    """A row, typed and as plain data, over which expressions are applied."""

    row: Row
    plain: Any


def record(
    repeats: Sequence[Found], references: Callable[[Found], Any], counts: LogCounts
) -> Instance:
    """Return the record of a test by one provider."""
    rows = [repeat.row for repeat in repeats]
    whys = [missing(row) for row in rows]
    counts.cut.update(_CUT for row in rows if row.response and row.response.finish == _CUT)
    first = rows[0]
    answers = references(repeats[0])
    metas = [meta(row) for row in rows]
    return Instance(
        instance_id=str(first.test_idx),
        system_id=f"{first.provider.label or first.provider.id} | prompt {first.prompt_idx}",
        input=first.prompt.raw,
        **outputs_of(rows, whys, _response)._asdict(),
        references=answers if isinstance(answers, list) or answers is None else [answers],
        meta=metas[0] if len(metas) == 1 else {"vars": first.vars, "epochs": metas},
    )


def missing(row: Row) -> str | None:
    """Return why a row has no output; `error` alone may be that of an assertion."""
    response = row.response
    if response is None or row.failure_reason == FAILED or response.output is None:
        error = (response and response.error) or row.error or ""
        return missing_output("failed", error)
    if response.finish == _FILTERED:
        return missing_output("filtered", f"finishReason {_FILTERED}")
    return missing_output("refused", "isRefusal") if response.refusal else None


def _response(row: Row) -> Any:
    return row.response.output if row.response else None


def meta(row: Row) -> dict[str, Any]:
    """Return what has no field of its own: verdicts, and what the test consists of."""
    named = row.named_scores or {}
    lost = missing(row) is not None
    fields: dict[str, Any] = {
        "success": row.success,
        "score": row.score,
        "namedScores": named,
        "failureReason": row.failure_reason,
        "vars": row.vars,
        "scores": {"success": float(row.success), "score": row.score, **named},
        "assertions": [_verdict(part, row) for part in components(row)] or None,
        "description": row.test_case.description,
        "error": ((row.response and row.response.error) or row.error) if lost else None,
        "refusal": _response(row) if row.response and row.response.refusal else None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def components(row: Row) -> Sequence[Component]:
    """Return the verdicts of the assertions of a row."""
    return (row.grading_result and row.grading_result.component_results) or ()


def _verdict(part: Component, row: Row) -> dict[str, Any]:
    assertion = part.assertion
    verdict = {
        "type": assertion.type if assertion else None,
        "value": rendered(assertion.value if assertion else None, part, row),
        "metric": assertion.metric if assertion else None,
        "pass": part.passed,
        "score": part.score,
    }
    return {name: value for name, value in verdict.items() if value is not None}


def rendered(value: Any, part: Component | None, row: Row) -> Any:
    """Return the value of an assertion with its template filled in."""
    if part is not None and part.metadata is not None and part.metadata.value is not None:
        return part.metadata.value
    if not isinstance(value, str) or "{{" not in value:
        return value
    return _VARIABLE.sub(lambda match: str(row.vars.get(match[1], match[0])), value)


def asserted(result: Found, kind: str) -> Any:
    """Return the value of the first assertion of a type; None without one."""
    row = result.row
    for part in components(row):
        if part.assertion and part.assertion.type == kind:
            return rendered(part.assertion.value, part, row)
    for check in row.test_case.checks:
        if isinstance(check, dict) and check.get("type") == kind:
            return rendered(check.get("value"), None, row)
    return None


YAML_LIMITS = YamlLimits(64 * MEBIBYTE, 10_000_000)


class Place(NamedTuple):
    """A row, and its place.

    Args:
        test: Number of its test.
        prompt: Number of its prompt and provider.
        alike: A hash of what repeats have in common.
        number: Its line, or place in the list of rows, from 1.
        start: Its first byte, or its place in the list from 0.
    """

    test: int
    prompt: int
    alike: bytes
    number: int
    start: int


class Rows(NamedTuple):
    """The rows of a file.

    Args:
        places: All rows, in the order of tests and prompts.
        load: Decodes a row.
        prompts: Prompts and providers with promptfoo's sums; empty for lines.
    """

    places: list[Place]
    load: Callable[[Place], Found]
    prompts: list[PromptOfRun]


@contextmanager
def rows(path: str, size: SizeLimit, line: LineLimit) -> Iterator[Rows]:
    """Open a file of results.

    Args:
        path: The file.
        size: Limit on a file that is one document.
        line: Limit on a line.

    Raises:
        InputError: If it is damaged, of an unknown version, or has a row twice.
    """
    if extension(path) in LINES:
        with seekable(path) as stream:
            places = [
                _place(typed(POSITION, x.text, f"{path}:{x.number}"), x.number, x.start)
                for x in placed_lines(stream, path, line)
            ]
            yield _rows(places, lambda place: line_at(stream, place.start), [], path)
        return
    document = _document(path, size)
    if document.version not in VERSIONS:
        raise InputError(
            f"{path}: results of version {document.version}; only 2 and 3 can be read, so export "
            "them again with a current promptfoo"
        )
    raws = document.results
    positions = [typed(POSITION, bytes(raw), f"{path}: row {i + 1}") for i, raw in enumerate(raws)]
    places = [_place(position, i + 1, i) for i, position in enumerate(positions)]
    yield _rows(places, lambda place: bytes(raws[place.start]), document.prompts, path)


def _document(path: str, size: SizeLimit) -> Any:
    if extension(path) not in YAML:
        return typed(DOCUMENT, without_mark(read_whole(path, size), path), path).results
    from sacreval.io.formats import yaml_files

    data = yaml_files.read(path, YAML_LIMITS).data
    try:
        text = msgspec.json.encode(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: holds what JSON cannot ({error}); export JSON") from None
    return typed(DOCUMENT, text, path).results


def _rows(
    places: list[Place], text: Callable[[Place], bytes], prompts: list[PromptOfRun], path: str
) -> Rows:
    places.sort()
    for row, following in pairwise(places):
        if row[:2] == following[:2]:
            raise InputError(
                f"{path}: rows {row.number} and {following.number} have one testIdx and promptIdx; "
                "give each run a file of its own"
            )

    def load(place: Place) -> Found:
        content = text(place)
        where = f"{path}:{place.number}"
        return Found(typed(ROW, content, where), typed(PLAIN, content, where))

    return Rows(places, load, prompts)


def _place(position: Position, number: int, start: int) -> Place:
    common = (position.vars, position.test_case.checks)
    text = msgspec.json.encode(common, order="deterministic")
    alike = hashlib.blake2b(text, digest_size=16).digest()
    return Place(position.test_idx, position.prompt_idx, alike, number, start)
