"""What options that verbs share mean."""

import pytest

from sacreval.cli.common_options import (
    notice,
    parse_map,
    parse_pairs,
    selection_of,
    source_of,
    write_notices,
)
from sacreval.core.results import Selection
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


def test_many_failures_are_counted(capsys):
    """The first ten failures are shown, then how many there are; names stay on one line."""
    write_notices(["a\nb"], [f"f.jsonl:{i}: no" for i in range(30)], quiet=False)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[0] == "sacreval: a\\nb"
    assert "30 records" in lines[-1]


def test_quiet(capsys):
    """--quiet hides notices, and never how many records failed."""
    write_notices(["notice"], ["failure"], quiet=True)
    assert capsys.readouterr().err.count("\n") == 1


def test_a_long_notice_is_cut(capsys):
    """A notice with a name of megabytes stays a sentence."""
    notice("x" * 10**6 + "; mend it")
    text = capsys.readouterr().err
    assert len(text) < 520
    assert text.endswith("; mend it\n")
