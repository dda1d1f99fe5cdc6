"""Replies of all formats in one file, and the lines that are none."""

import json

import pytest

from sacreval.asking.reply_file import read_replies, reply_line
from sacreval.asking.requests import Failure, Reply
from sacreval.errors import InputError
from support.asking import chats

BODY = {"model": "m", "choices": [{"message": {"content": "4"}, "finish_reason": "stop"}]}
ONE, TWO, THREE, FOUR = chats(4)
MIXED = [
    {"id": "batch_req_1", "custom_id": TWO.id, "response": {"status_code": 200, "body": BODY},
     "error": None},
    {"id": "vllm-1", "custom_id": THREE.id, "response": BODY, "error": None},
    {"custom_id": FOUR.id, "result": {"type": "succeeded", "message": {
        "model": "c", "content": [{"type": "text", "text": "4"}], "stop_reason": "end_turn"}}},
]  # fmt: skip


@pytest.fixture
def path(tmp_path):
    return tmp_path / "replies.jsonl"


def read(path, *lines):
    """Read lines: replies, objects, or bytes."""
    encoded = [
        x if isinstance(x, bytes)
        else reply_line(x) if isinstance(x, Reply)
        else json.dumps(x).encode() + b"\n"
        for x in lines
    ]  # fmt: skip
    path.write_bytes(b"".join(encoded))
    return list(read_replies(str(path)))


def test_all_formats(path):
    """Lines of all formats are known by their fields, in any order."""
    found = read(path, *MIXED, Reply(id=ONE.id, text="4"))
    assert {one.id: one.text for one in found} == {one.id: "4" for one in (ONE, TWO, THREE, FOUR)}
    assert {one.finish_reason for one in found} == {None, "stop"}


def test_one_reply_for_each_request(path):
    """Each request has one reply: its answer, or after all answers its last failure."""
    lost = Reply(id="b", error=Failure("reset"))
    again = Reply(id="b", error=Failure("limit"))
    good, other = Reply(id="a", text="1"), Reply(id="c", text="2")
    failed = Reply(id="a", error=Failure("timeout"))
    assert read(path, failed, lost, good, again, other, good) == [good, other, again]


def test_two_answers(path):
    """Different answers to one request are an error with the line, across formats."""
    with pytest.raises(InputError, match=":2: .* has another answer in an earlier line"):
        read(path, MIXED[0], Reply(id=TWO.id, text="5"))


@pytest.mark.parametrize(
    "line",
    [
        b"{}\n", b"[]\n", b"null\n", b'{"id": ""}\n', b'{"id": 7}\n', b'{"id": "a", "txt": "b"}\n',
        b'{"custom_id": 7, "response": {}}\n', b'{"custom_id": "a"}\n', b'{"id": "a"\n',
        b'{"custom_id": "a", "response": null, "error": null}\n', b"\xff\n", b"\0\0\n",
        b'{"custom_id": "a", "result": {"type": "dancing"}}\n', b'{"id": "a", "id": "b"}\n',
        b'{"custom_id": "a", "response": [], "error": {}}\n', b'{"a":' * 50_000 + b"\n",
        b'{"custom_id": "a", "result": "succeeded"}\n', b'{"id": "a", "text": "\\ud800"}\n',
    ],
)  # fmt: skip
def test_damaged_lines(path, line):
    """A line that is no reply is an error with its number, and one sentence."""
    with pytest.raises(InputError, match=r"replies.jsonl:2: ") as raised:
        read(path, Reply(id="x", text="1"), line)
    assert len(str(raised.value)) < 480 + len(str(path))
