"""ROUGE-1.5.5's output: averages with intervals, and one line for each summary.

Source: Lin (2004), ROUGE; the `.out` files of DUC and TAC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.readers._base import NumberedReader, readers

_EVAL = 7  # blank-separated fields of a line with the scores of one summary
_AVERAGE = re.compile(r"(\S+) (\S+) Average_([RPF]): (\S+)")
_NAMES = {"R": "recall", "P": "precision", "F": "f1"}

Scores = dict[tuple[str, str], dict[str, float]]


@readers.register("rouge-out")
@dataclass(frozen=True, kw_only=True)
class RougeOutReader(NumberedReader):
    """Scores printed by ROUGE-1.5.5 (or by BE, in the same format), times 100.

    Records have no text: their scores are in `meta.scores`. The id of an input is the part of the
    file's name before the first dot, in lower case; systems named by letters are references.

    Args:
        rows: eval reads the lines of single summaries, average those of whole systems.
        suffix: Suffix of the metric's name, such as _jk for jackknifed scores.
    """

    map_refusal: ClassVar[str] = "does not go with ROUGE's output; drop it"

    rows: Literal["eval", "average"] = "eval"
    suffix: str = ""

    def _records(self, path: str) -> Iterator[Instance]:
        rows = self._scores(path)
        if not rows:
            raise InputError(
                f"{path}: there are no {self.rows} rows of ROUGE; give its output and "
                'the kind of rows, as in --reader \'rouge-out{"rows": "average"}\''
            )
        for (instance, system), scores in rows.items():
            yield Instance(
                instance_id=instance,
                system_id=system,
                system_type="reference" if system.isalpha() else "peer",
                meta={"scores": scores},
            )

    def _scores(self, path: str) -> Scores:
        """Collect the scores of each summary; the mean if a file lists it several times."""
        several: dict[tuple[str, str], dict[str, list[float]]] = {}
        for instance, system, name, value in self._cells(path):
            several.setdefault((instance, system), {}).setdefault(name, []).append(value)
        return {
            key: {name: 100 * sum(values) / len(values) for name, values in scores.items()}
            for key, scores in several.items()
        }

    def _cells(self, path: str) -> Iterator[tuple[str, str, str, float]]:
        with open_bytes(path) as stream:
            for number, raw in enumerate(stream, start=1):
                line = raw.decode("utf-8", errors="replace")
                try:
                    if self.rows == "average":
                        yield from self._average(line)
                    else:
                        yield from self._eval(line)
                except ValueError:
                    raise InputError(f"{path}:{number}: not a score; get the file again") from None

    def _average(self, line: str) -> Iterator[tuple[str, str, str, float]]:
        if match := _AVERAGE.match(line):
            system, metric, part, value = match.groups()
            yield "all", system, self._name(metric, part), float(value)

    def _eval(self, line: str) -> Iterator[tuple[str, str, str, float]]:
        cells = line.split()
        if len(cells) != _EVAL or cells[2] != "Eval":
            return
        system, metric, _, file = cells[:4]
        instance = file.split(".")[0].lower()
        for cell in cells[4:]:
            part, _, value = cell.partition(":")
            yield instance, system, self._name(metric, part), float(value)

    def _name(self, metric: str, part: str) -> str:
        if part not in _NAMES:
            raise ValueError(part)
        return f"{metric.lower()}{self.suffix}_{_NAMES[part]}"
