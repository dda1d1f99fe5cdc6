"""Templates: values are inserted once, missing ones are errors, expressions are JMESPath."""

import pytest

from sacreval.asking.templates import Template
from sacreval.errors import InputError, UsageError


def rendered(text: str, **values: object) -> str:
    return Template.parse(text, "p.yaml").render(values)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("plain", {}, "plain"),
        ("", {}, ""),
        ("Q: {{input}}\nA:", {"input": "why"}, "Q: why\nA:"),
        ("{{ sources[0] }}|{{sources[1]}}", {"sources": ["a", "b"]}, "a|b"),
        ("{{meta.year}}", {"meta": {"year": 2026}}, "2026"),
        ("{{meta}}", {"meta": {"b": True, "a": "é"}}, '{"a":"é","b":true}'),
        ("{{join(', ', references)}}", {"references": ["a", "b"]}, "a, b"),
        ("{{'{{'}}input}}", {}, "{{input}}"),
        ("{{{a: input}}}", {"input": "x"}, '{"a":"x"}'),
        ("{a} } {{input}}", {"input": ""}, "{a} } "),
        (r"{{'it\'s }}'}}", {}, "it's }}"),
    ],
)
def test_each_expression_is_replaced_by_what_it_finds(text, values, expected):
    """Texts are inserted as they are, other values as JSON; quotes may contain braces."""
    assert rendered(text, **values) == expected


def test_values_are_never_templates():
    """A value with braces is inserted as it is."""
    assert rendered("{{prediction}}", prediction="{{input}}", input="no") == "{{input}}"


@pytest.mark.parametrize("values", [{}, {"input": None}])
def test_a_missing_value_is_an_error(values):
    """The error names the expression and the template."""
    with pytest.raises(InputError, match=r"\{\{input\}\} of p\.yaml finds nothing"):
        rendered("{{input}}", **values)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{{input", "not closed"),
        ("{{ }}", "is empty"),
        ("{{a b}}", "not a JMESPath expression"),
        ("{{'a}}", "not closed"),
        ("{{nothing(a)}}", "no function"),
    ],
)
def test_wrong_templates_are_refused_when_read(text, why):
    """The error names where the template stands."""
    with pytest.raises(UsageError, match=f"^p.yaml: .*{why}"):
        Template.parse(text, "p.yaml")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("none", ()),
        ("{{b}}{{a}}{{b}}", ("b", "a")),
        ("{{sources[0].text}}", ("sources",)),
        ("{{meta.a || input}}", ("meta", "input")),
        ("{{samples[?x == `1`].y | [0]}}", ("samples",)),
        ("{{@.input}}", ("input",)),
        ("{{join(', ', references)}} {{{k: gold}}}", ("references", "gold")),
        ("{{sort_by(choices, &p)[0]}}", ("choices",)),
    ],
)
def test_fields_are_those_of_the_record(text, names):
    """Names inside of values are not fields."""
    assert Template.parse(text, "p.yaml").fields == names
