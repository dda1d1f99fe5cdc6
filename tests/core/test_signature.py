"""Signatures: a name and options in one line, and back."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.core import signature
from sacreval.core.rebuild import from_signature
from sacreval.errors import UsageError

names = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
keys = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
values = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text(max_size=12),
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.text(max_size=4), max_size=3),
    st.sampled_from(["", "null", "true", "1", "1e3", "|a:b", "a|b:c", ":", '"', "13a", "[1]"]),
)  # fmt: skip


@given(names, st.dictionaries(keys, values, max_size=5))
def test_round_trip(name, options):
    """Reading what was written gives the same name and options, of the same types."""
    text = signature.write(name, options)
    assert "\n" not in text
    got_name, got = signature.read(text)
    assert got_name == name
    assert got == options
    assert [type(value) for value in got.values()] == [type(v) for v in options.values()]
    assert signature.write(got_name, got) == text


def test_plain():
    """Plain words stand bare; what could be taken for JSON stands in quotes."""
    options = {"a": "13a", "b": "true", "c": True, "d": None, "e": "", "f": ("1", "L"), "g": 0.1}
    assert signature.write("m", options) == (
        'm|a:13a|b:"true"|c:true|d:null|e:""|f:["1","L"]|g:0.1'
    )


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_exact(number):
    """Numbers come back to the last bit."""
    assert math.copysign(1, signature.read(signature.write("m", {"x": number}))[1]["x"]) == (
        math.copysign(1, number)
    )
    assert signature.read(signature.write("m", {"x": number}))[1]["x"] == number


def test_unknown_metric():
    """The signature of a metric that is not here is an error that names the nearest."""
    with pytest.raises(UsageError, match="There is no metric 'bluo'; did you mean 'bleu'"):
        from_signature("bluo|a:1")
