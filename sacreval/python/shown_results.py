"""Results of the verbs in Python, which print as the commands print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.records import Scored
from sacreval.core.results import MEAN, Report
from sacreval.errors import GateError, UsageError
from sacreval.features.compare import comparison_notes
from sacreval.features.compare import tables as comparison_tables
from sacreval.features.compare.result import ComparisonReport
from sacreval.features.compare.sets import tables as set_tables
from sacreval.features.compare.sets.result import SetReport
from sacreval.features.verify.verify import Recomputed, account
from sacreval.report import result_notes, result_tables
from sacreval.report.details import detail_columns
from sacreval.report.formats import Format
from sacreval.report.numbers import score_text
from sacreval.report.shown import Shown
from sacreval.report.tables import Table, rendered
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.human_pairs import AgainstHumans
from sacreval.scoring.pair_scores import PairScores


@dataclass(frozen=True, repr=False)
class Evaluated(Shown):
    """The result of `evaluate`.

    Args:
        report: Results, notices, failures, and the verdicts of gates.
        evaluations: The rows of the records by data set, if they were kept, else empty.
    """

    main_columns = (
        "dataset", "group", "system_id", "metric", "output", "value", "low", "high", "n",
        "unanswered", "missing", "higher_is_better",
    )  # fmt: skip

    report: Report
    evaluations: Mapping[str | None, Evaluation] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether all gates passed; true without gates."""
        return all(verdict.passed for verdict in self.report.verdicts)

    def raise_if_failed(self) -> None:
        """Raise an error if a gate failed.

        Raises:
            GateError: With a sentence for each gate that failed.
        """
        failed = [verdict for verdict in self.report.verdicts if not verdict.passed]
        if failed:
            raise GateError("\n".join(f"{verdict.sentence} ({verdict.gate})" for verdict in failed))

    def write_baseline(self, path: str | Path) -> None:
        """Write the run as a baseline of later ones, as `sacreval baseline set` does.

        The scores of its records are written beside it, to NAME.instances.jsonl.

        Args:
            path: The file; replaced if it exists. Its name ends in .json.

        Raises:
            UsageError: If the rows of records were not kept, or the file cannot be written.
        """
        from sacreval.features.gates import baseline_file
        from sacreval.scoring.sets.data_sets import records_of_sets

        if not self.evaluations:
            raise UsageError("a baseline needs the rows of records; give evaluate keep_rows=True")
        if Path(path).suffix != ".json":
            raise UsageError(f"{path}: a baseline is a result file; let its name end in .json")
        records = records_of_sets(self.evaluations)
        baseline_file.write(self.report.to_file(), records, Path(path))

    def render(self, form: Format) -> str:
        """Return it as text in a format of the command line, such as `md` or `tsv`."""
        return result_tables.render(self.report, form)

    def tables(self) -> Sequence[Table]:
        """List the tables that are printed."""
        return result_tables.tables(self.report.results)

    def notes(self) -> Sequence[str]:
        """List the signatures."""
        return result_notes.notes(self.report.results)

    def rows(self) -> list[dict[str, Any]]:
        """List the results as flat records."""
        return [
            {**_flat(msgspec.to_builtins(result)), **detail_columns(result)}
            for result in self.report.results
        ]

    def __getitem__(self, output: str | tuple[str, str]) -> float | None:
        """Return a score: `found["bleu"]` of the only system, or `found["bleu", "system"]`.

        The name of a metric stands for its main output. Over data sets it is the mean over sets.

        Raises:
            KeyError: If there is no such output or system, or there are several; what there is is
                in the message.
        """
        output, system = (output, None) if isinstance(output, str) else output
        overall = [r for r in self.report.results if r.group is None]
        results = [r for r in overall if r.output == output]
        results = results or [r for r in overall if r.main and (r.alias or r.metric) == output]
        results = [r for r in results if r.dataset == MEAN] or results
        if not results:
            known = ", ".join(dict.fromkeys(r.output for r in overall))
            raise KeyError(f"there is no output {output!r}; outputs are {known}")
        of_system = [r for r in results if system in (None, r.system_id)]
        if len(of_system) != 1:
            names = ", ".join(dict.fromkeys(r.system_id for r in results))
            what = (
                f"{len(of_system)} results of {output!r}" if of_system else f"no system {system!r}"
            )
            raise KeyError(
                f"{what}; name a system, as in [{output!r}, {results[0].system_id!r}]; systems are "
                f"{names}"
            )
        return of_system[0].value


@dataclass(frozen=True, repr=False)
class ShownComparison(Shown):
    """The result of `compare`.

    Args:
        report: Comparisons, standings, notices and failures.
    """

    main_columns = (
        "dataset", "group", "output", "base", "other", "finding", "exploratory", "difference",
        "low", "high", "level", "p_holm", "other_value", "n",
    )  # fmt: skip

    report: ComparisonReport

    def render(self, form: Format) -> str:
        """Return it as text in a format of the command line, such as `md` or `tsv`."""
        return comparison_tables.render(self.report, form)

    def tables(self) -> Sequence[Table]:
        """List the tables that are printed."""
        return comparison_tables.tables(self.report)

    def notes(self) -> Sequence[str]:
        """List the largest changes, how systems were compared, and the signatures."""
        return comparison_notes.notes(self.report)

    def rows(self) -> list[dict[str, Any]]:
        """List the comparisons as flat records."""
        return [comparison_tables.flat(comparison) for comparison in self.report.comparisons]


@dataclass(frozen=True, repr=False)
class ComparedSets(Shown):
    """The result of `compare_results`.

    Args:
        report: Means, ranks and notices.
    """

    main_columns = set_tables.COLUMNS

    report: SetReport

    def render(self, form: Format) -> str:
        """Return it as text in a format of the command line, such as `md` or `tsv`."""
        return set_tables.render(self.report, form)

    def tables(self) -> Sequence[Table]:
        """List the table of systems."""
        return [set_tables.table_over_sets(self.report)]

    def notes(self) -> Sequence[str]:
        """List the tests of ranks, and what the means are."""
        return set_tables.notes(self.report)

    def rows(self) -> list[dict[str, Any]]:
        """List the systems of each output as flat records."""
        return [set_tables.flat(system) for system in self.report.systems]


@dataclass(frozen=True, repr=False)
class ScoredRecords(Shown):
    """The result of `score`: an iterable of `Scored`.

    Args:
        scores: The records, their metrics and failures.
    """

    main_columns = ("dataset", "instance_id", "system_id", "system_type", "output", "value")

    scores: PairScores

    def __iter__(self) -> Iterator[Scored]:
        return iter(self.scores.records)

    def __len__(self) -> int:
        return len(self.scores.records)

    @property
    def directions(self) -> dict[str, bool | None]:
        """Output to whether larger values are better; None if neither are."""
        return {name: x for entry in self.scores.entries for name, x in entry.directions().items()}

    @property
    def rows_of_systems(self) -> tuple[Mapping[tuple[str, str], Any], Mapping[str, Any]]:
        """What scores of systems are computed from: rows of outputs, and formulas of metrics."""
        return self.scores.rows, self.scores.formulas()

    def against_humans(self) -> list[AgainstHumans]:
        """Count how often systems are better than human texts; nothing without `pairs=True`."""
        return self.scores.against_humans()

    def render(self, form: Format) -> str:
        """Return the records as text: a table, or JSON."""
        if form == "json":
            records = [msgspec.to_builtins(record) for record in self]
            return msgspec.json.format(msgspec.json.encode({"scores": records})).decode() + "\n"
        if form == "jsonl":
            return "".join(f"{msgspec.json.encode(record).decode()}\n" for record in self)
        if form in ("tsv", "csv"):
            from sacreval.report.tables import to_delimited

            return to_delimited(self.tables()[0], "\t" if form == "tsv" else ",")
        return result_tables.with_notes(self.tables()[0], self.notes(), form)

    def tables(self) -> Sequence[Table]:
        """List one table with a row for each record."""
        names = list(dict.fromkeys(name for record in self for name in record.scores))
        head = ["instance", "system", *names]
        cells = [
            [
                record.instance_id,
                record.system_id,
                *[score_text(record.scores.get(name)) for name in names],
            ]
            for record in self
        ]
        return [Table(head, cells, numeric=frozenset(range(2, len(head))))]

    def notes(self) -> Sequence[str]:
        """List the signatures."""
        return [self.scores.signature(entry) for entry in self.scores.entries]

    def rows(self) -> list[dict[str, Any]]:
        """List the records with a column for each output."""
        return [
            {
                "dataset": record.dataset,
                "instance_id": record.instance_id,
                "system_id": record.system_id,
                "system_type": record.system_type,
                **record.scores,
                **{f"judgments.{name}": value for name, value in (record.judgments or {}).items()},
            }
            for record in self
        ]

    def results(self) -> list[dict[str, Any]]:
        """List the scores, each with the record that it is of."""
        names = [
            x for x in self.main_columns[:-2] if any(row[x] is not None for row in self.rows())
        ]
        return [
            {**{x: getattr(record, x) for x in names}, "output": output, "value": value}
            for record in self
            for output, value in record.scores.items()
        ]


@dataclass(frozen=True, repr=False)
class Verified(Shown):
    """The result of `verify`.

    Args:
        verdicts: One for each score.
    """

    main_columns = (
        "dataset", "group", "system_id", "metric", "output", "value", "recomputed", "equal",
        "differences", "by",
    )  # fmt: skip

    verdicts: list[Recomputed] = field(default_factory=list)

    @property
    def equal(self) -> bool:
        """Whether every score was reproduced."""
        return not any(verdict.differences for verdict in self.verdicts)

    def __bool__(self) -> bool:
        return self.equal

    def render(self, form: Format) -> str:
        """Return the verdicts in a format of the command line, such as `md` or `tsv`."""
        return rendered(
            form,
            document=lambda: {"verdicts": self.rows()},
            rows=self.rows(),
            table=lambda: self.tables()[0],
            printed=lambda: result_tables.with_notes(self.tables()[0], self.notes(), form),
        )

    def tables(self) -> Sequence[Table]:
        """List one table with a row for each score."""
        records = self.results()
        head = list(records[0]) if records else []
        numeric = {head.index(x) for x in ("value", "recomputed") if x in head}
        rows = [[_word(x) for x in record.values()] for record in records]
        return [Table(head, rows, numeric=frozenset(numeric))]

    def notes(self) -> Sequence[str]:
        """List how many scores of each metric were recomputed, and by which code."""
        return account(self.verdicts)

    def rows(self) -> list[dict[str, Any]]:
        """List the verdicts, each with both values and what differs."""
        return [
            {
                **{x: getattr(verdict.claimed, x) for x in self.main_columns[:6]},
                "recomputed": None if verdict.result is None else verdict.result.value,
                "equal": not verdict.differences,
                "differences": "; ".join(verdict.differences) or None,
                "by": verdict.by,
            }
            for verdict in self.verdicts
        ]


def _flat(result: dict[str, Any]) -> dict[str, Any]:
    around = {**(result.pop("interval") or {})}
    result.pop("details")  # which have columns of their own
    for name in ("band", "repeats"):
        around |= {f"{name}_{key}": value for key, value in (result.pop(name) or {}).items()}
    missing = result["missing"]
    return {**result, **around, "missing": missing and sum(missing.values())}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else str(value or "")
