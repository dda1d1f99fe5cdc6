"""Errors about values that are missing, repeated, or that a metric cannot take."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.contract.declarations import field_kind
from sacreval.core.contract.read_values import SEVERAL, takes_tokens
from sacreval.core.metric import Metric
from sacreval.core.options.field_types import TEXT, TEXTS
from sacreval.core.records import OUTPUTS, Batch, Instance
from sacreval.core.stored_scores import GRADES
from sacreval.readers._map_option import GOLD, USUAL, usual_path
from sacreval.scoring.inputs.reader_choice import map_option

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")  # what JMESPath takes without quotes


def reading(record: Instance, file: str = "") -> str | None:
    """Return the sentence on the option that reads such scores; None without any."""
    epochs: list[Any] = (record.meta or {}).get("epochs") or []
    scores: list[Any] = [epoch.get("scores") for epoch in epochs if isinstance(epoch, Mapping)]
    first = scores[0] if scores and all(isinstance(score, Mapping) for score in scores) else {}
    by_name = {name: _path(name, [score.get(name) for score in scores]) for name in first}
    paths = {name: path for name, path in by_name.items() if path}
    if not paths:
        return None
    name, path = next(iter(paths.items()))
    others = [f"'{other}'" for other in paths if other != name]
    more = f" (there are {', '.join(others)}, too)" if others else ""
    return (
        f"the log has the score '{name}' of each; to read it{more}: "
        f"{map_option(file, 'samples', path)}"
    )


def _path(name: str, values: list[Any]) -> str | None:
    """Return the expression that makes flags of the scores of a name; None if they are no flags."""
    quoted = name if _PLAIN.fullmatch(name) else f'"{name}"'
    if all(isinstance(value, bool | int | float) and value in (0, 1) for value in values):
        return f"meta.epochs[*].scores.{quoted}"
    if all(isinstance(value, str) and value in GRADES for value in values):
        return f"meta.epochs[].[scores.{quoted}=='C'][]"
    return None


def answer(batch: Batch, i: int, metric: Metric) -> str | None:
    """Return what to do about a record of scores or judgments alone; None for other records.

    Args:
        batch: The records.
        i: The place of the record in the batch.
        metric: The metric that needs an output.
    """
    record = batch[i]
    scores, judgments = (record.meta or {}).get("scores"), record.judgments
    texts = (record.prediction, record.references, record.sources, record.input, record.error)
    if any(texts) or not (scores or judgments):
        return None
    path = batch.where(i).rpartition(":")[0]
    what = "scores" if scores else "judgments"
    others = "FILES-WITH-JUDGMENTS" if scores else "FILES-WITH-SCORES"
    files = path if scores and judgments else f"{path} {others}"
    return (
        f"this record has {what} and no text, which {metric.name} needs; `sacreval correlate "
        f"scores {files} --human NAME` correlates scores"
    )


_SHOWN = 60  # characters of a value that a message quotes


def wrong_value(name: str, batch: Batch, i: int, metric: Metric) -> str:
    """Return what is wrong with a value, and what to do."""
    value = batch.column(name)[i]
    if value is None or value == []:
        known = answer(batch, i, metric) or _of_samples(name, batch, i, metric)
        if name == "samples" and known is None and (how := reading(batch[i], batch.origin)):
            return f"no `samples`, which {metric.name} needs, but {how}"
        return known or _missing(name, metric, batch, i)
    kind = field_kind(metric, name)
    what = f"`{name}` is {brief(value)}, but {metric.name} needs {kind.description}"
    if kind in (TEXT, TEXTS) and _are_tokens(value, name):
        return f"{what}; {_of_tokens(metric, name)}"
    if name == "samples" and _are_programs(value):
        results = Path(f"{batch.origin}_results.jsonl")  # as HumanEval's program writes them
        named = f"name {results}" if results.is_file() else "name the file of results"
        return (
            f"`samples` are programs without verdicts, and {metric.name} needs these; run them "
            f"with sacreval run-tests, or {named}"
        )
    return f"{what}; correct the record, or --map {name}=FIELD"


def _of_samples(name: str, batch: Batch, i: int, metric: Metric) -> str | None:
    """Return the remedy where `predictions` are missing and the record has `samples`."""
    if name != "predictions" or not isinstance(batch.column("samples")[i], list):
        return None
    return (
        f"no `predictions`, which {metric.name} needs, but `samples`; read these with "
        "--map predictions=samples"
    )


def _are_programs(value: Any) -> bool:
    """Return whether samples are programs that go behind the prompt of a problem."""
    samples = value if isinstance(value, list) else []
    return any(isinstance(sample, dict) and sample.keys() == {"completion"} for sample in samples)


def _are_tokens(value: Any, name: str) -> bool:
    """Return whether a value has a list of texts in the place of a text."""
    texts = value if name in SEVERAL else [value]
    return isinstance(texts, list) and any(
        isinstance(text, list) and text and all(isinstance(x, str) for x in text) for text in texts
    )


def _of_tokens(metric: Metric, name: str) -> str:
    """Return the remedy for a list of tokens."""
    if takes_tokens(metric):
        return "write tokens without white space, none of them empty"
    joined = "map(&join(' ', @), references)" if name == "references" else f"join(' ', {name})"
    by_map = f'join them: --map "{name}={joined}"'
    if "tokenize" not in metric.options():
        return f"it does not take tokens, so {by_map}"
    return f"tokens need --tokenize none; give it, or {by_map}"


def brief(value: Any) -> str:
    """Describe a value: its type, or the content of a list or an object."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        return f"a whole number above {sys.float_info.max:.2g}, the largest that is read"
    if not isinstance(value, list | dict):
        return f"of type {type(value).__name__}"
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _gold(instance: Instance) -> str:
    """Return `gold` where it holds what are no choices, but probably references; else ""."""
    return GOLD if instance.gold is not None and not instance.choices else ""


def _missing(name: str, metric: Metric, batch: Batch, i: int) -> str:
    maps = dict(text.split("=", 1) for text in metric.options().get("own_map", ()))
    if name in maps:
        return (
            f"`{name}`, which {metric.name} needs, is {maps[name]} by its own map, and this record "
            "has none; correct the map or the record"
        )
    how = f"add it, or --map {name}=FIELD"
    if name == "replies":
        how = "give --replies FILE, or ask a model: --with openai:MODEL"
    if name in OUTPUTS:
        how += ", or state in `error` why there is none"
    if name == "references":
        path = usual_path(name, batch[i].meta or {}) or _gold(batch[i])
        option = map_option(batch.origin, name, path) if path else "--map references=FIELD"
        how = f"add them, {option}, or give line-parallel files with -r"
    if name == "sources":
        how = "add them, --map sources=FIELD, or give line-parallel files with --sources"
    if name == "qrels":
        how = "give relevance judgments with -r QRELS, or --map qrels=FIELD"
    return f"no `{name}`, which {metric.name} needs; {how}"


def remedy(record: Instance, where: str, earlier: str) -> str:
    """Return the end of the sentence about the second of two records.

    Args:
        record: The second record.
        where: Its file and line.
        earlier: Those of the first.
    """
    file = where.rpartition(":")[0]
    if file != earlier.rpartition(":")[0]:
        return "remove one of the two, or name the systems of the files, as in NAME=FILE"
    name = next((x for x in USUAL["system_id"] if x in (record.meta or {})), None)
    option = map_option(file, "system_id", f"meta.{name}") if name else "--map system_id=FIELD"
    return (
        f"remove one of the two; if they are of two systems, give {option}, and "
        "if they are several outputs of one, write one record with a list, `samples`"
    )
