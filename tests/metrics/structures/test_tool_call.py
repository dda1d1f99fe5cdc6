"""Scores of tool calls, by hand and as Unitxt computes them."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.structures.tool_call import ToolCall
from support import missing
from support.tasks import scores_of

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
TOOLS = [{"type": "function", "function": {"name": "add", "parameters": SCHEMA}}]


def call(name, **arguments):
    return {"name": name, "arguments": arguments}


def scored(prediction, *references, **options):
    record = {"prediction": prediction, "references": list(references), "meta": {"tools": TOOLS}}
    return scores_of("tool-call", [record], options)


# ToolCallingMetric.map of Unitxt 1.26.10 with jsonschema-rs on 2026-11-23, with TOOLS as __tools__;
# of 3,000 random calls in three layouts, none had another score.
UNITXT = [
    (call("add", a=1, b=2), [call("add", a=1, b=2)], (1, 1, 1, 1, 1, 1)),
    (call("add", a="1", c=2), [call("add", a=1, b=2)], (0, 1, 0.5, 0.5, 0, 0)),
    (call("mul", a=1), [call("add", a=1, b=2)], (0, 0, 0.5, 1, 1, 0)),
    (call("add"), [call("add")], (1, 1, 1, 1, 1, 0)),
    (call("add"), [call("add", a=1)], (0, 1, 0, 0, 0, 0)),
    (call("add", a=1), [call("mul"), call("add", a=1.0)], (0, 1, 1, 1, 0, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("prediction", "references", "want"), UNITXT)
@pytest.mark.parametrize("layout", ["plain", "text", "openai"])
def test_as_unitxt(prediction, references, want, layout):
    """Scores of single calls are those of Unitxt, in each layout."""
    missing.module("jsonschema", "validity of tool calls")
    forms = {
        "plain": prediction,
        "text": json.dumps(prediction),
        "openai": {
            "tool_calls": [
                {"function": {**prediction, "arguments": json.dumps(prediction["arguments"])}}
            ]
        },
    }
    found = scored(forms[layout], *references, schema=True)
    assert tuple(found.values()) == (*want, 0.0)


def test_parallel_calls():
    """Parallel calls are one reference, in any order unless it is asked for."""
    right = [call("add", a=1), call("mul", a=2, b=3)]
    found = scored(right[::-1], right)
    assert set(found.values()) == {1.0, 0.0}
    given = scored(right[::-1], right, order="given")
    assert given["tool_exact_match"] == given["tool_name_accuracy"] == 0.0
    assert given["argument_name_precision"] == pytest.approx(2 / 3)
    assert scored(right, right, order="given")["tool_exact_match"] == 1.0


def test_a_call_too_few():
    """A missing call costs its name and its arguments, and an extra one the precision."""
    right = [call("add", a=1), call("mul", a=2, b=3)]
    found = scored(right[:1], right)
    assert found["tool_name_accuracy"] == 0.5
    assert found["argument_name_recall"] == pytest.approx(1 / 3)
    assert found["argument_name_precision"] == found["argument_value_precision"] == 1.0
    found = scored(right, right[:1])
    assert found["argument_name_recall"] == 1.0
    assert found["argument_value_precision"] == pytest.approx(1 / 3)


def test_no_call_is_right():
    """Where no call is right, a call is wrong, and none is right."""
    assert set(scored([], []).values()) == {1.0, 0.0}
    found = scored(call("add"), [])
    assert not any(found.values())


def test_unparsed_is_counted_apart():
    """A text without calls scores 0, and its share is an output of its own."""
    records = [
        {"prediction": text, "references": [call("add")]} for text in ("I add them.", '{"add": {}}')
    ]
    found = scores_of("tool-call", records)
    assert found["tool_unparsed"] == 0.5
    assert found["tool_exact_match"] == 0.5


def test_bfcl():
    """Under bfcl one of several references must be right, and a wrong call has its reason."""
    right, other = {"add": {"a": [1, 2]}}, {"add": {"a": [7]}}
    assert scored(call("add", a=2), other, right, rules="bfcl")["bfcl_ast"] == 1.0
    found = scored(call("add", a=3), right, rules="bfcl")
    assert [name for name, value in found.items() if value] == ["bfcl_wrong_value"]
    found = scored("add(a=1)", right, rules="bfcl")
    assert [name for name, value in found.items() if value] == ["tool_unparsed"]


def test_dots_as_underscores():
    """A dot of a right name is an underscore if asked for."""
    tools = [{"name": "math.add", "parameters": SCHEMA}]
    record = {
        "prediction": call("math_add", a=1),
        "references": [{"math.add": {"a": [1]}}],
        "meta": {"tools": tools},
    }
    for underscores in (False, True):
        options = {"rules": "bfcl", "underscores": underscores}
        assert scores_of("tool-call", [record], options)["bfcl_ast"] == underscores


@pytest.mark.parametrize(
    ("reference", "meta", "options", "why"),
    [
        ("add(1)", {}, {}, "reference 1 is no tool call"),
        (call("add", a=1), {"tools": TOOLS}, {"rules": "bfcl"}, "no lists of possible values"),
        ({"add": {"a": [1]}}, {"tools": 1}, {"rules": "bfcl"}, "no `tools` in `meta`"),
        ({"mul": {"a": [1]}}, {"tools": TOOLS}, {"rules": "bfcl"}, "does not describe 'mul'"),
    ],
)
def test_errors_of_data(reference, meta, options, why):
    """References that are no calls, and tools that are not described, are errors."""
    record = {"prediction": call("add"), "references": [reference], "meta": meta}
    with pytest.raises(InputError, match=why):
        scores_of("tool-call", [record], options)


def test_schemas():
    """A schema that is none is an error, and bfcl has its own types."""
    missing.module("jsonschema", "validity of tool calls")
    with pytest.raises(UsageError, match="has its own rules"):
        ToolCall(rules="bfcl", schema=True)
    tools = [{"name": "add", "parameters": {"type": "nothing"}}]
    record = {"prediction": call("add"), "references": [call("add")], "meta": {"tools": tools}}
    with pytest.raises(UsageError, match="no JSON Schema"):
        scores_of("tool-call", [record], {"schema": True})
