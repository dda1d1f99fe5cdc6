"""Cells: a procedure in a world at one size; their figures, standard errors and bands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import nan, sqrt
from typing import Any, Literal, NamedTuple
from zlib import crc32

import numpy as np

Kind = Literal[
    "coverage", "cautious", "size", "exact", "one-sided", "contradiction", "power", "beside"
]

BANDS: dict[Kind, tuple[float, float]] = {
    "coverage": (0.93, 0.97),
    "cautious": (0.93, 1.0),
    "size": (0.035, 0.065),
    "exact": (0.0, 0.065),  # tests of few values may reject less often
    "one-sided": (0.0, 0.035),  # at 2.5 %
    "contradiction": (0.0, 0.01),
    "power": (0.0, 1.0),
    "beside": (0.0, 1.0),
}
"""Where a figure must lie. Cautious intervals state that they cover at least as often; `beside` is
of what is shown beside a default, and is not judged."""
SEED = 12345
SURE = 2.0  # standard errors outside its band from which a figure does not hold
LEAST = 20  # worlds without a notice, from which a cell is judged
SELDOM = 0.05  # share without a notice, below which it is not: so few misses are not announced


class Seen(NamedTuple):
    """One figure of one world.

    Args:
        hit: Whether the interval covers the truth, or the test rejects.
        width: Width of the interval.
        notice: Whether a notice says that the interval or the finding may not hold.
    """

    hit: bool
    width: float = nan
    notice: bool = False


Simulate = Callable[[np.random.Generator], Mapping[str, Seen]]


@dataclass(frozen=True)
class Cell:
    """A procedure in a world at one size.

    Args:
        verb: The verb that has the procedure.
        world: What the data are drawn from.
        n: Their size, such as 30 or `20 x 10`.
        kinds: Figure to its kind, such as `interval` to coverage.
        simulate: Draws a world and returns its figures.
        share: Share of the worlds asked for that are run, below 1 where a world is slow.
    """

    verb: str
    world: str
    n: str
    kinds: Mapping[str, Kind]
    simulate: Simulate
    share: float = 1.0

    @property
    def name(self) -> str:
        """The name of the cell's file."""
        return re.sub(r"[^a-z0-9.]+", "-", f"{self.verb} {self.world} {self.n}".lower()).strip("-")

    def worlds(self, asked: int) -> int:
        """Return how many worlds are run."""
        return max(LEAST, round(asked * self.share))

    def run(self, asked: int, seed: int = SEED) -> list[Figure]:
        """Run worlds; the draws depend on the cell's name and the seed.

        Args:
            asked: Number of worlds of a cell with share 1.
            seed: Seed of all cells.
        """
        rng = np.random.default_rng([seed, crc32(self.name.encode())])
        seen = [self.simulate(rng) for _ in range(self.worlds(asked))]
        return [self._figure(name, [one[name] for one in seen]) for name in self.kinds]

    def _figure(self, name: str, seen: list[Seen]) -> Figure:
        quiet = [one for one in seen if not one.notice]
        judged = quiet or seen
        rate = float(np.mean([one.hit for one in judged]))
        widths = [one.width for one in judged if np.isfinite(one.width)]
        return Figure(
            verb=self.verb,
            procedure=name,
            world=self.world,
            n=self.n,
            kind=self.kinds[name],
            worlds=len(seen),
            judged=len(quiet),
            rate=rate,
            se=sqrt(max(rate * (1 - rate), 0.5 / len(judged)) / len(judged)),
            width=float(np.mean(widths)) if widths else None,
            with_notices=float(np.mean([one.hit for one in seen])),
        )


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What a cell found.

    Args:
        verb: The verb.
        procedure: What was run.
        world: What the data were drawn from.
        n: Their size.
        kind: What the figure is: a coverage, a size.
        worlds: Number of worlds.
        judged: Number of these without a notice, which the figures are of (of all, where none is).
        rate: Share of them in which the interval covers, or the test rejects.
        se: Monte Carlo standard error of that share.
        width: Mean width of the intervals; None for tests.
        with_notices: The share in all worlds, those with a notice too.
    """

    verb: str
    procedure: str
    world: str
    n: str
    kind: Kind
    worlds: int
    judged: int
    rate: float
    se: float
    width: float | None
    with_notices: float

    @property
    def noticed(self) -> float:
        """Share of worlds with a notice."""
        return 1 - self.judged / self.worlds

    @property
    def unsaid(self) -> float:
        """Share of all worlds with a miss, or a false finding, and no notice."""
        wrong = 1 - self.rate if self.kind in {"coverage", "cautious"} else self.rate
        return wrong * self.judged / self.worlds

    @property
    def beyond(self) -> float:
        """Distance from the band, in standard errors of a figure at its nearest end.

        Intervals cover too often only if they do in all worlds, those with a notice too.
        """
        low, high = BANDS[self.kind]
        rate, n = self.rate, max(self.judged, 1)
        if self.kind == "coverage" and rate > high:
            rate, n = max(self.with_notices, low), self.worlds  # notices take away the misses
        if low <= rate <= high:
            return 0.0
        end = low if rate < low else high
        return abs(rate - end) / sqrt(end * (1 - end) / n)

    @property
    def verdict(self) -> str:
        """Whether the figure is inside its band, or may be by its standard error."""
        if self.judged < max(LEAST, SELDOM * self.worlds):
            return "with a notice"
        if self.beyond == 0:
            return "holds"
        return "within error" if self.beyond <= SURE else "does not hold"

    def to_json(self) -> dict[str, Any]:
        """Return plain values, rounded to what the number of worlds can tell."""
        digits = {k: round(v, 4) for k, v in asdict(self).items() if isinstance(v, float)}
        told = {"noticed": round(self.noticed, 4), "unsaid": round(self.unsaid, 4)}
        return asdict(self) | digits | told | {"verdict": self.verdict}
