"""What a metric states about records before and while they are scored: faults, reasons, notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from sacreval.core.contract.metric_values import Array
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Batch, Instance
    from sacreval.text.scripts import Tokenization


class Checks:
    """Checks of the records of a run; by default, there is nothing to state."""

    name: ClassVar[str]
    undefined_where: ClassVar[str]

    def fault(self, instance: Instance) -> str | None:
        """Return an error for a record whose fields have valid types; None if it is valid."""
        del instance
        return None

    def fits(self, instance: Instance) -> bool:
        """Return whether a record shows that the metric, with its options set, fits its task."""
        del instance
        return True

    def joined(self, batch: Batch) -> Batch:
        """Return the records with what the metric reads beside their file, such as replies.

        Called before records are checked, in the main process.

        Args:
            batch: The records as they were read.
        """
        return batch

    def undefined_sentence(self) -> str:
        """Return what is said of a record that has no score by definition; "" if each has one."""
        return f"undefined by {self.name}: {self.undefined_where}" if self.undefined_where else ""

    def is_undefined(self, why: str) -> bool:
        """Return whether a record has no score by definition, rather than by an error.

        Args:
            why: Why it has none.
        """
        return bool(self.undefined_where) and why.endswith(self.undefined_sentence())

    def missing_state(self, instance: Instance, why: str) -> str:
        """Return the kind of reason why a record could not be scored; "" if there is none.

        Args:
            instance: A record that could not be scored.
            why: The sentence of its error.

        Returns:
            A field of `core.results.Missing`.
        """
        del instance, why
        return ""

    def unanswered(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records in whose outputs no answer can be read.

        They score as wrong: as the metric scores an empty answer.

        Args:
            batch: Records that the metric scores.
        """
        del batch
        return ()

    def watch(self) -> Watch | None:
        """Return a collector of notices about the records of a system, or None."""
        return None

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return the outputs that the formula leaves undefined and that get a documented value.

        Args:
            rows: Array (n, k) of the records that are scored together, or sums of them.

        Returns:
            Output name to the reason.
        """
        del rows
        return {}

    def tokenization(self) -> Tokenization | None:
        """Return how texts are split into tokens; None for a metric without a tokenizer.

        Runs warn if it finds almost no tokens, as in a script that it does not support.
        """
        return None

    def is_settled(self) -> bool:
        """Return whether all options are known, so that records can be streamed."""
        return True

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Return a copy with the options that depend on the data, such as the set of labels."""
        del batches
        return self
