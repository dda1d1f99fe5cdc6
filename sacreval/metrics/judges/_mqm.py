"""The scale of error lists (MQM): each error costs the weight of its severity, up to a cap."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, isfinite
from typing import Any

from msgspec import field

from sacreval.metrics.judges._scale_base import (
    Bounds,
    ScaleBase,
    Verdict,
    folded,
    quoted,
    unparsed,
)


def _weights() -> dict[str, float]:
    return {"critical": 25.0, "major": 5.0, "minor": 1.0}


class MqmScale(ScaleBase, frozen=True, kw_only=True, tag="mqm"):
    """A list of errors; the score is minus the sum of their weights.

    Args:
        weights: Severity to weight, the most severe first.
        cap: The most that all errors of a text cost together.
        most: How many errors are counted in the score, the most severe first; null for all.
        fatal: Categories whose errors always have the highest severity, such as
            `non-translation`.

    Source:
        Kocmi, Federmann (2023), GEMBA-MQM, for the weights 25, 5 and 1 and the cap 25.
    """

    weights: dict[str, float] = field(default_factory=_weights)
    cap: float = 25.0
    most: int | None = None
    fatal: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        weights = list(self.weights.values())
        if not weights or not all(isfinite(weight) and weight > 0 for weight in weights):
            raise ValueError("`weights` must be positive numbers, at least one")
        if weights != sorted(weights, reverse=True):
            raise ValueError("`weights` must begin with the most severe")
        if "score" in self.outputs[1:] or len(set(map(folded, self.weights))) < len(weights):
            raise ValueError("`weights` must have different severities, and none may be `score`")
        if not (isfinite(self.cap) and self.cap > 0) or (self.most is not None and self.most < 1):
            raise ValueError("`cap` must be a positive number, and `most` at least 1")

    @property
    def outputs(self) -> tuple[str, ...]:
        """The score, then the number of errors of each severity."""
        return ("score", *self.weights)

    def bounds(self, *, higher_is_better: bool | None = True) -> Bounds:  # noqa: ARG002
        """Return the most severe errors that reach the cap, and no error: costs, negated."""
        weight, *rest = self.weights.values()
        none = (0.0,) * len(rest)
        return Bounds((-self.cap, float(ceil(self.cap / weight)), *none), (0.0, 0.0, *none))

    def read(self, value: Any) -> Verdict:
        """Return the verdict of a list of errors with `severity`, or of lists by severity."""
        errors = _flat(value)
        if errors is None:
            return unparsed(f"{quoted(value)} is not a list of errors")
        graded = [{**error, "severity": self._severity(error)} for error in errors]
        for error, raw in zip(graded, errors, strict=True):
            if error["severity"] is None:
                return unparsed(f"{quoted(raw.get('severity'))} is not a severity of the scale")
        return self._scored(graded)

    def _scored(self, errors: list[dict[str, Any]]) -> Verdict:
        costs = sorted((self.weights[error["severity"]] for error in errors), reverse=True)
        severities = [error["severity"] for error in errors]
        counts = tuple(float(severities.count(name)) for name in self.weights)
        return Verdict((0.0 - min(self.cap, sum(costs[: self.most])), *counts), details=errors)

    def _severity(self, error: Mapping[str, Any]) -> str | None:
        names = {folded(name): name for name in self.weights}
        severity = error.get("severity")
        known = names.get(folded(severity)) if isinstance(severity, str) else None
        if known and any(folded(name) in folded(_category(error)) for name in self.fatal):
            return next(iter(self.weights))
        return known


def _category(error: Mapping[str, Any]) -> str:
    return str(error.get("category") or error.get("class") or "")


def _flat(value: Any) -> list[dict[str, Any]] | None:
    """Return errors as a flat list of mappings with `severity`; None if they are none."""
    if isinstance(value, dict):
        if not all(isinstance(errors, list) for errors in value.values()):
            return None
        pairs = [(severity, error) for severity, errors in value.items() for error in errors]
        return [_as_mapping(error, severity) for severity, error in pairs]
    if isinstance(value, list) and all(isinstance(error, dict) for error in value):
        return [dict(error) for error in value]
    return None


def _as_mapping(error: Any, severity: str) -> dict[str, Any]:
    return {**(error if isinstance(error, dict) else {"text": error}), "severity": severity}
