"""Suggestions of `--map` options for a foreign record, by common field names and by type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SHOWN = 12  # most fields of a record in a message
_LONGEST = 40  # most characters of a name in a message
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")  # what JMESPath takes without quotes
_IDENTIFIER_OR_QUOTED = re.compile(r'[^".]+|"[^"]*"')  # the first name of a path
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.]")  # what a shell may take for something else
GOLD = "gold"  # a field of sacreval's beside `choices`, else the usual name of references
ANSWER = "answer"  # of a model or the right one: the latter beside an output

USUAL = {
    "prediction": (
        "output", "outputs", "out", "response", "responses", "completion", "completions",
        "generation", "generations", "generated", "generated_text", "model_output", "model_answer",
        "hypothesis", "hypotheses", "hyp", "mt", "candidate", "pred", "preds", "predicted",
        "system_output", "decoded", "filtered_resps", "resps",
    ),
    "references": (
        "target", "targets", "ref", "refs", "reference_text", "reference_texts", "ground_truth",
        "ground_truths", "expected", "expected_output", "ideal", "label", "labels", "answers",
        "correct_answer", "reference_answer", "reference_answers", "gold_answer", "gold_answers",
        "golden_answers", "gold_label", "tgt", "gold",
    ),
    "sources": ("source", "src", "document", "documents", "article", "context"),
    "input": ("question", "prompt", "query", "instruction"),
    "instance_id": ("id", "doc_id", "example_id", "sample_id", "segment_id", "seg_id", "idx"),
    "system_id": ("system", "model", "model_id", "model_name", "sys"),
}  # fmt: skip


def hint(record: Mapping[str, Any], known: tuple[str, ...]) -> str:
    """Suggest the options that map a record, from the names and types of its fields."""
    ours = set(known) - ({GOLD} if "choices" not in record else set())
    flat = _flat({name: value for name, value in record.items() if name not in ours})
    paths = {field: _first(field, flat) for field in USUAL if field not in record}
    if not paths.get("references") and (paths.get("prediction") or "prediction" in record):
        paths["references"] = "" if "references" in record else _named(ANSWER, flat)
    has_output = "prediction" in record or paths.get("prediction")
    systems = "" if has_output else _of_systems(flat, paths)
    if not any(paths.values()) or not (has_output or paths.get("references")):
        listed = field_list(_flat(record))
        return f"map the required fields, as in --map prediction=FIELD; {listed}{systems}"
    return f"map the required fields, perhaps by {_options(paths)}{systems}"


def _options(paths: Mapping[str, str]) -> str:
    """Return the options of fields and their paths; "" is no path."""
    return " ".join(
        f"--map '{ours}={path}'" if _NOT_PLAIN.search(path) else f"--map {ours}={path}"
        for ours, path in paths.items()
        if path
    )


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record; those of objects under their paths, such as `doc.question`."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if not isinstance(value, Mapping) or not value:
            flat[quoted(name)] = value
            continue
        flat.update({f"{quoted(name)}.{quoted(inner)}": nested for inner, nested in value.items()})
    return flat


def quoted(name: str) -> str:
    """Return a name as JMESPath has it, in quotes where it needs them."""
    return name if _IDENTIFIER.fullmatch(name) else f'"{name}"'


def field_list(names: Mapping[str, Any]) -> str:
    """List the fields of a record, as many as fit in one line."""
    shown = [name[:_LONGEST] for name in names][:_SHOWN]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"the fields are: {', '.join(shown) or 'none'}{more}"


def _of_systems(foreign: Mapping[str, Any], paths: Mapping[str, str]) -> str:
    """Return what to do if texts of a record are of several systems; "" of fewer than two."""
    others = {*paths.values(), ANSWER, *(name for names in USUAL.values() for name in names)}
    texts = [
        path for path, value in foreign.items() if isinstance(value, str) and path not in others
    ]
    if len(texts) < 2:  # noqa: PLR2004 - several
        return ""
    name = (_IDENTIFIER_OR_QUOTED.match(texts[0]) or [texts[0]])[0].strip('"')
    maps = _options({**paths, "prediction": texts[0]})
    return (
        f"; if outputs of several systems are in it, as {texts[0]} and {texts[1]}, write a file "
        f"for each: sacreval convert {name}=FILE {maps} -o {name}.jsonl"
    )


def usual_path(ours: str, meta: Mapping[str, Any]) -> str:
    """Return the path of a common name in what a record carries along; "" if none has the type.

    Args:
        ours: The field that is missing.
        meta: `meta` of the record.
    """
    flat = {f"meta.{path}": value for path, value in _flat(meta).items()}
    of_objects = {path: value for path, value in flat.items() if path.count(".") > 1}
    return _first(ours, flat) or (_named(ANSWER, of_objects) if ours == "references" else "")


def _first(ours: str, foreign: Mapping[str, Any]) -> str:
    """Return the path of the first common name whose value has the right type; "" if none has."""
    named = (_named(name, foreign, ours) for name in USUAL[ours])
    return next((path for path in named if path), "")


def _named(name: str, foreign: Mapping[str, Any], ours: str = "references") -> str:
    """Return the path of a name, also within an object, whose value has the right type."""
    for path in (name, *(key for key in foreign if key.endswith(f".{name}"))):
        value, expression = foreign.get(path), path
        if isinstance(value, list) and ours in ("prediction", "input") and value:
            value, expression = value[0], f"{path}[0]"
        if isinstance(value, list) and ours in ("references", "sources") and value:
            value = value[0]
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return expression
    return ""
