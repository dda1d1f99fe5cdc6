"""`sacreval export RESULT`: scores in the stores and logs of other tools."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Quiet
from sacreval.errors import InputError, UsageError

if TYPE_CHECKING:
    from sacreval.features.exchange.lm_eval_copy import Copied
    from sacreval.features.exchange.log_scores import LogScores
    from sacreval.scoring.result_files import Runs


def export(
    result: Annotated[
        Path,
        typer.Argument(
            metavar="RESULT.json",
            help="A file written by `sacreval evaluate -o result.json --instances scores.jsonl`.",
        ),
    ],
    *,
    mlflow: Annotated[
        str | None,
        typer.Option(
            "--mlflow",
            metavar="STORE",
            help="Write a run for each system to MLflow: a folder, sqlite:///FILE, or the address "
            "of a server; extra mlflow.",
        ),
    ] = None,
    experiment: Annotated[
        str, typer.Option(metavar="NAME", help="The experiment of MLflow.")
    ] = "sacreval",
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="LOG",
            help="Write the scores into a copy of the log that was evaluated: a results_*.json of "
            "lm-eval, with the samples beside it, or a .eval or .json of inspect_ai.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", help="The folder of the copies, under equal names."
        ),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Hand the scores of a result file to MLflow, or to the viewer of a log that was evaluated."""
    from sacreval.scoring.result_files import read_runs

    if (mlflow is None) == (log is None):
        raise UsageError("name what the scores are written to: either --mlflow or --log")
    if (log is None) != (output is None):
        raise UsageError("--log needs -o FOLDER for the copies, and -o needs --log; give both")
    runs = read_runs([result])
    if mlflow is not None:
        for name in _log_runs(runs, result, mlflow, experiment):
            notice(f"{mlflow}: run {name} written", quiet=quiet)
    if log is not None and output is not None:
        done = _copy(log, _scores(runs, result), _target(log, output, force=force))
        for path in done.paths:
            notice(f"{path}: written", quiet=quiet)
        if done.without:
            notice(
                f"{log}: {done.without} records have no scores in {result}, and none in the copy",
                quiet=quiet,
            )


def _log_runs(runs: Runs, result: Path, uri: str, experiment: str) -> list[str]:
    from sacreval.features.exchange.mlflow_run import Store, log_runs
    from sacreval.scoring.baseline import read_results

    found = read_results(result)
    beside = [result.parent / found.instances.path] if found.instances else []
    return log_runs(runs.results, [result, *beside], Store(uri, experiment))


def _scores(runs: Runs, result: Path) -> LogScores:
    """Return the scores of records, with the outputs that this installation can compute.

    Raises:
        InputError: If the result file has none.
    """
    from sacreval.features.exchange.log_scores import Column, LogScores
    from sacreval.scoring.result_files import entries

    if any(one.dataset is not None for one in runs.results):
        raise InputError(
            f"{result} is over data sets, and a log has the records of one; evaluate that one alone"
        )
    if not runs.records:
        raise InputError(
            f"{result} was written without the scores of its records; write it again with "
            "`sacreval evaluate -o result.json --instances scores.jsonl`"
        )
    made, unavailable = entries(runs.overall)
    if unavailable:
        raise InputError(f"{result}: {unavailable[0]}")
    columns = [
        Column(output, own, entry.name, entry.metric)
        for entry in made.values()
        for output, own in zip(entry.outputs, entry.metric.outputs, strict=True)
    ]
    return LogScores(runs.records, columns, str(result))


def _target(log: Path, folder: Path, *, force: bool) -> Callable[[Path], Path]:
    """Return the function that gives the path of a copy, after checking that it can be written."""
    from sacreval.io.files import check_writable

    def target(path: Path) -> Path:
        copy = folder / path.name
        check_writable(copy, force=force, inputs=[str(log), str(path)])
        return copy

    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no folder of this name; create it first")
    return target


def _copy(log: Path, scores: LogScores, target: Callable[[Path], Path]) -> Copied:
    """Copy a log, whose kind its content shows."""
    import json

    from sacreval.features.exchange.inspect_copy import copy_archive, copy_document, is_inspect
    from sacreval.features.exchange.lm_eval_copy import copy_lm_eval, is_lm_eval
    from sacreval.io.files import open_bytes
    from sacreval.io.formats.zip_members import is_zip
    from sacreval.io.whole_files import read_whole

    with open_bytes(str(log)) as stream:
        archive = is_zip(stream.read(4))
    if archive:
        return copy_archive(log, scores, target)
    try:
        document = json.loads(read_whole(str(log)))
    except (ValueError, RecursionError):
        document = None
    if is_inspect(document):
        return copy_document(log, document, scores, target)
    if is_lm_eval(document):
        return copy_lm_eval(log, document, scores, target)
    raise InputError(
        f"{log}: neither a log of inspect_ai nor a results file of lm-eval; name its results_*.json"
    )
