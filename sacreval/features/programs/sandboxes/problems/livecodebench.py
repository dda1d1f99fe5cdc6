"""LiveCodeBench (Jain et al. 2024): standard inputs with outputs, or calls of a method."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

import msgspec

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems._base import Problem, ProblemLayout, Row, text_in
from sacreval.features.programs.sandboxes.programs import CallTests, StdinTests
from sacreval.io.formats import pickles

SECONDS = 6.0  # an input, as in LiveCodeBench's runner
_MOST = 2**30  # bytes of the tests of a problem, unpacked
_STARS = (
    "string", "re", "datetime", "collections", "heapq", "bisect", "copy", "math", "random",
    "statistics", "itertools", "functools", "operator", "io", "sys", "json", "builtins", "typing",
)  # fmt: skip
_DEPTH = 50_000  # frames
# What LiveCodeBench's runner puts before every program.
BEFORE = "".join(
    [
        *(f"from {name} import *\n" for name in _STARS),
        *(f"import {name}\n" for name in _STARS if name not in {"builtins", "typing"}),
        f"sys.setrecursionlimit({_DEPTH})\n",
    ]
)


class ProblemTest(msgspec.Struct, frozen=True):
    """A test.

    Args:
        input: Standard input, or a JSON value a line, one for each argument.
        output: Standard output, or a JSON value.
        testtype: `stdin` or `functional`.
    """

    input: str
    output: str
    testtype: str = "stdin"


def problem(row: Row, where: str) -> Problem:
    """Make a problem of a row."""
    cases = [*_cases(row, "public_test_cases", where), *_cases(row, "private_test_cases", where)]
    kinds = {case.testtype for case in cases}
    if len(kinds) != 1 or not kinds <= {"stdin", "functional"}:
        raise InputError(f"{where}: its tests are all 'stdin' or all 'functional'; check the file")
    tests = _called(row, cases, where) if kinds == {"functional"} else _piped(cases)
    return Problem(name=str(row.get("question_id")), before=BEFORE, tests=tests, seconds=SECONDS)


def _piped(cases: list[ProblemTest]) -> StdinTests:
    inputs, outputs = zip(*((case.input, case.output) for case in cases), strict=True)
    return StdinTests(inputs=inputs, expected=outputs)


def _called(row: Row, cases: list[ProblemTest], where: str) -> CallTests:
    metadata = row.get("metadata") or {}
    fields = _json(metadata, where) if isinstance(metadata, str) else metadata
    entry = fields.get("func_name") if isinstance(fields, dict) else None
    if not isinstance(entry, str):
        raise InputError(f"{where}: its metadata does not name the function; get the file again")
    return CallTests(
        entry=entry,
        method="class Solution" in str(row.get("starter_code")),
        calls=tuple([_json(line, where) for line in case.input.split("\n")] for case in cases),
        expected=tuple(_json(case.output, where) for case in cases),
        compare="livecodebench",
    )


def _cases(row: Row, key: str, where: str) -> list[ProblemTest]:
    stored = row.get(key)
    if stored is None:
        return []
    rows = stored if isinstance(stored, list) else _rows(text_in(row, key, where), where)
    try:
        return msgspec.convert(rows, list[ProblemTest])
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: '{key}' are no tests ({error}); get the file again") from None


def _rows(text: str, where: str) -> Any:
    """Decode tests: JSON, or what JSON text is packed in, a pickle that is read as plain data."""
    if text.lstrip().startswith(("[", "{")):
        return _json(text, where)
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(base64.b64decode(text, validate=True), _MOST)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise InputError(
            f"{where}: its tests are not packed ({error}); get the file again"
        ) from None
    if not unpacker.eof:
        raise InputError(f"{where}: its tests are cut or longer than 1 GiB; get the file again")
    loaded = pickles.loads(data, where)
    return _json(loaded, where) if isinstance(loaded, str) else loaded


def _json(text: str, where: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{where}: a test is not JSON ({error}); get the file again") from None


LAYOUT = ProblemLayout(
    name="LiveCodeBench", marks=frozenset({"question_id", "public_test_cases"}), problem=problem
)
