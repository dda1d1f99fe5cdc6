"""Files of requests: what is written is read, and what is wrong has its line."""

import gzip

import pytest

from sacreval.asking.request_file import read_requests, request_line, write_requests
from sacreval.asking.requests import Place, request
from sacreval.errors import InputError
from support.asking import chats
from support.program import write_jsonl

PLACE = Place(instance_id="1", system_id="a", ask="j", variant="ab")
ALL = [
    *chats(2, temperature=0.5, stop=["\n"]),
    request(kind="completion", prompt="Ünïcode\u2028", places=(PLACE,)),
    request(kind="loglikelihood", prompt="", continuation=" b", repeat=3),
]


@pytest.mark.parametrize("name", ["r.jsonl", "r.jsonl.gz"])
def test_round_trip(tmp_path, name):
    """Requests of all kinds are read as they were written, also compressed."""
    path = tmp_path / "r.jsonl"
    assert write_requests(ALL, path) == 4
    if name.endswith(".gz"):
        (tmp_path / name).write_bytes(gzip.compress(path.read_bytes()))
    assert list(read_requests(str(tmp_path / name))) == ALL


def test_places_are_named_for():
    """The places of a request are the field `for`, and empty fields are left out."""
    line = request_line(ALL[2])
    assert b'"for":[{"instance_id":"1","system_id":"a","ask":"j","variant":"ab"}]' in line
    assert b"messages" not in line


def problem(tmp_path, *records):
    path = write_jsonl(tmp_path / "r.jsonl", records)
    with pytest.raises(InputError) as raised:
        list(read_requests(str(path)))
    return str(raised.value).removeprefix(f"{path}:")


def test_repeated_id(tmp_path):
    """A request that is there twice is an error with the second line."""
    path = tmp_path / "r.jsonl"
    path.write_bytes(request_line(ALL[0]) * 2)
    with pytest.raises(InputError, match=rf":2: the id {ALL[0].id} is repeated; keep one"):
        list(read_requests(str(path)))


def test_wrong_id(tmp_path):
    """An id that is not the hash of the fields is an error that names the right one."""
    text = request_line(ALL[0]).replace(b"question 0", b"question 9")
    path = tmp_path / "r.jsonl"
    path.write_bytes(text)
    right = chats(10, temperature=0.5, stop=["\n"])[9].id
    with pytest.raises(InputError, match=f":1: the id '{ALL[0].id}' is not .* which is {right}"):
        list(read_requests(str(path)))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "1: `messages` is missing or empty"),
        ({"kind": "completion"}, "1: `prompt` is missing or empty"),
        ({"kind": "loglikelihood", "prompt": "a"}, "1: `continuation` is missing or empty"),
        ({"kind": "completion", "prompt": "a", "continuation": "b"}, "has no `continuation`"),
        ({"kind": "chat", "prompt": "a"}, "has no `prompt`; remove it"),
    ],
)
def test_fields_of_another_kind(tmp_path, fields, words):
    """The fields of a request fit its kind."""
    assert words in problem(tmp_path, {"id": "a"} | fields)
