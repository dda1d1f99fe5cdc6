"""Signatures: one line and back, also of earlier releases; lines of JSON."""

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.asking.requests import Request
from sacreval.core import signature
from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.errors import InputError, UsageError
from support.program import write_jsonl

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


OLD = 'rouge|types:["1","2","L"]|stemmer:false|split_summaries:false|multi_reference:best'


def test_a_signature_without_an_option_makes_the_default():
    """A signature without ROUGE's tokenizer makes the default metric, whose signature names it."""
    rouge = metrics.get("rouge")()
    assert from_signature(OLD) == rouge
    assert rouge.signature() == f"{OLD}|tokenize:rouge"


def test_a_baseline_without_an_option_is_one_of_the_default(cli, tmp_path):
    """A baseline without the option is held against a default run, and refused by any other."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a b", "references": ["a b c"]}])
    cli("evaluate", "rouge", "a.jsonl", "-o", "r.json", "-q")
    path = tmp_path / "r.json"
    text = path.read_text()
    assert "|tokenize:rouge" in text
    path.write_text(text.replace("|tokenize:rouge", ""))
    run = ("evaluate", "rouge", "a.jsonl", "--baseline", "r.json", "--max-drop", "rouge1_f1=0")
    assert cli(*run).code == 0
    done = cli(*run, "--tokenize", "intl")
    assert done.code == 2
    assert "rouge has tokenize rouge there, intl here" in done.err


DECODER = msgspec.json.Decoder(Request)


def problem(text):
    """Return the error of a line."""
    with pytest.raises(InputError) as raised:
        decode_line(Line("r.jsonl:7", text), DECODER, "request")
    assert str(raised.value).startswith("r.jsonl:7: ")
    assert len(str(raised.value)) < 480
    return str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b'{"id": "a", "repeats": 1}', "has the unknown field 'repeats'; did you mean 'repeat'?"),
        (b'{"id": "a", "messages": [{"role": "user", "content": "", "x": 1}]}', "'x'; remove it"),
        (b'{"id": "a", "text": "x"}', "these are replies; name the file that `sacreval ask` wrote"),
        (b'{"id": "a", "prediction": "x"}', "`sacreval ask` writes the requests of a judge"),
        (b'{"id": 7}', "`id` must be text, not a whole number; correct the request"),
        (b'{"id": "a", "kind": "talk"}', "`kind` cannot be 'talk'"),
        (b"[]", "each request must be an object, not a list"),
        (b'{"id": "a"', "this is not JSON"),
        (b"\x00", "this is not JSON"),
        (b'{"id": "\xff"}', "not UTF-8"),
        (b'{"id": "\\ud800"}', "half of a surrogate pair"),
        (b'{"params": {"x": ' + b"[" * 50_000, "this is not JSON"),
        (b'{"' + b"y" * 300_000 + b'": 1}', "unknown field 'yyy"),
    ],
)
def test_wrong_lines(text, words):
    """A wrong line is one sentence with its place, the reason and what to do."""
    assert words in problem(text)


def test_repeated_key(tmp_path):
    """A repeated key, of which decoders keep the last, is an error with its line."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": "a"}\n\n{"id": "a", "id": "b"}\n')
    with pytest.raises(InputError, match=r"r.jsonl:3: the key 'id' is repeated"):
        list(lines_of(str(path)))
