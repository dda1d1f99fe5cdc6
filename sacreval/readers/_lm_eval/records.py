"""Records of an lm-eval log: a row, what is known of its task, and options make one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Raw

from sacreval.core.missing_outputs import Outputs, missing_output
from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.readers._lm_eval.choices import fault, log_prob, of_choices, of_text
from sacreval.readers._lm_eval.layout import NULL, Row
from sacreval.readers._lm_eval.outputs import (
    INVALID,
    UNPARSED,
    prompt,
    several,
    with_samples,
)
from sacreval.readers._lm_eval.results import RunOfTask
from sacreval.readers._lm_eval.targets import Targets, references

_decode = msgspec.json.decode


class Options(msgspec.Struct, frozen=True):
    """How rows become records; see the reader's options of the same names."""

    answer: Literal["filtered", "raw"]
    targets: Targets
    doc: bool


class Records:
    """Makes the records of a file.

    Args:
        run: What is known of the file.
        options: Options of the reader.

    Attributes:
        texts_none: Number of outputs that are the text None.
    """

    def __init__(self, run: RunOfTask, options: Options) -> None:
        self._run = run
        self._options = options
        self._groups: dict[str, Any] | None = {"task": run.task} if run.task is not None else None
        self._kind = run.config.output_type if run.config else None
        self._all = run.task is not None and options.doc
        self.texts_none = 0

    def of(
        self, rows: Sequence[Row], scores: Callable[[Row], dict[str, Any]], system: str
    ) -> list[Instance]:
        """Return the records of rows.

        Args:
            rows: The rows.
            scores: Returns the scores of a row by name.
            system: Name of the system.

        Raises:
            InputError: If replies are not of the form that lm-eval writes.
        """
        return [self._one(row, scores(row), system) for row in rows]

    def _doc(self, row: Row) -> Any:
        """Return the row of the data set, which is decoded last and may be damaged."""
        try:
            return _decode(row.doc) if type(row.doc) is Raw else row.doc
        except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
            problem = f"`doc` is damaged ({error})"
            raise InputError(f"{self._where(row)}: {problem}; copy the log again") from None

    def _one(self, row: Row, scores: dict[str, Any], system: str) -> Instance:
        first = row.resps[0][0] if row.resps and row.resps[0] else None
        doc = self._doc(row) if self._options.doc or _needs_doc(row, first) else None
        meta = self._meta(row, scores, doc)
        if isinstance(first, list):
            found = of_choices(row, doc, self._run.config, self._where(row))
        elif self._is_rolling(row, first):
            found = self._rolling(row)
        else:
            return self._generated(row, doc, meta, system)
        return Instance(
            instance_id=row.doc_id,
            system_id=system,
            input=prompt(row),
            groups=self._groups,
            meta=meta,
            **found,
        )

    def _meta(self, row: Row, scores: dict[str, Any], doc: Any) -> dict[str, Any]:
        meta = {
            "task": self._run.task,
            "filter": row.filter,
            "doc": doc if self._options.doc else None,
            "doc_hash": row.doc_hash,
            "scores": scores,
        }
        if row.doc_hash is not None and row.filter is not None and doc is not None and self._all:
            return meta
        return {name: value for name, value in meta.items() if value is not None}

    def _generated(self, row: Row, doc: Any, meta: dict[str, Any], system: str) -> Instance:
        repeats = row.resps[0] if row.resps else []
        output = self._output(row, repeats)
        if output.error == UNPARSED:
            meta["unparsed"] = True
        if len(repeats) > 1:
            output = with_samples(output, repeats)
        else:
            meta["raw"] = repeats[0] if repeats else None
        return Instance(
            instance_id=row.doc_id,
            system_id=system,
            input=prompt(row),
            prediction=output.prediction,
            samples=output.samples,
            references=self._references(row, doc),
            groups=self._groups,
            error=output.error,
            meta=meta,
        )

    def _output(self, row: Row, repeats: Sequence[Any]) -> Outputs:
        """Return what the filter leaves of the replies, or the first reply."""
        found = row.filtered_resps if self._options.answer == "filtered" else repeats
        answer = found[0] if found else None
        if type(answer) is str:
            if answer == INVALID:
                return Outputs(error=UNPARSED)
            self.texts_none += answer == "None"
            return Outputs(answer)
        if isinstance(answer, list):
            return several(answer)
        if answer is None:
            return Outputs(error=missing_output("not asked", "null in the log"))
        return Outputs(str(answer))  # older logs hold numbers

    def _where(self, row: Row) -> str:
        return f"{self._run.path}: document {row.doc_id}"

    def _references(self, row: Row, doc: Any) -> list[Any] | None:
        target = row.target
        if type(target) is str and target[:1] != "[":
            return [target]
        if target is None:
            return None
        return references(target, doc, self._run.config, self._options.targets)

    def _is_rolling(self, row: Row, first: Any) -> bool:
        if self._kind is not None:
            return self._kind == "loglikelihood_rolling"
        if isinstance(row.arguments, dict):
            one = row.arguments.get("gen_args_0")
            return one is not None and one.arg_1 == NULL and _is_number(first)
        return bool(row.arguments) and len(row.arguments[0]) == 1 and _is_number(first)

    def _rolling(self, row: Row) -> dict[str, Any]:
        found = log_prob(row.resps[0][0] if row.resps and row.resps[0] else None, self._where(row))
        if wrong := fault([found]):
            return {"error": wrong}
        text = row.target if isinstance(row.target, str) else prompt(row)
        if text is None:
            raise InputError(f"{self._where(row)}: no `target`, whose words are counted; add it")
        return of_text(text, found)


def _needs_doc(row: Row, first: Any) -> bool:
    """Return whether the row of the data set states what is right."""
    return isinstance(first, list) or not isinstance(row.target, str) or row.target[:1] == "["


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
