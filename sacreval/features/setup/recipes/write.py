"""Writing of records and published scores of a corpus, and comparison with expected counts."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgspec

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
        counts = self.counts()
        wrong = [
            f"{counts[name]} {name} instead of {expected}"
            for name in step.expect.__struct_fields__
            if (expected := getattr(step.expect, name)) is not None and expected != counts[name]
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


SCORES = "scores"  # the key of `meta` in which readers store published metric scores


def scores_name(output: str) -> str:
    """Return the name of the file of published scores for a file of records."""
    return "scores.jsonl" if output == "records.jsonl" else f"{output[:-6]}.scores.jsonl"


def write(instances: Iterable[Instance], folder: Path, output: str) -> Tally:
    """Write records, one in each line.

    Published scores (`meta.scores`) are written to a separate file, in the format that `sacreval
    score` writes and `sacreval correlate` reads.
    """
    tally = Tally()
    encode = msgspec.json.encode
    with ExitStack() as stack:
        lines = stack.enter_context((folder / output).open("wb"))
        published: IO[bytes] | None = None
        for instance in instances:
            record, scores = _without_scores(instance)
            tally.add(record, scores)
            lines.write(encode(record) + b"\n")
            if scores:
                if published is None:
                    path = folder / scores_name(output)
                    published = stack.enter_context(path.open("wb"))
                published.write(encode(_score_line(record, scores)) + b"\n")
    return tally


def _without_scores(instance: Instance) -> tuple[Instance, dict[str, Any]]:
    if not instance.meta or SCORES not in instance.meta:
        return instance, {}
    meta = {key: value for key, value in instance.meta.items() if key != SCORES}
    return msgspec.structs.replace(instance, meta=meta or None), instance.meta[SCORES]


def _score_line(instance: Instance, scores: dict[str, Any]) -> dict[str, Any]:
    line = {
        "instance_id": str(instance.instance_id),
        "system_id": instance.system_id,
        "system_type": instance.system_type,
        "scores": scores,
    }
    also = {"judgments": instance.judgments, "groups": instance.groups}
    return line | {name: value for name, value in also.items() if value}
