"""Tool calls: their layouts, and scores by hand, as Unitxt and BFCL compute them."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.structures._calls import CALLS, Call, Expected, calls_of, compared, schemas_of
from sacreval.metrics.structures.tool_call import ToolCall
from support import missing
from support.tasks import scores_of

ADD = Call("add", {"a": 1})
OPENAI = {"id": "1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
TOOLS = [{"type": "function", "function": {"name": "add", "parameters": SCHEMA}}]
TYPES = {
    "s": {"type": "string"}, "i": {"type": "integer"}, "f": {"type": "float"},
    "b": {"type": "boolean"}, "l": {"type": "array", "items": {"type": "string"}},
    "n": {"type": "array", "items": {"type": "integer"}}, "d": {"type": "dict"},
    "o": {"type": "array", "items": {"type": "dict"}},
}  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        {"name": "add", "arguments": {"a": 1}},
        {"name": "add", "arguments": '{"a": 1}'},
        {"name": "add", "parameters": {"a": 1}},
        {"type": "tool_use", "name": "add", "input": {"a": 1}},
        OPENAI,
        [OPENAI],
        {"role": "assistant", "content": None, "tool_calls": [OPENAI]},
        {"add": {"a": 1}},
        [{"add": '{"a": 1}'}],
        '{"name": "add", "arguments": {"a": 1}}',
        ' [{"add": {"a": 1}}] ',
        'As [1] says, f[] and {x}: {"name": "add", "arguments": {"a": 1}}.',
        '<think>{"mul": {}}</think>```json\n[{"add": {"a": 1}}]\n```',
    ],
)
def test_layouts(value):
    """Each layout is the same call."""
    assert calls_of(value) == [ADD]


@pytest.mark.parametrize("value", [[], None, "[]", "null", {"content": "No.", "tool_calls": None}])
def test_no_call(value):
    """A message without calls has none."""
    assert calls_of(value) == []


@pytest.mark.parametrize(
    "value",
    [
        "add(a=1)",
        "",
        "[" * 100_000,
        '{"add": {"a": 1}} {"mul": {"a": 1}}',
        '{"add": {"a": 1, "a": 1}}',
        "I need none of f[] and [1].",
        '{"name": "add", "arguments": {"a": 1}',
        {"name": "add", "arguments": "a = 1"},
        {"name": "add", "arguments": [1]},
        {"name": 1, "arguments": {}},
        [{"name": "add", "arguments": {}}, "mul"],
        {},
        {"a": {}, "b": {}},
        "1",
    ],
)
def test_what_is_no_call(value):
    """What has no name and arguments is not parsed."""
    assert calls_of(value) is None


def test_arguments_may_be_absent():
    """A call without arguments has none."""
    for value in ({"name": "now"}, {"name": "now", "arguments": ""}, {"now": None}):
        assert calls_of(value) == [Call("now", {})]


def test_keys():
    """The order of arguments does not matter, and 1 is not 1.0."""
    assert Call("f", {"a": 1, "b": {"c": 2, "d": 3}}).key() == (
        Call("f", {"b": {"d": 3, "c": 2}, "a": 1}).key()
    )
    assert Call("f", {"a": 1}).key() != Call("f", {"a": 1.0}).key()
    assert CALLS.accepts([])
    assert not CALLS.accepts(3)


def test_tools():
    """Parameters are found in each layout of tools."""
    schema = {"type": "object"}
    for tool in (
        {"name": "add", "parameters": schema},
        {"type": "function", "function": {"name": "add", "parameters": schema}},
        {"name": "add", "input_schema": schema},
    ):
        assert schemas_of([tool]) == {"add": schema}
    for wrong in (
        None,
        "add",
        {"add": schema},
        [{"parameters": {}}],
        [{"name": "a", "parameters": 1}],
    ):
        assert schemas_of(wrong) is None


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
    scores = scored(forms[layout], *references, schema=True)
    assert tuple(scores.values()) == (*want, 0.0)


def test_parallel_calls():
    """Parallel calls are one reference, in any order unless it is asked for."""
    right = [call("add", a=1), call("mul", a=2, b=3)]
    scores = scored(right[::-1], right)
    assert set(scores.values()) == {1.0, 0.0}
    ordered = scored(right[::-1], right, order="given")
    assert ordered["tool_exact_match"] == ordered["tool_name_accuracy"] == 0.0
    assert ordered["argument_name_precision"] == pytest.approx(2 / 3)
    assert scored(right, right, order="given")["tool_exact_match"] == 1.0


def test_a_call_too_few():
    """A missing call costs its name and its arguments, and an extra one the precision."""
    right = [call("add", a=1), call("mul", a=2, b=3)]
    scores = scored(right[:1], right)
    assert scores["tool_name_accuracy"] == 0.5
    assert scores["argument_name_recall"] == pytest.approx(1 / 3)
    assert scores["argument_name_precision"] == scores["argument_value_precision"] == 1.0
    scores = scored(right, right[:1])
    assert scores["argument_name_recall"] == 1.0
    assert scores["argument_value_precision"] == pytest.approx(1 / 3)


def test_no_call_is_right():
    """Where no call is right, a call is wrong, and none is right."""
    assert set(scored([], []).values()) == {1.0, 0.0}
    scores = scored(call("add"), [])
    assert not any(scores.values())


def test_unparsed_is_counted_apart():
    """A text without calls scores 0, and its share is an output of its own."""
    records = [
        {"prediction": text, "references": [call("add")]} for text in ("I add them.", '{"add": {}}')
    ]
    scores = scores_of("tool-call", records)
    assert scores["tool_unparsed"] == 0.5
    assert scores["tool_exact_match"] == 0.5


def test_bfcl():
    """Under bfcl one of several references must be right, and a wrong call has its reason."""
    right, other = {"add": {"a": [1, 2]}}, {"add": {"a": [7]}}
    assert scored(call("add", a=2), other, right, rules="bfcl")["bfcl_ast"] == 1.0
    scores = scored(call("add", a=3), right, rules="bfcl")
    assert [name for name, value in scores.items() if value] == ["bfcl_wrong_value"]
    scores = scored("add(a=1)", right, rules="bfcl")
    assert [name for name, value in scores.items() if value] == ["tool_unparsed"]


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


def why(arguments, answers, required=(), name="f"):
    schema = {"type": "dict", "properties": TYPES, "required": list(required)}
    return compared([Call(name, arguments)], [Expected("f", answers, schema)])


@pytest.mark.parametrize(
    ("given", "answers", "reason"),
    [
        ({"s": "April 1, 2024"}, {"s": ["april 1 2024"]}, ""),
        ({"s": "it's"}, {"s": ['IT"S']}, ""),
        ({"s": "a:b"}, {"s": ["ab"]}, "value"),
        ({"i": 2}, {"i": [1, 2]}, ""),
        ({"i": 2.0}, {"i": [2]}, "type"),
        ({"i": True}, {"i": [1]}, "type"),
        ({"f": 2}, {"f": [2.0]}, ""),
        ({"f": 2.5}, {"f": [2.0]}, "value"),
        ({"b": "true"}, {"b": [True]}, "type"),
        ({"i": "x"}, {"i": ["x"]}, ""),  # the name of a variable
        ({"i": "X"}, {"i": ["x"]}, "value"),  # whose case counts
        ({"l": ["A, b"]}, {"l": [["ab"]]}, ""),
        ({"l": ["a", "b"]}, {"l": [["b", "a"]]}, "value"),
        ({"l": [1]}, {"l": [["a"]]}, "type"),
        ({"l": []}, {"l": [["a"], ""]}, ""),
        ({"n": [1, 2]}, {"n": [[1, 2]]}, ""),
        ({"d": {"k": "A"}}, {"d": [{"k": ["a", "b"]}]}, ""),
        ({"d": {"k": "c"}}, {"d": [{"k": ["a", "b"]}]}, "value"),
        ({"d": {}}, {"d": [{"k": ["a", ""]}]}, ""),
        ({"d": {}}, {"d": [{"k": ["a"]}]}, "value"),
        ({"d": {"x": 1}}, {"d": [{"k": ["a", ""]}]}, "value"),
        ({"o": [{"k": 1}]}, {"o": [[{"k": [1]}]]}, ""),
        ({"o": [{"k": 1}, {"k": 1}]}, {"o": [[{"k": [1]}]]}, "value"),
        ({}, {"s": ["a", ""]}, ""),
        ({}, {"s": ["a"]}, "parameters"),
        ({"s": "a", "i": 1}, {"s": ["a"]}, "parameters"),
        ({"s": "a", "x": 1}, {"s": ["a"], "x": [1]}, "parameters"),
    ],
)
def test_values(given, answers, reason):
    """Each value is one of the possible ones, by the rules of its type."""
    assert why(given, answers) == reason


def test_required_and_name():
    """A required parameter may not be absent, even if it is among the optional answers."""
    assert why({}, {"s": ["a", ""]}, required=["s"]) == "parameters"
    assert why({"s": "a"}, {"s": ["a"]}, name="g") == "name"


def test_bfcl_parallel_calls():
    """Calls come in any order, each right one takes one, and their number counts."""
    schema = {"properties": TYPES, "required": []}
    first, second = (Expected("f", {"i": [x]}, schema) for x in (1, 2))
    calls = [Call("f", {"i": 2}), Call("f", {"i": 1})]
    assert compared(calls, [first, second]) == ""
    assert compared(calls, [first, first]) == "value"
    assert compared(calls[:1], [first, second]) == "count"
    assert compared([], []) == ""


def test_odd_answers_do_not_fail():
    """Answers of types that the leaderboard never has are wrong values, not errors."""
    assert why({"l": ["a"]}, {"l": [1, ["b"]]}) == "value"
    assert why({"o": [1]}, {"o": ["", [{"k": [1]}]]}) == "value"
    assert why({"d": {"k": 1}}, {"d": [3]}) in {"type", "value"}
    assert why({"d": {"k": 1}}, {"d": [{"k": 1}]}) == ""
