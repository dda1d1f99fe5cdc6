"""Tool calls in the layouts of models and data sets."""

import pytest

from sacreval.metrics.structures._calls import CALLS, Call, calls_of, schemas_of

ADD = Call("add", {"a": 1})
OPENAI = {"id": "1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}


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
