"""Suggestions of `--map` options for a foreign record, by common field names and by type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SHOWN = 12  # most fields of a record in a message
_LONGEST = 40  # most characters of a name in a message

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
        "correct_answer", "tgt",
    ),
    "sources": ("source", "src", "document", "documents", "article", "context"),
    "input": ("question", "prompt", "query", "instruction"),
    "instance_id": ("id", "doc_id", "example_id", "sample_id", "segment_id", "seg_id", "idx"),
    "system_id": ("system", "model", "model_id", "model_name", "sys"),
}  # fmt: skip


def hint(record: Mapping[str, Any], known: tuple[str, ...]) -> str:
    """Suggest the options that map a record, from the names and types of its fields.

    Args:
        record: A record with unknown fields.
        known: The names of sacreval's fields.

    Returns:
        A clause such as "map it: --map prediction=output", or one that lists the fields.
    """
    foreign = {name: value for name, value in record.items() if name not in known}
    found = {ours: _first(ours, foreign) for ours in USUAL if ours not in record}
    if not (found.get("prediction") or found.get("references")):
        return f"map the required fields, as in --map prediction=FIELD; {field_list(record)}"
    maps = " ".join(f"--map '{ours}={path}'" if "[" in path else f"--map {ours}={path}"
                    for ours, path in found.items() if path)  # fmt: skip
    return f"map the required fields, perhaps by {maps}"


def field_list(names: Mapping[str, Any]) -> str:
    """List the fields of a record, as many as fit in one line."""
    shown = [name[:_LONGEST] for name in names][:_SHOWN]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"the fields are: {', '.join(shown) or 'none'}{more}"


def _first(ours: str, foreign: Mapping[str, Any]) -> str:
    """Return the path of the first common name whose value has the right type; "" if none has."""
    for name in USUAL[ours]:
        value = foreign.get(name)
        if isinstance(value, list) and ours in ("prediction", "input") and value:
            value, name = value[0], f"{name}[0]"  # noqa: PLW2901 - the path of the value
        if isinstance(value, list) and ours in ("references", "sources") and value:
            value = value[0]
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return name
    return ""
