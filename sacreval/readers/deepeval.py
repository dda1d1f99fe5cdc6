"""Logs of deepeval: a test run with its cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from sacreval.core.missing_outputs import missing_output
from sacreval.core.records import Instance
from sacreval.io.formats.json_documents import check_document
from sacreval.io.whole_files import read_whole
from sacreval.readers._base import convert, readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._limited import WholeFileReader
from sacreval.readers._log import LogReader, Numbered
from sacreval.readers._typed import typed

_WRAPPED = "testRunData"  # around the run in .deepeval/.latest_test_run.json


class _Metric(msgspec.Struct):
    name: str
    score: float | None = None
    error: str | None = None


class _Turn(msgspec.Struct):
    role: str
    content: str = ""


class _Case(msgspec.Struct, rename="camel", kw_only=True):
    name: str | None = None
    order: int | None = None
    input: str | None = None
    actual_output: str | None = None
    expected_output: str | None = None
    context: list[Any] | None = None
    retrieval_context: list[str] | None = None
    success: bool | None = None
    metrics_data: list[_Metric] | None = None
    metadata: dict[str, Any] | None = None
    turns: list[_Turn] | None = None
    scenario: str | None = None
    expected_outcome: str | None = None
    tags: list[str] | None = None


class _Run(msgspec.Struct, rename="camel", kw_only=True):
    test_cases: list[_Case] = []
    conversational_test_cases: list[_Case] = []
    hyperparameters: dict[str, Any] | None = None


class _Wrapper(msgspec.Struct):
    run: _Run = msgspec.field(name=_WRAPPED)


_RUN, _INSIDE = msgspec.json.Decoder(_Run), msgspec.json.Decoder(_Wrapper)


@readers.register("deepeval")
@dataclass(frozen=True, kw_only=True)
class DeepevalReader(WholeFileReader, LogReader):
    """Test runs of deepeval: `test_run_<time>.json`, and the latest run in `.deepeval`.

    The system is the hyperparameter `model`, where the run has one. Of a conversation, the output
    is the last turn of the assistant.

    Args:
        max_size: The largest file, in MiB after decompression.
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether the document has test cases, by the names in deepeval's files."""
        cases = [f"{kind}[]" for kind in ("testCases", "conversationalTestCases")]
        return any(start.has(place) for case in cases for place in (case, f"{_WRAPPED}.{case}"))

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the cases, in their order."""
        text = read_whole(path, self.size_limit)
        run = typed(_INSIDE, text, path).run if _is_wrapped(text) else typed(_RUN, text, path)
        check_document(text, path)
        model = (run.hyperparameters or {}).get("model")
        system = model if isinstance(model, str) else None
        for cases in (run.test_cases, run.conversational_test_cases):
            in_order = sorted(cases, key=lambda case: case.order or 0)
            for place, case in enumerate(in_order, start=1):
                yield place, _instance(case, system, f"{path}:{place}")


def _is_wrapped(text: bytes) -> bool:
    return f'"{_WRAPPED}"'.encode() in text[:256]


def _instance(case: _Case, system: str | None, where: str) -> Instance:
    record = {
        "instance_id": case.name,
        "system_id": system,
        "input": case.input or case.scenario,
        "references": None if case.expected_output is None else [case.expected_output],
        "sources": case.retrieval_context,
        "meta": _meta(case),
    }
    return convert({**record, **_output(case)}, where)


def _output(case: _Case) -> dict[str, Any]:
    if case.turns is None:
        if case.actual_output is not None:
            return {"prediction": case.actual_output}
        return {"error": missing_output("not asked", "there is no actualOutput")}
    answers = [i for i, turn in enumerate(case.turns) if turn.role == "assistant"]
    if not answers:
        return {"error": missing_output("not asked", "there is no turn of the assistant")}
    before = case.turns[: answers[-1]]
    asked = "\n\n".join(f"{turn.role}: {turn.content}" for turn in before)
    return {"input": asked or case.scenario, "prediction": case.turns[answers[-1]].content}


def _meta(case: _Case) -> dict[str, Any]:
    """Return what has no field of a record, without what the case does not have."""
    metrics = case.metrics_data or []
    meta = {
        "scores": {m.name: m.score for m in metrics if m.score is not None} or None,
        "score_errors": {m.name: m.error for m in metrics if m.error} or None,
        "success": case.success,
        "metadata": case.metadata,
        "context": case.context,
        "tags": case.tags,
        "expected_outcome": case.expected_outcome,
        "turns": None if case.turns is None else msgspec.to_builtins(case.turns),
    }
    return {name: value for name, value in meta.items() if value is not None}
