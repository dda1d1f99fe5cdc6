"""A row of an lm-eval log, and the results file beside a samples file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Raw

from sacreval.core.options.type_errors import in_plain_words
from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError, shortened
from sacreval.io.whole_files import read_whole

NULL = Raw(b"null")
FIRST = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps"}
"""The fields that a row begins with, in this order."""
UNREAD = {"prompt_hash", "target_hash"}
"""Further fields of a row that are no scores."""
DocId = Annotated[int, msgspec.Meta(ge=0, lt=2**63 - 1)]


class Request(msgspec.Struct, gc=False):
    """What the model was asked.

    Args:
        arg_0: The prompt; for chat services a list of one JSON text with messages.
        arg_1: The continuation, a JSON text; or the settings of generation.
    """

    arg_0: Any = None
    arg_1: Raw = NULL


class Place(msgspec.Struct, gc=False):
    """Where a row belongs.

    Args:
        doc_id: Number of the document.
        filter: Name of the filter; None before 0.4.7.
    """

    doc_id: DocId
    filter: str | None = None


class Row(Place, gc=False, kw_only=True):
    """A document under one filter; one line. What is no field of it is a score.

    Args:
        resps: What the model returned, a list for each request, with one item for each repeat.
        filtered_resps: The same after the filter.
        doc: The row of the data set, undecoded.
        target: The target as text.
        arguments: The requests; a list of lists before 0.4.3.
        metrics: Names of the scores, undecoded; None before 0.4.7.
        doc_hash: SHA-256 of the document.
    """

    resps: list[list[Any]]
    filtered_resps: list[Any]
    doc: Raw = NULL
    target: Any = None
    arguments: dict[str, Request] | list[list[Any]] = []
    metrics: Raw = NULL
    doc_hash: str | None = None

    def requests(self) -> Sequence[Request]:
        """Return the requests, in order."""
        if isinstance(self.arguments, dict):
            return list(self.arguments.values())
        return [_request(arguments) for arguments in self.arguments]


def _request(arguments: list[Any]) -> Request:
    request = Request(arguments[0] if arguments else None)
    if len(arguments) > 1:
        request.arg_1 = Raw(msgspec.json.encode(arguments[1]))
    return request


NO_FILTER = "none"  # lm-eval's name of the filter that changes nothing
_NAME = re.compile(r"samples_(?P<task>.+)_(?P<date>[^_]*)\.jsonl(\.gz|\.zst)?")
_NO_SCORES = ("alias", "name", "sample_len", "sample_count", "samples")


class _Samples(msgspec.Struct, frozen=True):
    effective: int | None = None


class _Filter(msgspec.Struct, frozen=True):
    name: str


class TaskConfig(msgspec.Struct, frozen=True):
    """What a results file states about a task.

    Args:
        output_type: How the model was asked, such as `generate_until`; None where it is not stated.
        filter_list: The filters, in the order of the rows; None for the one that changes nothing.
        doc_to_text: How a prompt is made.
        doc_to_target: How a target is made: a field of `doc`, a template, or a list.
        metric_list: The metrics with their options.
    """

    output_type: str | None = None
    filter_list: list[_Filter] | None = None
    doc_to_text: Any = None
    doc_to_target: Any = None
    metric_list: Any = None

    def options(self, metric: str) -> dict[str, Any]:
        """Return the options of a metric; none where the file does not state them."""
        metrics = self.metric_list if isinstance(self.metric_list, list) else []
        rows = (x for x in metrics if isinstance(x, dict) and x.get("metric") == metric)
        return next(rows, {})

    @property
    def filters(self) -> list[str]:
        """Names of the filters, in the order of the rows."""
        return [entry.name for entry in self.filter_list or ()] or [NO_FILTER]


class _File(msgspec.Struct, frozen=True, rename={"n_samples": "n-samples"}):
    results: dict[str, dict[str, Any]]
    configs: dict[str, TaskConfig] = {}
    n_samples: dict[str, _Samples] = {}
    model_name: str | None = None


class RunOfTask(msgspec.Struct, frozen=True):
    """What is known of a samples file beside its rows.

    Args:
        path: The samples file.
        model: Name of the model, or else of the file's folder.
        task: Name of the task; None where the file has another name than lm-eval's.
        config: What the results file states about the task; None without such a file.
        documents: Number of documents that were scored; None where it is not stated.
        scores: The task's entry of the results file.
        results: Path of the results file; "" without one.
    """

    path: str
    model: str
    task: str | None = None
    config: TaskConfig | None = None
    documents: int | None = None
    scores: dict[str, Any] = {}
    results: str = ""

    def stored(self, systems: dict[str, str]) -> Iterator[StoredScore]:
        """Yield the scores of the results file.

        Args:
            systems: Name of the system of each filter; scores of other filters are left out.
        """
        for key, value in self.scores.items():
            name, comma, filtered = key.partition(",")
            system = systems.get(filtered or NO_FILTER)
            if system is None or not _is_score(name, value, old=not comma):
                continue
            yield StoredScore(
                name=name,
                value=float(value),
                error=_finite(self.scores.get(f"{name}_stderr{comma}{filtered}")),
                system_id=system,
                task=self.task,
                records=self.documents,
                options=self.config.options(name) if self.config else {},
                where=f"{self.results}: results.{self.task}.{key}",
            )


def run_of_task(path: str) -> RunOfTask:
    """Read what is known of a samples file from its name and the results file beside it."""
    place = Path(path)
    folder = place.resolve().parent
    named = _NAME.fullmatch(place.name)
    if named is None:
        return RunOfTask(path, folder.name)
    task = named["task"]
    beside = _results_beside(place, named["date"])
    if beside is None:
        return RunOfTask(path, folder.name, task)
    results = _read(str(beside))
    samples = results.n_samples.get(task)
    return RunOfTask(
        path,
        results.model_name or folder.name,
        task,
        results.configs.get(task),
        samples.effective if samples else None,
        results.results.get(task, {}),
        str(beside),
    )


def tasks_without_samples(path: str) -> Iterator[RunOfTask]:
    """Yield the tasks of the results file beside a samples file that have no samples file."""
    run = run_of_task(path)
    if not run.results:
        return
    results, date = _read(run.results), run_date(path)
    beside = map(_NAME.fullmatch, (file.name for file in Path(run.results).parent.iterdir()))
    there = {named["task"] for named in beside if named and named["date"] == date}
    for task, config in results.configs.items():  # groups of tasks have none
        if task not in there and task in results.results:
            samples = results.n_samples.get(task)
            yield msgspec.structs.replace(
                run,
                task=task,
                config=config,
                documents=samples.effective if samples else None,
                scores=results.results[task],
            )


def run_date(path: str) -> str:
    """Return the date in the name of a samples file; "" where it has another name."""
    named = _NAME.fullmatch(Path(path).name)
    return named["date"] if named else ""


def _results_beside(place: Path, date: str) -> Path | None:
    """Return the file with the results of the same moment; `-o NAME.json` makes NAME_date.json."""
    exact = place.with_name(f"results_{date}.json")
    if exact.is_file():
        return exact
    others = sorted(file for file in place.parent.iterdir() if file.name.endswith(f"_{date}.json"))
    return others[0] if len(others) == 1 else None


def _read(path: str) -> _File:
    text = read_whole(path)
    try:
        try:
            return msgspec.json.decode(text, type=_File)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:  # NaN and Infinity, which lm-eval writes, are not JSON
            return msgspec.convert(json.loads(text), _File)
    except msgspec.ValidationError as error:
        raise InputError(
            f"{path}: these are no results of lm-eval: {shortened(in_plain_words(error))}; "
            "get the file again, or move it elsewhere"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}: this is not JSON ({shortened(str(error))}); get the file again, or move it "
            "elsewhere, which leaves the model's name to the folder"
        ) from None


def _is_score(name: str, value: Any, *, old: bool) -> bool:
    """Return whether an entry is a score; before filters, other numbers had names without comma."""
    return _is_number(value) and not name.endswith("_stderr") and not (old and name in _NO_SCORES)


def _finite(value: Any) -> float | None:
    """Return a number; None for `N/A` and NaN."""
    return float(value) if _is_number(value) and isfinite(value) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def filters_of(run: RunOfTask) -> Sequence[str]:
    """Return the filters of a task in the order of its rows; those of its scores by default."""
    if run.config is not None:
        return run.config.filters
    return list(dict.fromkeys(key.partition(",")[2] or NO_FILTER for key in run.scores))
