"""Weights of tokens by inverse document frequency: counted once, and stated by their hash."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from sacreval.core.contract.watches import Always
from sacreval.errors import UsageError
from sacreval.metrics.neural._idf import Counting, Table, recall, remember
from sacreval.metrics.neural._text_pairs import TextPairMetric

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Batch


@dataclass(frozen=True, kw_only=True)
class IdfMetric(TextPairMetric):
    """Base class of metrics whose tokens may be weighted by inverse document frequency.

    Args:
        idf: Weight of tokens: none gives all the same; inputs and records weigh by the inverse
            document frequency in the references of the run, which is then read twice. inputs
            counts each reference of an input once, as a call of the original for each system on
            the same inputs, so that a score depends on no other system; records counts the
            references of every record, as one call of the original for all of them.
        idf_sha256: SHA-256 of these frequencies, which signatures state; a run with others is
            refused.
    """

    idf: Counting = "none"
    idf_sha256: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.idf == "none" and self.idf_sha256:
            raise UsageError("idf_sha256 is given without idf; add --idf inputs, or leave it out")
        object.__setattr__(self, "_idf", recall(self.idf_sha256))  # held as long as the metric

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options, and the table of frequencies."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return _rebuild, (type(self), values, self._idf)

    def watches(self) -> Sequence[Watch]:
        """Return what the base watches, and a notice where no token has a weight."""
        return [*super().watches(), *self._unweighted()]

    def _unweighted(self) -> list[Always]:
        if self._idf is None or self._idf.has_weights():
            return []
        return [
            Always(
                f"{self.name}: every token is in all counted texts, as those of a single input, "
                "and weighs 0, so that all scores are 0; give --idf none"
            )
        ]

    @abstractmethod
    def _counted(self, batches: Sequence[Batch]) -> Table:
        """Count the tokens of the records of a run."""

    def is_settled(self) -> bool:
        """Return whether the frequencies are known, if they are needed."""
        return self.idf == "none" or self._idf is not None

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Count in how many texts each token occurs."""
        if self.is_settled():
            return self
        table = self._counted(batches)
        digest = remember(table)
        if self.idf_sha256 not in {"", digest}:
            raise UsageError(
                f"The records are not those of the signature: the SHA-256 of their tokens' "
                f"frequencies is {digest}, not {self.idf_sha256}; score the same records"
            )
        return replace(self, idf_sha256=digest)

    def _table(self) -> Table | None:
        """Return the frequencies; None if all tokens have the same weight."""
        if self.idf == "none":
            return None
        if self._idf is None:
            raise UsageError(f"{self.name} has no frequencies of tokens; settle it on the records")
        return self._idf

    @cached_property
    def _idf(self) -> Table | None:
        return recall(self.idf_sha256)


def _rebuild(cls: type[IdfMetric], values: Mapping[str, Any], table: Table | None) -> IdfMetric:
    """Rebuild a pickled metric."""
    if table is not None:
        remember(table)
    return cls(**values)
