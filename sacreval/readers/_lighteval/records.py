"""Records from the rows of lighteval's details."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sacreval.core.missing_outputs import missing_output
from sacreval.errors import InputError
from sacreval.io.formats.values import literal
from sacreval.readers._lighteval.layout import (
    GENERATIVE,
    LOGPROBS,
    OLD,
    PERPLEXITY,
    Doc,
    NewRow,
    OldRow,
    Response,
)
from sacreval.readers._typed import converted

_BLANKS = re.compile(r"\s+")
_PAIR = 2  # a log-probability, and whether the choice is greedy
Fields = dict[str, Any]


def new_fields(row: Mapping[str, Any], number: int, where: str) -> Fields:
    """Return the fields of the record of a row since 0.13.

    Args:
        row: The row.
        number: Its number, from 0, which is the id of a document without one.
        where: File and row.

    Raises:
        InputError: If the row is not of the layout.
    """
    found = converted(NewRow, row, where)
    doc, response = found.doc, found.model_response
    methods = doc.sampling_methods or [LOGPROBS if response.logprobs else GENERATIVE]
    meta: Fields = {"scores": _present(found.metric), "specific": doc.specific}
    fields: Fields = {
        "instance_id": number if doc.id is None else doc.id,
        "input": doc.query,
        "task": doc.task_name,
    }
    if LOGPROBS in methods:
        fields |= {"choices": _choices(doc, response, where), "gold": _one(doc.gold)}
    if PERPLEXITY in methods and response.logprobs:
        fields["sequence"] = _sequence(doc, response.logprobs)
    if GENERATIVE in methods:
        fields |= {"references": _golds(doc, where), **_outputs(response)}
        processed = response.text_post_processed is not None
        meta |= {"raw": response.text if processed else None, "reasonings": response.reasonings}
    return {**fields, "meta": _present(meta)}


def old_fields(row: Mapping[str, Any], number: int, where: str) -> Fields:
    """Return the fields of the record of a row before 0.13.

    Args:
        row: The row; where columns could not be stored as they are, they are texts of Python.
        number: Its number, from 0.
        where: File and row.

    Raises:
        InputError: If the row is not of the layout.
    """
    found = converted(OldRow, {name: _value(row, name, where) for name in OLD}, where)
    meta = {"scores": _present(found.metrics), "specifics": found.specifics}
    fields: Fields = {"instance_id": number, "input": found.example, "meta": meta}
    pairs = [one for one in found.predictions or () if _is_pair(one)]
    if pairs:
        return {**fields, **_old_choices(found, pairs, where)}
    texts = [text for one in found.predictions or () for text in _flat(one)]
    golds = [found.gold] if isinstance(found.gold, str) else found.gold
    return {**fields, "references": golds, **_texts(texts)}


def _value(row: Mapping[str, Any], name: str, where: str) -> Any:
    """Return a value; lighteval writes all columns as texts where it cannot write one as it is."""
    value = row.get(name)
    if name == "example" or not isinstance(value, str) or value[:1] not in "[{N":
        return value
    return literal(value, where)


def _present(found: Mapping[str, Any] | None) -> Fields:
    return {name: value for name, value in (found or {}).items() if value not in (None, [])}


def _one(gold: Sequence[int]) -> Any:
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
    return {"logprob": sum(one for one in logprobs if one is not None), **units}


def _outputs(response: Response) -> Fields:
    return _texts(response.text_post_processed or response.text or [])


def _texts(texts: Sequence[str | None]) -> Fields:
    found = [text for text in texts if text is not None]
    if not found:
        return {"error": missing_output("not asked", "there is no text")}
    return {"prediction": found[0], "samples": found if len(found) > 1 else None}


def _is_pair(one: Any) -> bool:
    return isinstance(one, list) and len(one) == _PAIR and not any(isinstance(x, str) for x in one)


def _flat(one: Any) -> list[str | None]:
    return list(one) if isinstance(one, list) else [one if one is None else str(one)]


def _old_choices(found: OldRow, pairs: Sequence[Any], where: str) -> Fields:
    texts = found.choices or []
    if len(pairs) != len(texts):
        raise InputError(f"{where}: {len(texts)} choices and {len(pairs)} predictions; copy again")
    choices = [
        {"text": text, "logprob": logprob, "greedy": bool(greedy)}
        for text, (logprob, greedy) in zip(texts, pairs, strict=True)
    ]
    gold = found.gold_index
    return {"choices": choices, "gold": gold if isinstance(gold, int) else _one(gold or [])}
