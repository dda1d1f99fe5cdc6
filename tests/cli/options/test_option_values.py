"""Values of options that verbs share."""

import pytest

from sacreval.cli.options.option_values import parse_map, parse_pairs, selection_of, source_of
from sacreval.core.selection import Selection
from sacreval.errors import UsageError


def test_maps():
    """The path may itself hold `=`."""
    found = parse_map(["prediction=a[?b=='c']", "input=q"])
    assert found == {"prediction": "a[?b=='c']", "input": "q"}
    assert parse_map(None) == {}


@pytest.mark.parametrize("entries", [["prediction"], ["=a"], ["a="], ["a=b", "a=c"]])
def test_bad_maps(entries):
    """A path, a field and one path a field are needed."""
    with pytest.raises(UsageError, match="--map"):
        parse_map(entries)


def test_pairs_are_split_at_one_equals_sign():
    """Names, or values, may hold others; the error has the option and the form."""
    assert parse_pairs(["a=b=1"], "--own", "NAME=VALUE") == {"a": "b=1"}
    assert parse_pairs(["a=b=1"], "--fail-under", "NAME=VALUE", at_last=True) == {"a=b": "1"}
    with pytest.raises(UsageError, match="^--own a: write NAME=VALUE, as in b=c$"):
        parse_pairs(["a"], "--own", "NAME=VALUE, as in b=c")
    with pytest.raises(UsageError, match="^--own a=2: 'a' is repeated; keep one$"):
        parse_pairs(["a=1", "a=2"], "--own", "NAME=VALUE")


def test_defaults():
    """Without options all systems take part, and no reader is named."""
    assert selection_of(None, None) == Selection()
    assert source_of(["a"], None, None, None).paths == ("a",)


def test_parts_with_references_are_told(cli, tmp_path):
    """A system of several files with -r has a notice on what they are joined with."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("x\n")
    said = "A: each of its 2 files is joined with the references from their beginning"
    assert said in cli("evaluate", "bleu", "A=a.txt", "A=b.txt", "-r", "a.txt").err
    assert "is joined" not in cli("evaluate", "bleu", "A=a.txt", "B=b.txt", "-r", "a.txt").err
