"""YAML files, with limits."""

import math

import pytest

from sacreval.errors import InputError
from sacreval.io.formats import yaml_files


def read(tmp_path, text):
    (tmp_path / "a.yaml").write_text(text)
    return yaml_files.read(str(tmp_path / "a.yaml"))


def test_values_and_lines(tmp_path):
    """Values are plain, and the nodes know their lines."""
    data, node = read(tmp_path, "a: 1\nb: [x, 2.5, true]\n")
    assert data == {"a": 1, "b": ["x", 2.5, True]}
    assert [key.start_mark.line for key, _ in node.value] == [0, 1]


def test_nothing(tmp_path):
    """An empty file and one of comments have no content."""
    assert read(tmp_path, "# only this\n") == (None, None)


def test_few_aliases_are_fine(tmp_path):
    """An alias is the value that it repeats."""
    assert read(tmp_path, "a: &x [1]\nb: *x\n").data == {"a": [1], "b": [1]}


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x" * 2**20,
        "a: " + "[" * 200,
        "a: &a [*a]",
        "\n".join(
            ["a0: &a0 [1, 1]", *(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 20))]
        ),
    ],
    ids=["long", "deep", "in itself", "many by aliases"],
)
def test_limits(tmp_path, text):
    """Length, depth and the number of values after aliases are limited."""
    with pytest.raises(InputError, match="a.yaml: "):
        read(tmp_path, text)


def test_a_fault_has_its_line(tmp_path):
    """What is not YAML is named by the line at which it cannot go on."""
    with pytest.raises(InputError, match="a.yaml:3"):
        read(tmp_path, "a: 1\nb: [x\n")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("010", 10), ("012345", 12345), ("+4", 4), ("-3", -3), ("1e3", 1000.0), ("1.", 1.0),
        (".5", 0.5), ("-1.5e-2", -0.015), (".inf", math.inf), ("1:30", "1:30"), ("0x10", "0x10"),
        ("0o7", "0o7"), ("1_000", "1_000"), ("2020-01-01", "2020-01-01"), ("'3'", "3"),
    ],
)  # fmt: skip
def test_numbers_are_those_of_options(tmp_path, text, value):
    """Numbers are read as on the command line; what YAML 1.1 alone takes for one is a text."""
    path = tmp_path / "a.yaml"
    path.write_text(f"x: {text}\n")
    found = yaml_files.read(str(path)).data["x"]
    assert (found, type(found)) == (value, type(value))
