"""Logs of fmeval: the rows that its evaluation algorithms save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sacreval.core.missing_outputs import missing_output
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._log import LineLogReader, LogRow, Numbered, log_rows

OR = "<OR>"  # between acceptable answers
_KNOWN = {"model_input", "model_output", "target_output", "category", "error", "scores"}
_COLUMNS = (*sorted(_KNOWN - {"error", "scores"}), "sent_more_input", "sent_less_input")
_PAIR = ("sent_more", "sent_less")


@readers.register("fmeval")
@dataclass(frozen=True, kw_only=True)
class FmevalReader(LineLogReader):
    """Rows that fmeval saved: `<evaluation>_<data set>.jsonl`.

    `target_output` is split at `<OR>`. A row whose model call failed has an `error`. The pair of
    sentences of prompt stereotyping are two `choices`, the more stereotyping one first.
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether the first row has fmeval's scores and one of its columns."""
        return start.has("scores[]") and any(start.has(name) for name in _COLUMNS)

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the rows, numbered from 1."""
        for row in log_rows(path, self.line_limit):
            yield row.number, convert(_record(row), row.where)


def _record(row: LogRow) -> dict[str, Any]:
    fields = row.row
    scores, errors = _scores(fields.get("scores"))
    kept = {k: v for k, v in fields.items() if k not in _KNOWN and v is not None}
    meta = {**({"scores": scores} if scores else {}), **kept}
    meta |= {name: fields[name] for name in ("error",) if fields.get(name) is not None}
    meta |= {"score_errors": errors} if errors and "error" not in meta else {}
    record: dict[str, Any] = {"instance_id": row.number, "input": fields.get("model_input")}
    record |= _output(fields)
    if fields.get("target_output") is not None:
        record["references"] = str(fields["target_output"]).split(OR)
    if fields.get("category") is not None:
        record["groups"] = {"category": fields["category"]}
    return {**record, "meta": meta or None}


def _output(fields: Mapping[str, Any]) -> dict[str, Any]:
    if all(f"{side}_log_prob" in fields for side in _PAIR):
        return {"choices": [_sentence(fields, side) for side in _PAIR], "gold": 0}
    if fields.get("model_output") is not None:
        return {"prediction": fields["model_output"]}
    if fields.get("error") is not None:
        return {"error": missing_output("failed", str(fields["error"]))}
    return {"error": missing_output("not asked", "there is no model_output")}


def _sentence(fields: Mapping[str, Any], side: str) -> dict[str, Any]:
    return {"text": fields.get(f"{side}_input"), "logprob": fields[f"{side}_log_prob"]}


def _scores(stored: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the scores by name, and the reasons of those that are missing."""
    rows = [row for row in stored or () if isinstance(row, Mapping) and "name" in row]
    scores = {str(row["name"]): row["value"] for row in rows if row.get("value") is not None}
    return scores, {str(row["name"]): str(row["error"]) for row in rows if row.get("error")}
