"""Formats of `evaluate` for other tools: Every Eval Ever, and YAML of model hubs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.options.option_groups import EndOptions, SystemFormatOptions
    from sacreval.core.results import Report
    from sacreval.features.exchange.description import Description
    from sacreval.report.formats import ExchangeFormat
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation


class Exchange(Struct, frozen=True):
    """What is written in a format of exchange.

    Args:
        form: The format; None if another one was chosen.
        about: What the results do not contain; None without a format of exchange.
        folder: The folder of `eee`; None for YAML, which is printed.
        tables: The files of results of -o.
    """

    form: ExchangeFormat | None
    about: Description | None
    folder: Path | None
    tables: Sequence[Path] | None

    def fields(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        """Return the fields that are carried with the rows: whole records for samples."""
        if self.folder is None:
            return ()
        from sacreval.metrics._wrappers import extracts
        from sacreval.scoring.rows.carried_fields import EXTRACTED, RECORD

        extracted = any(extracts(entry.metric) for entry in entries)
        return (RECORD, EXTRACTED) if extracted else (RECORD,)

    def write(self, evaluation: Evaluation, report: Report, end: EndOptions) -> Report:
        """Write the files of `eee`, unless records could not be scored and that is not allowed.

        Returns:
            The report, with notices of what was written.
        """
        if self.folder is None or self.about is None or (report.failures and not end.allow_errors):
            return report
        from msgspec.structs import replace

        from sacreval.features.exchange.eee_files import ExchangeRun, write
        from sacreval.features.exchange.every_eval_ever import ScoredSample

        run = ExchangeRun(
            report.results,
            {entry.name: entry.metric for entry in evaluation.entries},
            frozenset(entry.name for entry in evaluation.entries if entry.has_rows),
            lambda system: map(ScoredSample, evaluation.scored(system), evaluation.records(system)),
        )
        written = write(run, self.about, self.folder, force=end.force)
        sets = [entry.name for entry in evaluation.entries if not entry.has_rows]
        notices = [f"{path}: written" for path in written]
        if sets:
            notices.append(f"{', '.join(sets)}: whole sets are scored, so there are no samples")
        return replace(report, notices=[*report.notices, *notices])

    def document(self, report: Report) -> str | None:
        """Return the YAML of a model hub; None if another format was chosen."""
        if self.about is None or self.folder is not None:
            return None
        from sacreval.features.exchange.model_cards import eval_results, model_index

        write = model_index if self.form == "model-index" else eval_results
        return write(report.results, self.about)


def exchange_of(
    formats: SystemFormatOptions, output: Sequence[Path] | None, inputs: Sequence[str]
) -> Exchange:
    """Return what is written in a format of exchange, and the other files of -o.

    Args:
        formats: The options of formats.
        output: The paths of -o.
        inputs: The input files.

    Raises:
        UsageError: If --about is missing or without effect, or -o does not name one folder.
    """
    form = _form(formats)
    if form is None and formats.about is not None:
        raise UsageError("--about is for --format eee, model-index or eval-results; give one")
    if form is None:
        return Exchange(None, None, None, output)
    if formats.about is None:
        raise UsageError(f"--format {form} needs --about FILE.yaml, as docs/exchange.md shows it")
    from sacreval.features.exchange.description import read_description

    description = read_description(str(formats.about))
    if form != "eee":
        return Exchange(form, description, None, output)
    description.moment()
    return Exchange(form, description, _folder(output, inputs), None)


def _form(formats: SystemFormatOptions) -> ExchangeFormat | None:
    """Return the format if it is one for other tools."""
    match formats.form:
        case "eee" | "model-index" | "eval-results" as form:
            return form
    return None


def _folder(output: Sequence[Path] | None, inputs: Sequence[str]) -> Path:
    """Return the folder of -o, which need not exist."""
    if output is None or len(output) != 1:
        raise UsageError("--format eee writes to one folder; name it with -o FOLDER")
    [folder] = output
    try:
        near = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    except (OSError, ValueError):  # such as a name of 5,000 characters
        raise UsageError(f"{folder}: this cannot name a folder; give another name") from None
    if folder == Path() or not near.is_dir():
        raise UsageError(f"{folder}: --format eee writes to a folder; give the name of one")
    if not os.access(near, os.W_OK):
        raise UsageError(f"{folder}: no permission to write in {near}; choose another place")
    if os.path.realpath(folder) in {os.path.realpath(path) for path in inputs}:
        raise UsageError(f"{folder}: this is an input; write to another folder")
    return folder
