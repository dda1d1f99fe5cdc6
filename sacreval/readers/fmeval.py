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
    def matches(cls, found: Beginning) -> bool:
        """Return whether the first row has fmeval's scores and one of its columns."""
        return found.has("scores[]") and any(found.has(name) for name in _COLUMNS)

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the rows, numbered from 1."""
        for row in log_rows(path, self.limit):
            yield row.number, convert(_record(row), row.where)


def _record(row: LogRow) -> dict[str, Any]:
    found = row.row
    scores, errors = _scores(found.get("scores"))
    kept = {k: v for k, v in found.items() if k not in _KNOWN and v is not None}
    meta = {**({"scores": scores} if scores else {}), **kept}
    meta |= {name: found[name] for name in ("error",) if found.get(name) is not None}
    meta |= {"score_errors": errors} if errors and "error" not in meta else {}
    record: dict[str, Any] = {"instance_id": row.number, "input": found.get("model_input")}
    record |= _output(found)
    if found.get("target_output") is not None:
        record["references"] = str(found["target_output"]).split(OR)
    if found.get("category") is not None:
        record["groups"] = {"category": found["category"]}
    return {**record, "meta": meta or None}


def _output(found: Mapping[str, Any]) -> dict[str, Any]:
    if all(f"{side}_log_prob" in found for side in _PAIR):
        return {"choices": [_sentence(found, side) for side in _PAIR], "gold": 0}
    if found.get("model_output") is not None:
        return {"prediction": found["model_output"]}
    if found.get("error") is not None:
        return {"error": missing_output("failed", str(found["error"]))}
    return {"error": missing_output("not asked", "there is no model_output")}


def _sentence(found: Mapping[str, Any], side: str) -> dict[str, Any]:
    return {"text": found.get(f"{side}_input"), "logprob": found[f"{side}_log_prob"]}


def _scores(stored: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the scores by name, and the reasons of those that are missing."""
    rows = [one for one in stored or () if isinstance(one, Mapping) and "name" in one]
    scores = {str(one["name"]): one["value"] for one in rows if one.get("value") is not None}
    return scores, {str(one["name"]): str(one["error"]) for one in rows if one.get("error")}
