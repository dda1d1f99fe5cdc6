"""Errors of keys and words in judge files."""

import msgspec
import pytest

from sacreval.metrics.judges._definition import Definition
from sacreval.metrics.judges._key_errors import key_error
from support.judges import PREFERENCE, QUALITY, SUPPORT


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({**QUALITY, "scales": 1}, "there is no key 'scales'; did you mean 'scale'?"),
        (
            {**QUALITY, "scale": {"type": "number", "minn": 1, "max": 5}},
            "there is no key 'minn'; did you mean 'min'?",
        ),
        (
            {**QUALITY, "parse": [{"pattern": "x", "pik": "last"}]},
            "there is no key 'pik'; did you mean 'pick'?",
        ),
        (
            {**QUALITY, "parse": [{"json": {"shema": {"a": "any"}}}]},
            "there is no key 'shema'; did you mean 'schema'?",
        ),
        (
            {**SUPPORT, "steps": [{**SUPPORT["steps"][0], "eech": "x"}]},
            "there is no key 'eech'; did you mean 'each'?",
        ),
        ({**QUALITY, "fold": "sum"}, "`fold` cannot be 'sum'; write mean, median or majority"),
        ({**PREFERENCE, "pair": {"order": "bth"}}, "`pair.order` cannot be 'bth'; write both or"),
        (
            {**QUALITY, "parse": [{"pattern": "x", "pick": "second"}]},
            "`parse[0].pick` cannot be 'second'; write last, first or only",
        ),
        (
            {**QUALITY, "scale": {"type": "numbers"}},
            "cannot be 'numbers'; write number, choices, checklist, list or mqm",
        ),
        ({**QUALITY, "messages": [{"role": "usr", "content": "x"}]}, "cannot be 'usr'; write "),
        ({**QUALITY, "repeats": "x"}, "`repeats` must be a whole number, not text"),
    ],
)
def test_what_would_be_valid(values, sentence):
    """An unknown key or word is answered with those of its place."""
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(values, Definition)
    assert sentence in key_error(error.value)
