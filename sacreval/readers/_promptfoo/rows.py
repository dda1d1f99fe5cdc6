"""Rows of promptfoo's files in the order of tests; repeats of a test are together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from sacreval.errors import InputError
from sacreval.io.files import extension
from sacreval.io.formats.yaml_files import Limits
from sacreval.io.line_limit import MEBIBYTE, LineLimit
from sacreval.io.lines import without_mark
from sacreval.io.seekable import line_at, placed_lines, seekable
from sacreval.io.whole_files import SizeLimit, read_whole
from sacreval.readers._promptfoo.layout import (
    DOCUMENT,
    PLAIN,
    POSITION,
    ROW,
    VERSIONS,
    Position,
    PromptOfRun,
)
from sacreval.readers._promptfoo.records import Found
from sacreval.readers._typed import typed

YAML = (".yaml", ".yml")
LINES = (".jsonl", ".ndjson")
YAML_LIMITS = Limits(64 * MEBIBYTE, 10_000_000)


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
                _place(typed(POSITION, one.text, f"{path}:{one.number}"), one.number, one.start)
                for one in placed_lines(stream, path, line)
            ]
            yield _rows(places, lambda place: line_at(stream, place.start), [], path)
        return
    document = _document(path, size)
    if document.version not in VERSIONS:
        raise InputError(
            f"{path}: results of version {document.version}; only 2 and 3 can be read, so export "
            "them again with a current promptfoo"
        )
    found = document.results
    positions = [typed(POSITION, bytes(one), f"{path}: row {i + 1}") for i, one in enumerate(found)]
    places = [_place(one, i + 1, i) for i, one in enumerate(positions)]
    yield _rows(places, lambda place: bytes(found[place.start]), document.prompts, path)


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
    for one, following in pairwise(places):
        if one[:2] == following[:2]:
            raise InputError(
                f"{path}: rows {one.number} and {following.number} have one testIdx and promptIdx; "
                "give each run a file of its own"
            )

    def load(place: Place) -> Found:
        found = text(place)
        where = f"{path}:{place.number}"
        return Found(typed(ROW, found, where), typed(PLAIN, found, where))

    return Rows(places, load, prompts)


def _place(position: Position, number: int, start: int) -> Place:
    common = (position.vars, position.test_case.checks)
    text = msgspec.json.encode(common, order="deterministic")
    alike = hashlib.blake2b(text, digest_size=16).digest()
    return Place(position.test_idx, position.prompt_idx, alike, number, start)
