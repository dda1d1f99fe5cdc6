"""What score files hold: metrics, judgments, systems, inputs, groups, and levels with pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sacreval.errors import InputError
from sacreval.features.correlate.data.score_set import Leaf, Row, SystemRow


@dataclass
class Named:
    """A metric or a human score.

    Attributes:
        kind: `metric` or `judgment`.
        cells: (system, input) of the outputs that have it.
        raters: Largest number of raters of an output; 0 for a metric.
        official: Systems with an official score of the whole system.
    """

    kind: str
    cells: set[tuple[str, str]] = field(default_factory=set)
    raters: int = 0
    official: set[str] = field(default_factory=set)

    def levels(self) -> list[str]:
        """List the levels at which pairs of outputs or systems exist."""
        systems = Counter(system for system, _ in self.cells)
        inputs = Counter(instance for _, instance in self.cells)
        there = {
            "system": max(len(systems), len(self.official)) > 1,
            "summary": any(count > 1 for count in inputs.values()),
            "group-by-system": any(count > 1 for count in systems.values()),
            "global": len(self.cells) > 1,
        }
        return [level for level, found in there.items() if found]


@dataclass(frozen=True)
class Contents:
    """What files hold.

    Attributes:
        names: Flat name to what is known of the metric or the human score, as read.
        systems: System to its kind.
        groups: Name of a group to its values, as read.
    """

    names: Mapping[str, Named]
    systems: Mapping[str, str]
    groups: Mapping[str, list[str]]


def contents(rows: Iterable[Row], system_rows: Iterable[SystemRow]) -> Contents:
    """Return what rows hold.

    Args:
        rows: The scores of outputs.
        system_rows: Official scores of systems.

    Raises:
        InputError: If there are none.
    """
    names: dict[str, Named] = {}
    systems: dict[str, str] = {}
    groups: dict[str, dict[str, None]] = {}
    for row in rows:
        systems.setdefault(row.system, row.kind)
        for name, value in (row.groups or {}).items():
            groups.setdefault(name, {})[value] = None
        for kind, values in (("metric", row.scores), ("judgment", row.judgments)):
            for name, leaf in values.items():
                if leaf is not None:
                    one = names.setdefault(name, Named(kind))
                    one.cells.add((row.system, row.instance))
                    one.raters = max(one.raters, _raters(leaf) if kind == "judgment" else 0)
    for official in system_rows:
        kind = "judgment" if official.is_judgment else "metric"
        names.setdefault(official.name, Named(kind)).official.add(official.system)
    if not names:
        raise InputError("the files hold no scores and no judgments; check that they are the ones")
    return Contents(names, systems, {name: list(values) for name, values in groups.items()})


def _raters(leaf: Leaf) -> int:
    return len(leaf) if isinstance(leaf, list) else 1
