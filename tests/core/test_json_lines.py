"""Lines of JSON objects, with the place in each error."""

import msgspec
import pytest

from sacreval.asking.requests import Request
from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.errors import InputError

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
