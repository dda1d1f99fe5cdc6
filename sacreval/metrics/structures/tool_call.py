"""Tool calls: whether a model calls the right tools with the right arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.core.options.field_types import ANYTHING, Kind, many
from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics.structures import _calls
from sacreval.metrics.structures._calls import (
    CALLS,
    SCORES,
    Call,
    calls_of,
    compared_calls,
    schemas_of,
)

if TYPE_CHECKING:
    from sacreval.core.records import Instance

Tools = Mapping[str, Mapping[str, Any]]
VALID, UNPARSED = "argument_schema_validation", "tool_unparsed"


@metrics.register("tool-call")
@dataclass(frozen=True, kw_only=True)
class ToolCall(MeanMetric):
    """Tool calls: are the right tools called with the right arguments? 0 to 1.

    Higher is better; the score of a system is the mean over records. The prediction has one call or
    several: {"name": "add", "arguments": {"a": 1}}, a list of these, the message of an API in
    OpenAI's layout with `tool_calls`, or text with one of these as JSON. A reference has the same
    layouts; each of several is right on its own, and parallel calls are a list inside of it. A
    prediction that is none of this scores 0, and the share of these is the last output.

    Args:
        rules: json compares calls and arguments as JSON: all of them, the names of the tools, the
            names of arguments, and their values; of several references the best counts for each.
            bfcl is right or wrong, by the rules for Python of the Berkeley Function Calling
            Leaderboard: a reference has lists of possible values, as in
            {"add": {"a": [1], "b": [2, ""]}}, and `tools` in `meta` describes the functions.
        order: any allows parallel calls in any order; given compares them one by one (rules
            json).
        schema: Also report whether arguments are valid under the JSON Schema of their tool, which
            is in `tools` of `meta`. Needs `pip install 'sacreval[json]'`.
        underscores: A dot in the name of a function is an underscore, as where an API forbids dots
            (rules bfcl).

    Source: the tool calling metric of Unitxt 1.26.10, for single calls; the AST checker of
    bfcl-eval 2026.3.23.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {
        **{f"bfcl_wrong_{reason}": False for reason in _calls.REASONS},
        UNPARSED: False,
        "*": True,
    }
    tasks: ClassVar[tuple[str, ...]] = ("structure",)
    score_scale = ScoreScale(mean=True, highest=1.0)
    kinds: ClassVar[Mapping[str, Kind]] = {
        "prediction": CALLS,
        "references": many(CALLS),
        "meta": ANYTHING,
    }
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "prediction": {"name": "add", "arguments": {"a": 1, "b": 2}},
            "references": [{"add": {"a": [1], "b": [2]}}],
            "meta": {
                "tools": [
                    {
                        "name": "add",
                        "parameters": {
                            "type": "object",
                            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
                            "required": ["a"],
                        },
                    }
                ]
            },
        },
        {
            "prediction": "add 1 and 2",
            "references": [{"add": {"a": [1]}}],
            "meta": {"tools": [{"name": "add", "parameters": {}}]},
        },
    )

    rules: Literal["json", "bfcl"] = "json"
    order: Literal["any", "given"] = "any"
    schema: bool = False
    underscores: bool = False

    def __post_init__(self) -> None:
        if self.schema and self.rules == "bfcl":
            raise UsageError("schema is for the rules json; bfcl has its own rules of types")
        if self.schema:
            _find_jsonschema()
        if self.schema or self.rules == "bfcl":
            object.__setattr__(self, "needs", ("references", "meta"))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the scores by the rules, then the share of predictions that are not parsed."""
        if self.rules == "bfcl":
            return ("bfcl_ast", *(f"bfcl_wrong_{reason}" for reason in _calls.REASONS), UNPARSED)
        return (*SCORES, *([VALID] if self.schema else []), UNPARSED)

    def fault(self, instance: Instance) -> str | None:
        """Report references that are no calls, and tools that are not described."""
        for number, reference in enumerate(instance.references or (), 1):
            calls = calls_of(reference)
            if calls is None:
                return f"reference {number} is no tool call; correct it"
            if self.rules == "bfcl" and not all(_has_answers(call) for call in calls):
                return (
                    f"reference {number} has no lists of possible values; write them as in "
                    '{"add": {"a": [1]}}, or use --rules json'
                )
        if "meta" not in self.needs:
            return None
        tools = schemas_of((instance.meta or {}).get("tools"))
        if tools is None:
            return "no `tools` in `meta`, a list of objects with `name` and `parameters`; add them"
        return self._unknown_tool(instance, tools)

    def _unknown_tool(self, instance: Instance, tools: Tools) -> str | None:
        for reference in instance.references or ():
            for call in calls_of(reference) or ():
                if self.rules == "bfcl" and call.name not in tools:
                    return f"`tools` does not describe {call.name!r}, which is right; add it"
        return None

    def prepare(self, *context: Any) -> RightCalls:
        """Parse the references and the tools."""
        alternatives = [calls_of(reference) or [] for reference in context[0]]
        tools = (schemas_of(context[1].get("tools")) or {}) if len(context) > 1 else {}
        expected = [
            [
                _calls.Expected(self._named(c.name), c.arguments, tools.get(c.name, {}))
                for c in calls
            ]
            for calls in (alternatives if self.rules == "bfcl" else ())
        ]
        return RightCalls(alternatives, expected, tools)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score the calls against each list of right calls."""
        calls = calls_of(prediction)
        if calls is None:
            return [*(0.0 for _ in self.outputs[1:]), 1.0]
        if self.rules == "bfcl":
            why = [_calls.compared(calls, expected) for expected in prepared.expected]
            reason = "" if "" in why else why[0]
            return [float(reason == name) for name in ("", *_calls.REASONS)] + [0.0]
        each = [compared_calls(calls, right, order=self.order) for right in prepared.alternatives]
        best = [max(column) for column in zip(*each, strict=True)]
        valid = [_validity(calls, prepared)] if self.schema else []
        return [*best, *valid, 0.0]

    def _named(self, name: str) -> str:
        return name.replace(".", "_") if self.underscores else name


class RightCalls(NamedTuple):
    """The right calls of a record.

    Args:
        alternatives: Lists of calls, each of which is right.
        expected: The same under the rules of BFCL.
        tools: The parameters of the tools by name.
    """

    alternatives: Sequence[Sequence[Call]]
    expected: Sequence[Sequence[_calls.Expected]]
    tools: Tools


def _has_answers(call: Call) -> bool:
    return all(isinstance(values, list) for values in call.arguments.values())


def _validity(calls: Sequence[Call], known: RightCalls) -> float:
    """Return the share of valid calls; without calls, whether none was right."""
    if not calls:
        return float(any(not right for right in known.alternatives))
    return sum(_is_valid(call, known.tools) for call in calls) / len(calls)


def _is_valid(call: Call, tools: Tools) -> bool:
    from jsonschema import SchemaError, ValidationError, validate

    if call.name not in tools:
        return False
    try:
        validate(call.arguments, tools[call.name])
    except ValidationError:
        return False
    except SchemaError as error:
        raise UsageError(
            f"the parameters of the tool {call.name} are no JSON Schema ({error.message}); "
            "correct `tools`"
        ) from None
    return True


def _find_jsonschema() -> None:
    from importlib.util import find_spec

    if find_spec("jsonschema") is None:
        raise NotSetUpError("--schema needs jsonschema; run: pip install 'sacreval[json]'")
