"""`sacreval export RESULT`: scores in the stores and logs of other tools."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Quiet
from sacreval.core import signature
from sacreval.core.results import MEAN
from sacreval.core.version import version
from sacreval.errors import InputError, NotSetUpError, UsageError, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sacreval.core.results import Result
    from sacreval.features.exchange.lm_eval_copy import CopiedScores, LogScores
    from sacreval.scoring.result_files import Runs


ALLOW_FOLDERS = "MLFLOW_ALLOW_FILE_STORE"  # newer releases refuse folders without it
DEFAULTS = {"MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "2"}
_KEY = re.compile(r"[^A-Za-z0-9_\-. /]+")  # what no name of a metric may have
_LONGEST = {"key": 250, "param": 6000, "tag": 5000}  # characters
_OF_DATA = frozenset({"data", "outputs", "ci", "conf", "resamples", "seed"})


class RunStore(NamedTuple):
    """Where runs are kept.

    Args:
        uri: A folder, or an address such as `sqlite:///mlflow.db` or `http://localhost:5000`.
        experiment: Name of the experiment, which is created if there is none.
    """

    uri: str
    experiment: str


def log_runs(results: Sequence[Result], files: Sequence[Path], store: RunStore) -> list[str]:
    """Write each system's results as a run: scores, interval ends and numbers of records.

    Options are parameters, signatures tags, and the files artifacts.
    """
    mlflow = _mlflow()
    systems = list(dict.fromkeys(result.system_id for result in results))
    with _opened(store):
        client = mlflow.MlflowClient(tracking_uri=_uri(store.uri))
        known = client.get_experiment_by_name(store.experiment)
        experiment = known.experiment_id if known else client.create_experiment(store.experiment)
        return [
            _log(client, experiment, system, [r for r in results if r.system_id == system], files)
            for system in systems
        ]


def metrics_of(results: Sequence[Result]) -> dict[str, float]:
    """Return the numbers of a run: each score, the ends of its interval, and its counts of records.

    Those of a part are below its group, as in `domain news/bleu`, and those of a data set below its
    name; means over data sets are in `mean of sets`.
    """
    metrics: dict[str, float] = {}
    for result in results:
        name = (
            result.output
            if result.group is None
            else f"{result.group.replace('=', ' ')}/{result.output}"
        )
        name = f"{_above(result)}{name}"
        numbers = {"": result.value}
        numbers |= {f".{what}": float(count) for what, count in result.sizes.items()}
        if result.interval is not None:
            numbers |= {".low": result.interval.low, ".high": result.interval.high}
        if result.corrected is not None:
            numbers |= {".corrected": result.corrected.value}
        metrics |= {_key(f"{name}{end}"): x for end, x in numbers.items() if x is not None}
    return metrics


def params_of(results: Sequence[Result]) -> dict[str, str]:
    """Return the options of metrics, and how intervals were computed."""
    params: dict[str, str] = {}
    for result in results:
        name = f"{_above(result)}{result.alias or result.metric}"
        options = signature.read(result.signature)[1]
        params |= {_key(f"{name}.{k}"): str(v) for k, v in options.items() if k not in _OF_DATA}
        params[_key(f"{name}.engine")] = result.engine
        if result.interval is not None:
            stated = {"method": result.interval.method, "level": result.interval.level}
            stated |= {"resamples": result.interval.resamples, "seed": result.interval.seed}
            params |= {
                _key(f"{_above(result)}{result.output}.interval.{k}"): str(v)
                for k, v in stated.items()
                if v is not None and result.group is None
            }
    return {key: value[: _LONGEST["param"]] for key, value in params.items()}


def tags_of(results: Sequence[Result], system: str) -> dict[str, str]:
    """Return the signature of each metric over all records, and what wrote them."""
    tags = {
        _key(f"sacreval.signature.{_above(r)}{r.alias or r.metric}"): r.signature
        for r in results
        if r.group is None
    }
    return {**tags, "sacreval.system_id": system, "sacreval.version": version()}


def _above(result: Result) -> str:
    """Return what names of a data set begin with; nothing in a run without data sets."""
    if result.dataset is None:
        return ""
    return f"{'mean of sets' if result.dataset == MEAN else result.dataset}/"


def _log(
    client: Any, experiment: str, system: str, results: Sequence[Result], files: Sequence[Path]
) -> str:
    """Write one run; one that cannot be written whole is deleted."""
    run = client.create_run(experiment, run_name=system)
    name: str = run.info.run_id
    try:
        _fill(client, name, results, tags_of(results, system), run.info.start_time)
        for path in files:
            client.log_artifact(name, str(path))
        client.set_terminated(name)
    except BaseException:
        client.delete_run(name)
        raise
    return name


def _fill(
    client: Any, name: str, results: Sequence[Result], tags: Mapping[str, str], time: int
) -> None:
    from mlflow.entities import Metric, Param, RunTag

    metrics = [Metric(k, v, time, 0) for k, v in metrics_of(results).items()]
    params = [Param(k, v) for k, v in params_of(results).items()]
    for part in _blocks(params, 100):  # the most that servers take at once
        client.log_batch(name, params=part)
    for part in _blocks(metrics, 1000):
        client.log_batch(name, metrics=part)
    longest = _LONGEST["tag"]
    client.log_batch(name, tags=[RunTag(k, v[:longest]) for k, v in tags.items()])


def _blocks(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _key(name: str) -> str:
    return _KEY.sub("_", name)[: _LONGEST["key"]]


def _uri(text: str) -> str:
    """Return an address; a folder is made one."""
    return text if "://" in text else Path(text).resolve().as_uri()


def _mlflow() -> Any:
    try:
        import mlflow
    except ImportError:
        raise NotSetUpError(
            "--mlflow needs mlflow-skinny; run: pip install 'sacreval[mlflow]'"
        ) from None
    for name in ("mlflow", "alembic"):  # which log how they create tables
        logging.getLogger(name).setLevel(logging.WARNING)
    return mlflow


@contextmanager
def _opened(store: RunStore) -> Iterator[None]:
    """Allow a folder as a store while runs are written, and turn mlflow's errors into sentences."""
    from mlflow.exceptions import MlflowException

    folder = "://" not in store.uri or store.uri.startswith("file:")
    wanted = {**DEFAULTS, **({ALLOW_FOLDERS: "true"} if folder else {})}
    absent = wanted.keys() - os.environ.keys()
    os.environ.update({name: wanted[name] for name in absent})
    try:
        yield
    except ImportError as error:
        raise NotSetUpError(
            f"--mlflow {store.uri}: this store needs another package ({shortened(str(error))}); "
            "install mlflow, or name a folder"
        ) from None
    except (MlflowException, OSError) as error:
        reason = shortened(" ".join(str(error).split()))
        raise UsageError(
            f"--mlflow {store.uri}: cannot be written ({reason}); check the address, and its rights"
        ) from None
    finally:
        for name in absent:
            os.environ.pop(name, None)


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
    from sacreval.scoring.result_files import read_results

    file = read_results(result)
    beside = [result.parent / file.instances.path] if file.instances else []
    return log_runs(runs.results, [result, *beside], RunStore(uri, experiment))


def _scores(runs: Runs, result: Path) -> LogScores:
    """Return the scores of records, with the outputs that this installation can compute."""
    from sacreval.features.exchange.lm_eval_copy import LogScores, OutputColumn
    from sacreval.scoring.result_files import entries

    if any(row.dataset is not None for row in runs.results):
        raise InputError(
            f"{result} is over data sets, and a log has the records of one; evaluate that one alone"
        )
    if not runs.records:
        raise InputError(
            f"{result} was written without the scores of its records; write it again with "
            "`sacreval evaluate -o result.json --instances scores.jsonl`"
        )
    by_name, unavailable = entries(runs.overall)
    if unavailable:
        raise InputError(f"{result}: {unavailable[0]}")
    columns = [
        OutputColumn(output, original, entry.name, entry.metric)
        for entry in by_name.values()
        for output, original in entry.metric_outputs.items()
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


def _copy(log: Path, scores: LogScores, target: Callable[[Path], Path]) -> CopiedScores:
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
