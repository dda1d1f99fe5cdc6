"""Battle: a pairwise verdict about two outputs for one input; one line of JSONL."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SCORES = {"a": 1.0, "tie": 0.5, "b": 0.0}


class Battle(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A verdict about the outputs of two systems.

    Args:
        instance_id: Id of the input; battles of one input are dependent.
        a: The system whose output was shown first, where there is an order.
        b: The other system.
        score: Score of `a`, in [0, 1]: 1 if it wins, 0 if it loses, 0.5 for a tie.
        winner: `a`, `b` or `tie`, in place of a score.
        length_a: Length of the output of `a`, such as its number of characters.
        length_b: Length of the output of `b`.
        judge: Who judged: a model, or a person.
        repeat: Number of the repetition, from 0, where one judge was asked several times.
        groups: Name to value, for breakdowns.
        error: Why there is no verdict.
        meta: Any other data.
    """

    instance_id: str | int
    a: str
    b: str
    score: float | None = None
    winner: Literal["a", "b", "tie"] | None = None
    length_a: float | None = None
    length_b: float | None = None
    judge: str | None = None
    repeat: int = 0
    groups: dict[str, str | int | float | bool] | None = None
    error: str | None = None
    meta: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise ValueError("`a` and `b` are one system; a battle needs two")
        if self.score is not None and self.winner is not None:
            raise ValueError("it has both `score` and `winner`; keep one of them")
        if self.score is not None and not 0 <= self.score <= 1:
            raise ValueError(f"its `score` is {self.score:g}; give the score of `a` from 0 to 1")

    def verdict(self) -> float | None:
        """Return the score of `a`, or None without a verdict."""
        return self.score if self.winner is None else SCORES[self.winner]
