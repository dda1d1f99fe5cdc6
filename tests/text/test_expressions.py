"""JMESPaths: their fields and functions, and what is wrong in them before anything is read."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.text.expressions import (
    MOST_CHARACTERS,
    MOST_PARTS,
    OWN,
    compiled,
    fields_of,
    first_fields,
    may_fail,
)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("lenght(a)", "no function lenght"),
        ("a.join(' ', [lenght(b)])", "no function lenght"),
        ("length(a, b)", "length does not take 2 arguments"),
        ("|".join(["a", *["[@, @]"] * 40]), "repeats its data more than 1,000 times"),
        ("|".join(["a", *["join('', [@, @])"] * 40]), "repeats its data more than 1,000 times"),
        ("map(&" * 12 + "[@, @]" + ", [@, @])" * 12, "repeats its data more than 1,000 times"),
        ("a[::0]", "the step of a slice is 0"),
        ("a[?b > `1`].c[1:2:0]", "the step of a slice is 0"),
    ],
)
def test_wrong_paths(path, said):
    """Functions there are not, wrong numbers of arguments and steps of 0 are found."""
    with pytest.raises(UsageError, match=said):
        compiled(path, "--map")


def test_long_paths():
    """Expressions that name much, and repeat little, are no error."""
    assert compiled(" || ".join(f"a{i}.b[0]" for i in range(90)), "--map")({"a9": {"b": [1]}}) == 1
    assert compiled("a[*].{x: b, y: c} | [?x > `1`].y | [0]", "--map")({"a": []}) is None


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        ("meta.num1", ["meta"]),
        ("sources[0]", ["sources"]),
        ("join(' ', sources)", ["sources"]),
        ("[input, meta.input, input]", ["input", "meta"]),
        ("{a: meta.x, b: gold}", ["meta", "gold"]),
        ("choices[?gold].text | [0]", ["choices"]),
        ("sort_by(samples, &score)[-1]", ["samples"]),
        ("samples[].text", ["samples"]),
        ("meta.a || input", ["meta", "input"]),
        ("`1`", []),
        ("@", []),
        ("[0]", []),
    ],
)
def test_first_fields(expression, fields):
    """Fields of the data itself are listed, and not those of what they hold."""
    assert first_fields(expression) == fields


def applied(expression, data):
    return compiled(expression, "--map a=")(data)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("split(', ', a)", ["x", "Y "]),
        ("lower(a)", "x, y "),
        ("strip(a)", "x, Y"),
        ("replace(',', ';', a)", "x; Y "),
        ("map(&number(@), split(',', b))", [1, 2.5, None]),
        ("number(c)", 3),
        ("number(d)", None),
        ("yes_no(e)", True),
        ("yes_no(d)", True),
        ("yes_no(a)", None),
        ("length(a)", 5),
        ("join('-', split(', ', a))", "x-Y "),
        ("split(',', a) | [0]", "x"),
    ],
)
def test_values(expression, value):
    """Each function returns what its documentation says."""
    data = {"a": "x, Y ", "b": "1, 2.5,x", "c": 3, "d": True, "e": "Yes, it is"}
    assert applied(expression, data) == value


@pytest.mark.parametrize("name", OWN)
def test_null_for_null(name):
    """Each function of our own is null for null, so that a record without an output stays one."""
    first = {"split": "',', ", "replace": "'a', 'b', "}.get(name, "")
    assert applied(f"{name}({first}a)", {}) is None


@pytest.mark.parametrize(
    ("expression", "data", "said"),
    [
        ("split(b, a)", {"a": "x", "b": ""}, "separator of split is empty"),
        ("replace(b, 'x', a)", {"a": "x", "b": ""}, "looks for is empty"),
        ("lower(a)", {"a": 3}, 'received: "number"'),
        ("split(',', a)", {"a": "," * (MOST_PARTS + 1)}, "parts"),
        ("replace('a', a, a)", {"a": "a" * 5000}, f"{MOST_CHARACTERS:,} characters"),
        ("join(a, [a, a, a])", {"a": "a" * 3_000_000}, f"{MOST_CHARACTERS:,} characters"),
        (
            "map(&replace('a', @, @), a)",
            {"a": ["a" * 2000] * 3},
            f"{MOST_CHARACTERS:,} characters",
        ),
    ],
)  # fmt: skip
def test_limits(expression, data, said):
    """Empty separators, other types and results without bounds are errors of the input."""
    with pytest.raises(InputError, match=said):
        applied(expression, data)


def test_limits_are_of_one_record():
    """What functions made of one record does not count for the next."""
    search = compiled("replace('a', 'bbbb', a)", "--map a=")
    for _ in range(5):
        assert len(search({"a": "a" * 1_000_000})) == 4_000_000


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("split(a, ',')", r"write split\(SEPARATOR, TEXT\)"),
        ("replace(a, 'x', 'y')", r"write replace\(OLD, NEW, TEXT\)"),
        ("split(',')", "split does not take 1 arguments"),
        ("spilt(',', a)", "did you mean 'split'"),
    ],
)
def test_wrong_calls(expression, said):
    """Arguments in the order of other languages and misspelt names are said at once."""
    with pytest.raises(UsageError, match=said):
        compiled(expression, "--map a=")


def test_what_may_fail():
    """Expressions that may be null for a text are known, and the fields that they read."""
    assert may_fail("[number(a.b)]")
    assert not may_fail("lower(a)")
    assert fields_of("number(a.b) || c[0]") == {"a", "b", "c"}
