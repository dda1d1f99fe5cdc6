"""Logs of lighteval: the details of one task, in Parquet."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.core.missing_outputs import missing_output
from sacreval.core.options.field_types import is_number
from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError
from sacreval.io.formats.values import literal
from sacreval.io.whole_files import read_whole
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._log import LogReader, Numbered
from sacreval.readers._plain_table import ArrowTable, MemoryLimitReader
from sacreval.readers._typed import converted, typed

OLD = ("example", "predictions", "gold", "gold_index", "choices", "metrics", "specifics")
_NEW_SIGNS = (b"model_response", b"sampling_methods", b"gold_index", b"metric")
_OLD_SIGNS = (b"full_prompt", b"pred_logits", b"gold_index", b"metrics", b"predictions")
# Without tokens and logits, which are most of a file.
NEW_COLUMNS = (
    "doc", "metric", "model_response.text", "model_response.text_post_processed",
    "model_response.reasonings", "model_response.logprobs",
    "model_response.argmax_logits_eq_gold", "model_response.unconditioned_logprobs",
)  # fmt: skip
GENERATIVE, LOGPROBS, PERPLEXITY = "GENERATIVE", "LOGPROBS", "PERPLEXITY"


class Doc(msgspec.Struct):
    """What was asked."""

    query: str
    choices: list[str] | None = None
    gold_index: list[int] | int | None = None
    specific: Any = None
    id: str | int | None = None
    task_name: str | None = None
    sampling_methods: list[str] | None = None
    original_query: str | None = None

    @property
    def gold(self) -> list[int]:
        """The places of the right choices."""
        index = self.gold_index
        return [] if index is None else [index] if isinstance(index, int) else index


class Response(msgspec.Struct):
    """What the model returned: a text for each sample, or numbers for each choice."""

    text: list[str | None] | None = None
    text_post_processed: list[str | None] | None = None
    reasonings: list[str | None] | None = None
    logprobs: list[float | None] | None = None
    argmax_logits_eq_gold: list[bool | None] | None = None
    unconditioned_logprobs: list[float | None] | None = None


class NewRow(msgspec.Struct):
    """A row since 0.13."""

    doc: Doc
    model_response: Response
    metric: dict[str, Any] | None = None


class OldRow(msgspec.Struct):
    """A row before 0.13; of choices, a prediction is a log-probability and whether it is greedy."""

    example: str
    predictions: list[str | list[str | float | None] | float | None] | None = None
    gold: list[str] | str | None = None
    gold_index: list[int] | int | None = None
    choices: list[str] | None = None
    metrics: dict[str, Any] | None = None
    specifics: Any = None


class Signs(NamedTuple):
    """Whether a file's footer has the names of the columns of a layout."""

    new: bool
    old: bool


def signs(footer: bytes) -> Signs:
    """Return which layout's columns a footer of Parquet names."""
    return Signs(all(s in footer for s in _NEW_SIGNS), all(s in footer for s in _OLD_SIGNS))


_NAME = re.compile(r"details_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)\.parquet")
_ERROR = "_stderr"


class _General(msgspec.Struct):
    model_name: str | None = None


class _File(msgspec.Struct):
    config_general: _General = msgspec.field(default_factory=_General)
    results: dict[str, dict[str, Any]] = {}


_FILE = msgspec.json.Decoder(_File)


class Run(NamedTuple):
    """What is known of a file of details beside its rows.

    Args:
        task: Name of the task, from the file's name; None if that was changed.
        model: Name of the model; None if neither the results nor the folders state it.
        scores: The task's scores in the results.
        results: Path of the results; "" without them.
    """

    task: str | None
    model: str | None
    scores: dict[str, Any]
    results: str

    def stored(self) -> Sequence[StoredScore]:
        """Return the scores over all rows, with their standard errors."""
        return [
            StoredScore(
                name=name,
                value=float(value),
                error=_number(self.scores.get(name + _ERROR)),
                system_id=self.model,
                task=self.task,
                where=f"{self.results}: results.{self.task}.{name}",
            )
            for name, value in self.scores.items()
            if not name.endswith(_ERROR) and _number(value) is not None
        ]


def run_of(path: str) -> Run:
    """Find the run of a file of details."""
    named = _NAME.fullmatch(Path(path).name)
    if named is None:
        return Run(None, None, {}, "")
    task, date = named["task"], named["date"]
    folders = list(Path(path).absolute().parent.parts)
    if "details" not in folders or folders[-1] != date:
        return Run(task, None, {}, "")
    place = len(folders) - 1 - folders[::-1].index("details")
    model = folders[place + 1 : -1]
    results = Path(*folders[:place], "results", *model, f"results_{date}.json")
    if not results.is_file():
        return Run(task, "/".join(model) or None, {}, "")
    document = typed(_FILE, read_whole(str(results)), str(results))
    name = document.config_general.model_name or "/".join(model)
    return Run(task, name or None, document.results.get(task, {}), str(results))


def _number(value: Any) -> float | None:
    return float(value) if is_number(value) and isfinite(value) else None


_BLANKS = re.compile(r"\s+")
_PAIR = 2  # a log-probability, and whether the choice is greedy
Fields = dict[str, Any]


def new_fields(row: Mapping[str, Any], number: int, where: str) -> Fields:
    """Return the fields of the record of a row since 0.13."""
    detail = converted(NewRow, row, where)
    doc, response = detail.doc, detail.model_response
    methods = doc.sampling_methods or [LOGPROBS if response.logprobs else GENERATIVE]
    meta: Fields = {"scores": _present(detail.metric), "specific": doc.specific}
    fields: Fields = {
        "instance_id": number if doc.id is None else doc.id,
        "input": doc.query,
        "task": doc.task_name,
    }
    if LOGPROBS in methods:
        fields |= {"choices": _choices(doc, response, where), "gold": _single(doc.gold)}
    if PERPLEXITY in methods and response.logprobs:
        fields["sequence"] = _sequence(doc, response.logprobs)
    if GENERATIVE in methods:
        fields |= {"references": _golds(doc, where), **_outputs(response)}
        processed = response.text_post_processed is not None
        meta |= {"raw": response.text if processed else None, "reasonings": response.reasonings}
    return {**fields, "meta": _present(meta)}


def old_fields(row: Mapping[str, Any], number: int, where: str) -> Fields:
    """Return the fields of the record of a row before 0.13."""
    detail = converted(OldRow, {name: _value(row, name, where) for name in OLD}, where)
    meta = {"scores": _present(detail.metrics), "specifics": detail.specifics}
    fields: Fields = {"instance_id": number, "input": detail.example, "meta": meta}
    pairs = [prediction for prediction in detail.predictions or () if _is_pair(prediction)]
    if pairs:
        return {**fields, **_old_choices(detail, pairs, where)}
    texts = [text for prediction in detail.predictions or () for text in _flat(prediction)]
    golds = [detail.gold] if isinstance(detail.gold, str) else detail.gold
    return {**fields, "references": golds, **_texts(texts)}


def _value(row: Mapping[str, Any], name: str, where: str) -> Any:
    """Return a value; lighteval writes all columns as texts where it cannot write one as it is."""
    value = row.get(name)
    if name == "example" or not isinstance(value, str) or value[:1] not in "[{N":
        return value
    return literal(value, where)


def _present(scores: Mapping[str, Any] | None) -> Fields:
    return {name: value for name, value in (scores or {}).items() if value not in (None, [])}


def _single(gold: Sequence[int]) -> Any:
    return gold[0] if len(gold) == 1 else list(gold)


def _golds(doc: Doc, where: str) -> list[str] | None:
    choices = doc.choices or []
    if any(not 0 <= place < len(choices) for place in doc.gold):
        raise InputError(f"{where}: `gold_index` is outside of `choices`; copy the log again")
    return [choices[place] for place in doc.gold] or None


def _choices(doc: Doc, response: Response, where: str) -> list[Fields]:
    columns: dict[str, Sequence[Any]] = {
        "text": doc.choices or [],
        "logprob": response.logprobs or [],
        "greedy": response.argmax_logits_eq_gold or [],
        "unconditioned": response.unconditioned_logprobs or [],
    }
    for name, column in columns.items():
        if len(column) != len(columns["text"]) and (column or name == "logprob"):
            raise InputError(
                f"{where}: {len(columns['text'])} choices and {len(column)} values of `{name}`; "
                "copy the log again"
            )
    stated = {name: column for name, column in columns.items() if column}
    rows = zip(*stated.values(), strict=True)
    return [_present(dict(zip(stated, row, strict=True))) for row in rows]


def _sequence(doc: Doc, logprobs: Sequence[float | None]) -> dict[str, float]:
    """Return a text's log-probability, and its units as lighteval counts them."""
    text = doc.original_query if doc.original_query is not None else doc.query
    units = {"words": len(_BLANKS.split(text)), "bytes": len(text.encode())}
    return {"logprob": sum(logprob for logprob in logprobs if logprob is not None), **units}


def _outputs(response: Response) -> Fields:
    return _texts(response.text_post_processed or response.text or [])


def _texts(texts: Sequence[str | None]) -> Fields:
    answers = [text for text in texts if text is not None]
    if not answers:
        return {"error": missing_output("not asked", "there is no text")}
    return {"prediction": answers[0], "samples": answers if len(answers) > 1 else None}


def _is_pair(raw: Any) -> bool:
    return isinstance(raw, list) and len(raw) == _PAIR and not any(isinstance(x, str) for x in raw)


def _flat(raw: Any) -> list[str | None]:
    return list(raw) if isinstance(raw, list) else [raw if raw is None else str(raw)]


def _old_choices(detail: OldRow, pairs: Sequence[Any], where: str) -> Fields:
    texts = detail.choices or []
    if len(pairs) != len(texts):
        raise InputError(f"{where}: {len(texts)} choices and {len(pairs)} predictions; copy again")
    choices = [
        {"text": text, "logprob": logprob, "greedy": bool(greedy)}
        for text, (logprob, greedy) in zip(texts, pairs, strict=True)
    ]
    gold = detail.gold_index
    return {"choices": choices, "gold": gold if isinstance(gold, int) else _single(gold or [])}


_MAGIC = b"PAR1"
_FOOTER = 2**23  # bytes at the end, which name the columns


@readers.register("lighteval")
@dataclass(frozen=True, kw_only=True)
class LightevalReader(MemoryLimitReader, LogReader):
    """The details of a task that lighteval saved: `details_<task>_<date>.parquet`, of any version.

    The model is that of the results beside the folder `details`, or else that of the folders.
    Several texts are `samples`; choices have their log-probabilities, and texts for perplexity are
    in `sequence`. Needs sacreval[parquet].
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether it is Parquet with the columns of lighteval's details."""
        return start.head.startswith(_MAGIC) and any(_signs(start.path))

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the rows, numbered from 1."""
        run, is_new = run_of(path), _signs(path).new
        fields_of = new_fields if is_new else old_fields
        table = ArrowTable(path, "parquet", self.memory_limit, NEW_COLUMNS if is_new else OLD)
        for number, row in enumerate(table.rows()):
            where = f"{path}:{number + 1}"
            fields = fields_of(row, number, where)
            named = fields.pop("task", None)
            task = run.task if run.task is not None else named
            fields["groups"] = None if task is None else {"task": task}
            yield number + 1, convert({"system_id": run.model, **fields}, where)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the scores of the task in the run's results."""
        return run_of(path).stored()


def _signs(path: str) -> Signs:
    """Return which layout's columns are named at the end of a file."""
    with Path(path).open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(size - _FOOTER, 0))
        return signs(stream.read())
