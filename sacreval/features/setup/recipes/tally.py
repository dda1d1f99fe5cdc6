"""Counts of a file of records, and comparison with the counts that a recipe expects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sacreval.core.records import FIELDS, Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.schema import Step


@dataclass
class Tally:
    """Running counts of records; see `Counts` for their meaning."""

    records: int = 0
    reference_records: int = 0
    references: int = 0
    judgments: int = 0
    missing: int = 0
    scores: int = 0
    inputs: set[str | int | None] = field(default_factory=set)
    system_ids: set[str | None] = field(default_factory=set)
    emits: set[str] = field(default_factory=set)

    def add(self, instance: Instance, scores: dict[str, Any]) -> None:
        """Count a record and its published scores."""
        self.records += 1
        self.reference_records += instance.system_type == "reference"
        self.references += len(instance.references or ())
        self.inputs.add(instance.instance_id)
        self.system_ids.add(instance.system_id)
        self.emits.update(name for name in FIELDS if getattr(instance, name) not in (None, "peer"))
        for value in (instance.judgments or {}).values():
            present, absent = _count(value)
            self.judgments += present
            self.missing += absent
        self.scores += sum(_count(value)[0] for value in scores.values())

    def counts(self) -> dict[str, int]:
        """Return the counts by name."""
        return {
            "records": self.records,
            "instances": len(self.inputs),
            "systems": len(self.system_ids),
            "reference_records": self.reference_records,
            "references": self.references,
            "judgments": self.judgments,
            "missing": self.missing,
            "scores": self.scores,
        }

    def check(self, step: Step) -> None:
        """Compare with the counts that a step expects.

        Raises:
            InputError: If a count or a field differs; the message names all that differ.
        """
        found = self.counts()
        wrong = [
            f"{found[name]} {name} instead of {expected}"
            for name in step.expect.__struct_fields__
            if (expected := getattr(step.expect, name)) is not None and expected != found[name]
        ]
        always = {"instance_id", "system_id"}
        if step.emits and (expected := set(step.emits) - always) != (has := self.emits - always):
            fields = ", ".join(sorted(expected ^ has))
            wrong.append(f"fields that differ from the recipe's ({fields})")
        if not self.records:
            wrong = ["no records"]
        if wrong:
            raise InputError(
                f"{step.output}: {'; '.join(wrong)}: the corpus or its recipe has changed, so "
                "the file was not kept; compare with the recipe's `expect`"
            )


def _count(value: Any) -> tuple[int, int]:
    """Count the numbers and the missing values of a judgment; NaN is missing."""
    items = value if isinstance(value, list) else [value]
    absent = sum(item is None or item != item for item in items)  # noqa: PLR0124 - NaN
    return len(items) - absent, absent
