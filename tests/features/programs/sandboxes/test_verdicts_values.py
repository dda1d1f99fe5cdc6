"""Values of Python through JSON."""

import json
import math

import pytest

from sacreval.features.programs.sandboxes.child import plain
from sacreval.features.programs.sandboxes.verdicts import Other, decoded

VALUES = [
    None, True, 1, -(2**80), 0.1, -0.0, math.inf, 1 + 2j, "ä\n", b"\0\xff", [1, [2.0]], (1, (2,)),
    {1, 2}, frozenset("a"), {"a": (1,), (1, 2): {3}}, [], (), {}, [True, None],
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_round_trip(value):
    """A value and the types inside it come back as they were."""
    found = decoded(json.dumps(plain(value)).encode())
    assert found == value
    assert repr(found) == repr(value)


def test_not_a_number():
    """NaN stays NaN."""
    assert math.isnan(decoded(json.dumps(plain(math.nan)).encode()))


def test_others():
    """What is no plain data is known by its type, and equals nothing, not even itself."""
    found = decoded(json.dumps(plain(iter([]))).encode())
    assert found == Other("list_iterator") is False or found.kind == "list_iterator"
    assert found != found  # noqa: PLR0124
    assert len({found}) == 1


class Named(str):
    """A kind of text."""

    __slots__ = ()


def test_kinds_of_plain_types():
    """A subclass is read as the plain type."""
    assert decoded(json.dumps(plain(Named("x"))).encode()) == "x"


@pytest.mark.parametrize(
    "text", [b"", b"{}", b'{"a":1,"b":2}', b'{"no":1}', b'{"int":1}', b'{"float":"x"}',
             b'{"set":[[1]]}', b'{"complex":["1"]}', b'{"dict":[1]}', b"[" * 100_000]
)  # fmt: skip
def test_other_json(text):
    """JSON that is no value is an error."""
    with pytest.raises(ValueError):  # noqa: PT011 - the decoders' own words
        decoded(text)
