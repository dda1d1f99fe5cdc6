"""A metric with an option of every type that has a form in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict

import msgspec

from sacreval.core.metric import MeanMetric


class Colour(Enum):
    """Texts."""

    RED = "red"
    BLUE = "blue"


class Size(Enum):
    """Numbers."""

    S = 1
    M = 2


class Mixed(Enum):
    """A number and a text."""

    ONE = 1
    TWO = "two"


@dataclass(frozen=True)
class Point:
    """A dataclass."""

    x: int
    y: float = 0.0


class Box(msgspec.Struct, frozen=True):
    """A struct."""

    w: int
    tags: tuple[str, ...] = ()


class Typed(TypedDict, total=False):
    """An object."""

    a: int
    b: str


class Pair(NamedTuple):
    """A tuple with names."""

    left: int
    right: str


BOX, PAIR = Box(1), Pair(1, "r")


@dataclass(frozen=True, kw_only=True)
class ManyTypes(MeanMetric):
    """Many types.

    Args:
        number: P.
        switch: P.
        perhaps_switch: P.
        perhaps_number: P.
        number_or_null: P.
        choice: P.
        number_choice: P.
        mixed_choice: P.
        float_choice: P.
        colour: P.
        size: P.
        mixed_enum: P.
        numbers: P.
        texts: P.
        pair: P.
        frozen: P.
        free: P.
        sequence: P.
        weights: P.
        mapping: P.
        by_number: P.
        either: P.
        number_or_auto: P.
        number_or_list: P.
        nested: P.
        path: P.
        perhaps_path: P.
        path_or_number: P.
        anything: P.
        point: P.
        box: P.
        typed: P.
        named: P.
        points: P.
        choices: P.
    """

    number: int = 1
    switch: bool = False
    perhaps_switch: bool | None = None
    perhaps_number: int | None = None
    number_or_null: int | None = 3
    choice: Literal["a", "b"] = "a"
    number_choice: Literal[1, 2] = 1
    mixed_choice: Literal[1, "auto", True] | None = "auto"
    float_choice: Literal[0.5, "x"] = 0.5
    colour: Colour = Colour.RED
    size: Size = Size.S
    mixed_enum: Mixed = Mixed.TWO
    numbers: list[int] = field(default_factory=list)
    texts: tuple[str, ...] = ("x",)
    pair: tuple[int, str] = (1, "x")
    frozen: frozenset[str] = frozenset()
    free: set[int] = field(default_factory=lambda: {3, 1})
    sequence: Sequence[int] = (1,)
    weights: dict[str, float] = field(default_factory=dict)
    mapping: Mapping[str, int] = field(default_factory=lambda: {"a": 1})
    by_number: dict[int, str] = field(default_factory=dict)
    either: int | str = 3
    number_or_auto: float | Literal["auto"] = "auto"
    number_or_list: int | list[int] = 1
    nested: list[list[int]] = field(default_factory=list)
    path: Path = Path("x")
    perhaps_path: Path | None = None
    path_or_number: Path | int = 3
    anything: Any = None
    point: Point = Point(1)
    box: Box = BOX
    typed: Typed = field(default_factory=Typed)
    named: Pair = PAIR
    points: tuple[Point, ...] = ()
    choices: tuple[Literal[1, 2], ...] = (1,)

    @property
    def outputs(self):
        return ("characters",)

    def scores(self, prediction, prepared):
        del prepared
        return (float(len(prediction)),)
