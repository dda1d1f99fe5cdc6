"""Sentences about values that are missing or that a metric cannot take."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.contract.read_values import SEVERAL, takes_tokens
from sacreval.core.metric import Metric
from sacreval.core.options.field_types import TEXT, TEXTS
from sacreval.core.records import OUTPUTS, Batch, Instance
from sacreval.readers._map_hints import GOLD, usual_path
from sacreval.scoring.inputs.lines_of_scores import answer
from sacreval.scoring.inputs.reader_choice import map_option
from sacreval.scoring.inputs.stored_flags import reading

_SHOWN = 60  # characters of a value that a message quotes


def wrong_value(name: str, batch: Batch, i: int, metric: Metric) -> str:
    """Return what is wrong with a value, and what to do.

    Args:
        name: The field.
        batch: The records.
        i: The index of the record.
        metric: The metric that needs the field.
    """
    value = batch.column(name)[i]
    if value is None or value == []:
        known = answer(batch, i, metric) or _of_samples(name, batch, i, metric)
        if name == "samples" and known is None and (how := reading(batch[i], batch.origin)):
            return f"no `samples`, which {metric.name} needs, but {how}"
        return known or _missing(name, metric, batch, i)
    kind = metric.kind_of(name)
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
    return any(isinstance(one, dict) and one.keys() == {"completion"} for one in samples)


def _are_tokens(value: Any, name: str) -> bool:
    """Return whether a value has a list of texts in the place of a text."""
    texts = value if name in SEVERAL else [value]
    return isinstance(texts, list) and any(
        isinstance(one, list) and one and all(isinstance(x, str) for x in one) for one in texts
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
    own = dict(text.split("=", 1) for text in metric.options().get("own_map", ()))
    if name in own:
        return (
            f"`{name}`, which {metric.name} needs, is {own[name]} by its own map, and this record "
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
