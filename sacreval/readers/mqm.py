"""Google's MQM tables: one row for each error found by a rater, with the span marked in the text.

Source: Freitag et al. (2021), Experts, Errors, and Context.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sacreval.core.records import Instance
from sacreval.errors import InputError, nearest, shortened
from sacreval.io.formats.delimited_text import Quoting, Sheet
from sacreval.readers._base import NumberedReader, readers

_MARK = re.compile(r"</?v>")
_HUMAN = re.compile(r"ref[A-Z]?|Human-[A-Z](\.\d+)?")

MAJOR, MINOR, PUNCTUATION, NON_TRANSLATION = 5.0, 1.0, 0.1, 25.0  # the weights of the paper
SEVERITIES = ("major", "minor", "neutral", "no-error")
ATTENTION = "hotw"  # rows of errors that WMT22 planted to see whether raters read on
COLUMNS = ("system", "doc", "seg_id", "rater", "source", "target", "category", "severity")


@readers.register("mqm")
@dataclass(frozen=True, kw_only=True)
class MqmReader(NumberedReader):
    """MQM ratings with the weights of the paper, negated: higher is better.

    A record is one segment of one system; `mqm` lists one score for each rater, null for raters
    who did not rate the segment. Human translations among the systems have the type `reference`.

    Args:
        quoting: none reads double quotes literally, quotes reads them as in CSV.
        references: Use of human translations: `systems` lists them only as systems, `both` also
            uses them as references of the other systems.
    """

    map_refusal: ClassVar[str] = "does not go with MQM tables; use --reader raters"

    quoting: Quoting = "none"
    references: Literal["systems", "both"] = "systems"

    def _records(self, path: str) -> Iterator[Instance]:
        outputs = self._outputs(path)
        raters = sorted({rater for output in outputs.values() for rater in output.errors})
        people = self._people(outputs)
        for output in outputs.values():
            places = ((output.segment, name) for name in people if name != output.system)
            references = [outputs[place].target for place in places if place in outputs]
            yield output.instance(raters, references)

    def _outputs(self, path: str) -> dict[tuple[str, str], _Output]:
        rows = Sheet(quoting=self.quoting).rows(path)
        outputs: dict[tuple[str, str], _Output] = {}
        for line, row in rows:
            _check(row, f"{path}:{line}")
            key = (row["seg_id"], row["system"])
            output = outputs.setdefault(key, _Output(row))
            output.errors.setdefault(row["rater"], []).append(row)
        return outputs

    def _people(self, outputs: Mapping[tuple[str, str], _Output]) -> list[str]:
        """List the human translations that are references of the others."""
        if self.references == "systems":
            return []
        return sorted(name for name in {name for _, name in outputs} if _HUMAN.fullmatch(name))


class _Output:
    """One segment of one system, with its errors by rater."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.segment: str = row["seg_id"]
        self.system: str = row["system"]
        self.source = _MARK.sub("", row["source"])
        self.target = _MARK.sub("", row["target"])
        self.groups = {"document": row["doc"]}
        self.errors: dict[str, list[Mapping[str, Any]]] = {}

    def instance(self, raters: list[str], references: list[str]) -> Instance:
        """Create the record."""
        return Instance(
            instance_id=self.segment,
            system_id=self.system,
            system_type="reference" if _HUMAN.fullmatch(self.system) else "peer",
            prediction=self.target,
            references=references or None,
            sources=[self.source],
            groups=self.groups,
            judgments={"mqm": [self._score(rater) for rater in raters]},
        )

    def _score(self, rater: str) -> float | None:
        if rater not in self.errors:
            return None
        return 0.0 - sum(weight(e["category"], e["severity"]) for e in self.errors[rater])


def _check(row: Mapping[str, Any], where: str) -> None:
    """Check that a row has all columns, and a severity with a weight."""
    if lacking := [column for column in COLUMNS if column not in row]:
        raise InputError(
            f"{where}: this table has no column {' or '.join(lacking)}; an MQM table has "
            f"{', '.join(COLUMNS)}"
        )
    severity = row["severity"].strip().lower()
    if severity not in SEVERITIES and not severity.startswith(ATTENTION):
        raise InputError(
            f"{where}: the severity '{shortened(row['severity'])}' has no weight in MQM; "
            f"{nearest(severity, SEVERITIES)}"
        )


def weight(category: str, severity: str) -> float:
    """Return the weight of an error.

    Args:
        category: Error category, such as Fluency/Punctuation.
        severity: Major, Minor, Neutral or no-error.

    Source:
        Freitag et al. (2021), table 12.
    """
    match severity.strip().lower(), category.strip().lower():
        case "major", "non-translation!" | "non-translation":
            return NON_TRANSLATION
        case "major", _:
            return MAJOR
        case "minor", "fluency/punctuation":
            return PUNCTUATION
        case "minor", _:
            return MINOR
    return 0.0
