"""Targets of lm-eval logs: lists that are stored as text, and right choices."""

import pytest

from sacreval.readers._lm_eval.results import TaskConfig
from sacreval.readers._lm_eval.targets import gold, references


@pytest.mark.parametrize(
    ("target", "doc", "how", "wanted"),
    [
        ("7", {}, None, ["7"]),
        ("['7', '8']", {}, None, ["7", "8"]),  # nobody answers like that
        ("[7, 8]", {}, None, ["[7, 8]"]),  # an interval, perhaps
        ("[7, 8]", {"answers": [7, 8]}, None, ["7", "8"]),
        ("[7, 8]", {"answer": "[7, 8]"}, None, ["[7, 8]"]),
        ("[7, 8]", {"answer": "[7, 8]"}, "answer", ["[7, 8]"]),
        ("['a']", {"answer": ["a"]}, "answer", ["a"]),
        ("[7, 8]", {}, "{{answers}}", ["7", "8"]),
        ("['a', 'b']", {}, ["a", "b"], ["a", "b"]),
        ("[-3,8]", {}, "{{answer}}", ["[-3,8]"]),  # str() of a list has blanks
        ("[x]", {}, "{{answer}}", ["[x]"]),
        (["a", "b"], {}, None, ["a", "b"]),
        (7, {}, None, ["7"]),
    ],
)
def test_references(target, doc, how, wanted):
    """A list's text is a list where the data set or lm-eval itself has one."""
    config = TaskConfig(doc_to_target=how) if how else None
    assert references(target, doc, config, "auto") == wanted


def test_references_as_asked():
    """What targets are can be stated."""
    assert references("['a']", {}, None, "text") == ["['a']"]
    assert references("[7, 8]", {}, None, "list") == ["7", "8"]
    assert references("7", {}, None, "list") == ["7"]


@pytest.mark.parametrize(
    ("target", "texts", "doc", "how", "wanted"),
    [
        ("1", (" a", " b"), {}, None, 1),
        ("b", (" a", " b"), {}, None, 1),
        ("[0, 1]", (" a", " b"), {}, None, [0, 1]),
        ("['b']", (" a", " b"), {}, None, [1]),
        ("2", (" a", " b"), {}, None, None),
        ("-100", (" a", " b"), {}, None, None),
        pytest.param("9" * 5000, (" a", " b"), {}, None, None, id="long"),
        ("1", (" 1", " 2"), {"label": 1}, "label", 1),
        ("1", (" 1", " 2"), {"label": "1"}, "label", 0),
        (1, (" a", " b"), {}, None, 1),
    ],
)
def test_gold(target, texts, doc, how, wanted):
    """Right choices are places or texts; digits are a place unless the data set has text there."""
    config = TaskConfig(doc_to_target=how) if how else None
    assert gold(target, texts, doc, config) == wanted
