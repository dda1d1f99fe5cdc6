"""Selection: the systems and records that take part in a run.

It is applied before fields are checked: systems first, then the filter of records (`--where`,
`--limit`, `--sample`), whose counts are complete only after the last batch. Signatures state it, so
that `verify` makes it again and a baseline of another selection is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sacreval.errors import UsageError

KINDS = ("peer", "reference", "all")


class Selection(msgspec.Struct, frozen=True):
    """The systems and records that take part in a run.

    Args:
        systems: peer, reference (human texts), all, or names of systems or of other types.
        exclude: Names of systems to leave out.
        where: JMESPath expressions that are true of the records that take part.
        limit: Number of instances that take part, the first in the files; None for all.
        sample: Number of instances that are drawn at random; None for all.
        seed: Seed of the sample; None without one.
    """

    systems: tuple[str, ...] = ("all",)
    exclude: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    limit: int | None = None
    sample: int | None = None
    seed: int | None = None

    @property
    def of_records(self) -> bool:
        """Whether records of the chosen systems are left out."""
        return bool(self.where) or self.limit is not None or self.sample is not None

    def with_records(
        self, where: Sequence[str], limit: int | None, sample: int | None, seed: int
    ) -> Selection:
        """Return a selection of records of the same systems.

        Args:
            where: JMESPath expressions.
            limit: Number of first instances, 1 or more.
            sample: Number of drawn instances, 1 or more.
            seed: Seed of the sample.

        Raises:
            UsageError: If a number is below 1, or both are given.
        """
        if limit is not None and sample is not None:
            raise UsageError("--limit takes the first records, and --sample draws some; give one")
        for option, number in (("--limit", limit), ("--sample", sample)):
            if number is not None and number < 1:
                raise UsageError(f"{option} {number}: give 1 or more")
        drawn = None if sample is None else seed
        return msgspec.structs.replace(
            self, where=tuple(where), limit=limit, sample=sample, seed=drawn
        )

    def takes(self, system: str, kind: str) -> bool:
        """Return whether a system takes part.

        Args:
            system: Name of the system.
            kind: Its type: `peer`, `reference` or another name.
        """
        names = {"all", kind, system}
        return system not in self.exclude and not names.isdisjoint(self.systems)

    def stated(self) -> Selection | None:
        """Return the selection to write to results: None if all systems take part."""
        return None if self == Selection() else self

    @property
    def named(self) -> list[str]:
        """The systems and other types that are named explicitly, which must exist."""
        return [name for name in (*self.systems, *self.exclude) if name not in KINDS]
