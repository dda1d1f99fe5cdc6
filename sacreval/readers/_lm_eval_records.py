"""Records of an lm-eval log: a row, what is known of its task, and options make one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Raw

from sacreval.core.missing_outputs import missing_output
from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.readers._lm_eval_choices import fault, log_prob, of_choices, of_text
from sacreval.readers._lm_eval_results import RunOfTask
from sacreval.readers._lm_eval_rows import NULL, Row
from sacreval.readers._lm_eval_targets import Targets, references

INVALID = "[invalid]"  # the regex filters' word for "nothing found"
_decode = msgspec.json.decode


class Options(msgspec.Struct, frozen=True):
    """How rows become records; see the reader's options of the same names."""

    answer: Literal["filtered", "raw"]
    invalid: Literal["unparsed", "answer"]
    targets: Targets
    doc: bool


class Records:
    """Makes the records of a file.

    Args:
        run: What is known of the file.
        options: Options of the reader.
    """

    def __init__(self, run: RunOfTask, options: Options) -> None:
        self._run = run
        self._options = options
        self._groups = {"task": run.task} if run.task is not None else None
        self._kind = run.config.output_type if run.config else None
        self.texts_none = 0  # outputs that are the text None

    def of(self, row: Row, scores: dict[str, Any], system: str, name: str | None) -> Instance:
        """Return the record of a row.

        Args:
            row: The row.
            scores: Its scores by name.
            system: Name of the system.
            name: Name of the filter; None before lm-eval 0.4.7.

        Raises:
            InputError: If its replies are not of the form that lm-eval writes.
        """
        doc = _plain(row.doc)
        meta: dict[str, Any] = {"scores": scores}
        if self._run.task is not None:
            meta["task"] = self._run.task
        if name is not None:
            meta["filter"] = name
        if self._options.doc and doc is not None:
            meta["doc"] = doc
        if row.doc_hash is not None:
            meta["doc_hash"] = row.doc_hash
        first = row.resps[0][0] if row.resps and row.resps[0] else None
        if isinstance(first, list):
            found = of_choices(row, doc, self._run.config, self._where(row))
        elif self._is_rolling(row, first):
            found = self._rolling(row)
        else:
            found = self._generated(row, first, meta)
            found["references"] = self._references(row, doc)
        return Instance(
            instance_id=row.doc_id,
            system_id=system,
            input=_prompt(row),
            groups=self._groups,
            meta=meta,
            **found,
        )

    def _where(self, row: Row) -> str:
        return f"{self._run.path}: document {row.doc_id}"

    def _references(self, row: Row, doc: Any) -> list[Any] | None:
        target = row.target
        if type(target) is str and target[:1] != "[":
            return [target]
        if target is None:
            return None
        return references(target, doc, self._run.config, self._options.targets)

    def _generated(self, row: Row, first: Any, meta: dict[str, Any]) -> dict[str, Any]:
        """Return the output: one text, the samples of a repeated run, or the reason why none."""
        repeats = row.resps[0] if row.resps else []
        filtered = row.filtered_resps[0] if row.filtered_resps else None
        several = len(repeats) > 1
        if not several:
            meta["raw"] = first
        found: dict[str, Any] = {}
        if several and None in repeats:
            return {"error": missing_output("unanswered", "null among the repeats")}
        if several:
            found["samples"] = [_text(one) for one in repeats]
        if self._options.answer == "raw":
            answer = first
        elif isinstance(filtered, list):
            return self._several(filtered, found)
        else:
            answer = filtered
        if answer is None:
            return found or {"error": missing_output("unanswered", "null in the log")}
        if answer == INVALID and self._options.invalid == "unparsed":
            meta["unparsed"] = True
            return found or {"error": missing_output("unparsed", INVALID)}
        self.texts_none += answer == "None"
        found["prediction"] = answer if type(answer) is str else _text(answer)
        return found

    def _several(self, filtered: list[Any], found: dict[str, Any]) -> dict[str, Any]:
        """Return the output where a filter keeps several answers, which are then the samples."""
        if len(filtered) == 1:
            return found | {"prediction": _text(filtered[0])}
        if not filtered:
            return found or {"error": missing_output("unparsed", "the filter kept nothing")}
        return {"samples": [_text(one) for one in filtered]}

    def _is_rolling(self, row: Row, first: Any) -> bool:
        if self._kind is not None:
            return self._kind == "loglikelihood_rolling"
        if isinstance(row.arguments, dict):
            one = row.arguments.get("gen_args_0")
            return one is not None and one.arg_1 == NULL and _is_number(first)
        return bool(row.arguments) and len(row.arguments[0]) == 1 and _is_number(first)

    def _rolling(self, row: Row) -> dict[str, Any]:
        found = log_prob(row.resps[0][0], self._where(row))
        if wrong := fault([found]):
            return {"error": wrong}
        text = row.target if isinstance(row.target, str) else _prompt(row)
        if text is None:
            raise InputError(f"{self._where(row)}: no `target`, whose words are counted; add it")
        return of_text(text, found)


def _plain(doc: Any) -> Any:
    return _decode(doc) if isinstance(doc, Raw) else doc


def _prompt(row: Row) -> str | None:
    """Return the prompt; a chat with one message is its content, others are JSON text."""
    arguments = row.arguments
    if not arguments:
        return None
    given = (
        next(iter(arguments.values())).arg_0
        if isinstance(arguments, dict)
        else arguments[0][0]
        if arguments[0]
        else None
    )
    if type(given) is str or given is None:
        return given
    return _chat(given)


def _chat(given: Any) -> str:
    text = given[0] if isinstance(given, list) and len(given) == 1 else given
    if not isinstance(text, str):
        return msgspec.json.encode(text).decode()
    try:
        (message,) = _decode(text, type=list[dict[str, Any]])
    except (msgspec.DecodeError, ValueError, RecursionError):
        return text
    content = message.get("content")
    return content if isinstance(content, str) else text


def _text(value: Any) -> str:
    """Return an answer as text; older logs hold numbers, and null stands for no reply."""
    return value if isinstance(value, str) else str(value)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
