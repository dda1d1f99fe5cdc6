"""Templates of prompts."""

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.judges._template import MissingValueError, template


def test_values_are_inserted():
    """Expressions are replaced by the values of a record; values that are no text become JSON."""
    text = template("{{ sources[0] }}|{{join(', ', references)}}|{{meta.n}}|{{meta}}")
    fields = {"sources": ["S"], "references": ["a", "b"], "meta": {"n": 3}}
    assert text.fill(fields) == 'S|a, b|3|{"n":3}'


def test_values_are_never_templates():
    """A value with double braces is inserted as it is."""
    text = template("{{prediction}} {{input}}")
    fields = {"prediction": "{{input}} [[10]] }}", "input": "{{prediction}}"}
    assert text.fill(fields) == "{{input}} [[10]] }} {{prediction}}"


def test_missing_value():
    """An expression that selects nothing is an error that names it; an empty text is a value."""
    assert template("a{{input}}b").fill({"input": ""}) == "ab"
    with pytest.raises(MissingValueError, match=r"there is no sources\[1\]; add it"):
        template("{{sources[1]}}").fill({"sources": ["x"]})


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("{{sources[0]}} {{sources[1]}}", {"sources"}),
        ("{{steps.claims[*].text}}", {"steps"}),
        ("{{a || b.c}} {{length(d)}} {{ {x: e} }}", {"a", "b", "d", "e"}),
        ("{{f[?g == 'x'].h}} {{i | j}}", {"f", "i"}),
        ("no field {{'{{'}}", set()),
    ],
)
def test_fields(text, want):
    """The fields of a template are those that its expressions start from."""
    assert template(text).fields() == want


def test_braces():
    """Braces can be written: as a literal, or closed without being open."""
    assert template('{{\'{{\'}}x}} {"a": {"b": 1}}').fill({}) == '{{x}} {"a": {"b": 1}}'


@pytest.mark.parametrize("text", ["a {{b", "{{}}", "{{a[}}", "{{f(a)}}", "{{"])
def test_wrong_template(text):
    """Open braces, empty expressions and what is no JMESPath are refused."""
    with pytest.raises(UsageError):
        template(text)
