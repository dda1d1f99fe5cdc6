"""Counts of what a reader of a log found beside whole outputs, for a notice at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from warnings import warn

from sacreval.errors import InputNotice


@dataclass
class LogCounts:
    """What was cut in one log, and further notices on it.

    Args:
        path: Path of the log.
        cut: Number of outputs that were cut short, by the tool's word for the reason.
        others: Further sentences, without the path.
    """

    path: str
    cut: Counter[str] = field(default_factory=Counter)
    others: list[str] = field(default_factory=list)

    def sentences(self) -> Iterable[str]:
        """Yield one sentence for each kind of count."""
        if self.cut:
            reasons = ", ".join(f"{n} by {name}" for name, n in sorted(self.cut.items()))
            yield f"outputs cut short: {reasons}; they are scored as they are"
        yield from self.others

    def warn(self) -> None:
        """Write the notices.

        Warns:
            InputNotice: For each kind of count.
        """
        for sentence in self.sentences():
            warn(InputNotice(f"{self.path}: {sentence}"), stacklevel=2)
