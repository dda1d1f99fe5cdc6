"""Files of replies, of models and of programs that score: each line survives."""

import gzip
import json
import math
import os
import stat
import sys

import pytest

from sacreval.asking.reply_file import (
    ReplyFile,
    ReplyMemory,
    ReplyMerger,
    answered_in,
    is_answer,
    read_replies,
    reply_line,
)
from sacreval.asking.requests import Failure, Reply, Usage
from sacreval.asking.score_replies import decoded
from sacreval.core.json_lines import LIMIT
from sacreval.core.record_parts import TokenLogprob
from sacreval.errors import InputError, UsageError
from sacreval.io.file_lock import lock
from support.asking import chats

FULL = Reply(
    id="a", text="é\n[[4]]", model="m", finish_reason="stop", refusal="no", logprob=-1.5,
    logprobs=(TokenLogprob("4", -0.1, {"4": -0.1, "5": -2.0}),), n_tokens=2,
    usage=Usage(prompt=3, reply=2, cached=1), attempts=2, seconds=0.25, host="127.0.0.1:1",
)  # fmt: skip

BROKEN = Reply(id="b", error=Failure("timeout", "too late"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "replies.jsonl"


def test_round_trip(path):
    """Replies are read as they were appended, over several runs; failures have no answer."""
    with ReplyFile(path) as file:
        file.add(FULL)
    with ReplyFile(path) as file:
        assert file.has("a")
        file.add(BROKEN)
        assert not file.has("b")
    with ReplyFile(path) as file:
        assert file.answered == answered_in(path) == {"a"}
        assert file.notice == ""
    assert list(read_replies(str(path))) == [FULL, BROKEN]


def test_filtered_replies_have_no_answer(path):
    """A reply that a content filter ended is no answer, in a file and in memory."""
    filtered = Reply(id="a", text="x", finish_reason="content_filter")
    with ReplyFile(path) as file:
        for store in (file, ReplyMemory()):
            store.add(filtered)
            assert not store.has("a")


def test_each_reply_is_in_the_file_at_once(path):
    """A reply is in the file before the next comes, so that a killed run loses none."""
    with ReplyFile(path) as file:
        for i in range(3):
            file.add(Reply(id=str(i), text="x"))
            assert path.read_bytes().count(b"\n") == i + 1


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_mode(path):
    """A new file is for its owner alone, whatever the umask."""
    before = os.umask(0)
    try:
        with ReplyFile(path) as file:
            file.add(FULL)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("cut", [1, 5, 20, -2])
def test_torn_line(path, cut):
    """A torn last line is removed with a notice; what is before it stays."""
    whole, torn = reply_line(FULL), reply_line(BROKEN)[:cut]
    path.write_bytes(whole + torn)
    assert answered_in(path) == {"a"}
    with ReplyFile(path) as file:
        assert (
            f"the incomplete last line of an earlier run is removed ({len(torn)} byte"
            in file.notice
        )
        file.add(BROKEN)
    assert path.read_bytes() == whole + reply_line(BROKEN)


@pytest.mark.parametrize("torn", [b'{"id":"ab', b"{", b"\0\0\0"])
def test_torn_only_line(path, torn):
    """The first line of a file may be torn, too; then nothing remains."""
    path.write_bytes(torn)
    with ReplyFile(path) as file:
        assert file.notice
    assert path.read_bytes() == b""


def test_line_without_its_end(path):
    """A last line that only lacks its line feed is kept."""
    path.write_bytes(reply_line(FULL)[:-1])
    with ReplyFile(path) as file:
        assert file.has("a")
        file.add(BROKEN)
    assert path.read_bytes() == reply_line(FULL) + reply_line(BROKEN)


@pytest.mark.parametrize(
    "content", [b"a letter", b'{"prediction": "a"}', b"a\nb", b'{"prediction": "a"}\n{"id":"x']
)
def test_files_of_others(path, content):
    """A file that holds anything else is refused and left as it is."""
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"replies.jsonl"):
        ReplyFile(path)
    assert path.read_bytes() == content


def test_nothing_remains_of_an_empty_run(path):
    """A new file without replies is removed; one that was there stays."""
    ReplyFile(path).close()
    assert not path.exists()
    path.touch()
    ReplyFile(path).close()
    assert path.exists()


def test_another_run(path):
    """A file that another run is using is refused, also after it was read meanwhile."""
    with ReplyFile(path) as file:
        file.add(FULL)
        assert list(read_replies(str(path))) == [FULL]
        with pytest.raises(UsageError, match="another run is using this file"):
            ReplyFile(path)
    ReplyFile(path).close()


def test_a_file_that_another_run_removes(path, monkeypatch):
    """A file that the end of another run removes while it is opened is not written to."""

    def ended_run(file, **options):
        path.unlink()
        return lock(file, **options)

    monkeypatch.setattr("sacreval.io.append_file.lock", ended_run)
    with pytest.raises(UsageError, match="another run is using this file"):
        ReplyFile(path)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none/x.jsonl", "there is no folder .*none; create it"),
        ("", "this is a folder"),
        ("x.jsonl.gz", "appended as plain lines; name a .jsonl"),
        ("pipe", "this is a device or a pipe"),
        ("/dev/null", "this is a device or a pipe"),
    ],
)
def test_files_that_cannot_be_written(tmp_path, name, words):
    """A place that cannot hold replies is refused in a sentence, without waiting."""
    if sys.platform == "win32" and name in ("pipe", "/dev/null"):
        pytest.skip("files of POSIX")
    if name == "pipe":
        os.mkfifo(tmp_path / name)
    with pytest.raises(UsageError, match=words):
        ReplyFile(tmp_path / name)


def test_compressed_replies_are_read(tmp_path):
    """Compressed files are read, though not written."""
    path = tmp_path / "r.jsonl.gz"
    path.write_bytes(gzip.compress(reply_line(FULL)))
    assert list(read_replies(str(path))) == [FULL]


def test_huge_reply(path, monkeypatch):
    """A reply that is too long for a line is a failure, so that the file can be read again."""
    monkeypatch.setattr(type(LIMIT), "bytes", property(lambda _limit: 300))
    with ReplyFile(path) as file:
        file.add(Reply(id="a", text="x" * 999, host="h"))
    (reply,) = read_replies(str(path))
    assert (reply.error.kind, reply.text, reply.host) == ("other", None, "h")


def test_memory():
    """Replies in memory have the same answers."""
    store = ReplyMemory()
    store.add(FULL)
    store.add(BROKEN)
    assert (store.has("a"), store.has("b"), store.has("c")) == (True, False, False)


GOOD = Reply(id="a", text="4", seconds=1.0)

MERGING_BROKEN = Reply(id="a", error=Failure("timeout"))


def test_what_counts():
    """Errors and filtered replies are no answers; refusals and empty texts are."""
    assert is_answer(GOOD)
    assert is_answer(Reply(id="a", refusal="no"))
    assert not is_answer(MERGING_BROKEN)
    assert not is_answer(Reply(id="a"))
    assert is_answer(Reply(id="a", finish_reason="length"))
    assert not is_answer(Reply(id="a", text="h", finish_reason="content_filter"))


@pytest.mark.parametrize(
    "order",
    [(MERGING_BROKEN, GOOD), (GOOD, MERGING_BROKEN), (MERGING_BROKEN, GOOD, GOOD, MERGING_BROKEN)],
)
def test_the_success_counts(order):
    """An answer counts, whatever failed before or after; it is counted once."""
    merger = ReplyMerger()
    assert [merger.add(reply, "f:1") for reply in order].count(True) == 1
    assert merger.answered == {"a"}
    assert list(merger.failures()) == []


def test_equal_answers():
    """Equal answers that took different times are one answer."""
    merger = ReplyMerger()
    assert merger.add(GOOD, "f:1")
    assert not merger.add(Reply(id="a", text="4", seconds=2.0), "f:2")


def test_two_answers():
    """Two different answers are an error with the second line."""
    merger = ReplyMerger()
    merger.add(GOOD, "f:1")
    with pytest.raises(InputError, match="f:2: a has another answer in an earlier line; keep one"):
        merger.add(Reply(id="a", text="5"), "f:2")


def test_last_failure():
    """Of several failures the last is kept."""
    merger = ReplyMerger()
    last = Reply(id="a", error=Failure("limit"))
    merger.add(MERGING_BROKEN, "f:1")
    merger.add(last, "f:2")
    assert list(merger.failures()) == [last]
    assert not merger.has("a")


BODY = {"model": "m", "choices": [{"message": {"content": "4"}, "finish_reason": "stop"}]}

FIRST, TWO, THREE, FOUR = chats(4)

MIXED = [
    {"id": "batch_req_1", "custom_id": TWO.id, "response": {"status_code": 200, "body": BODY},
     "error": None},
    {"id": "vllm-1", "custom_id": THREE.id, "response": BODY, "error": None},
    {"custom_id": FOUR.id, "result": {"type": "succeeded", "message": {
        "model": "c", "content": [{"type": "text", "text": "4"}], "stop_reason": "end_turn"}}},
]  # fmt: skip


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
    replies = read(path, *MIXED, Reply(id=FIRST.id, text="4"))
    assert {r.id: r.text for r in replies} == {r.id: "4" for r in (FIRST, TWO, THREE, FOUR)}
    assert {r.finish_reason for r in replies} == {None, "stop"}


def test_one_reply_for_each_request(path):
    """Each request has one reply: its answer, or after all answers its last failure."""
    lost = Reply(id="b", error=Failure("reset"))
    again = Reply(id="b", error=Failure("limit"))
    good, other = Reply(id="a", text="1"), Reply(id="c", text="2")
    failed = Reply(id="a", error=Failure("timeout"))
    assert read(path, failed, lost, good, again, other, good) == [good, other, again]


def test_two_answers_of_formats(path):
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


def test_decoded():
    """A number, several by name, and an error are replies; NaN is read as such."""
    assert decoded(b'{"id": "a", "score": 1}').score == 1
    assert decoded(b'{"score": true}').score is True
    assert decoded(b'{"id": "a", "score": null}').score is None
    assert decoded(b'{"id": "a", "scores": {"f": 0.5}}').scores == {"f": 0.5}
    assert decoded(b'{"id": "a", "error": "no"}').error == "no"
    assert math.isnan(decoded(b'{"id": "a", "score": NaN}').score)
    assert math.isinf(decoded(b'{"id": "a", "scores": {"f": 1e999}}').scores["f"])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"Loading",
        b"[]",
        b"0.5",
        b'{"id": "a"}',
        b'{"id": 3, "score": 1}',
        b'{"id": "a", "score": "1"}',
        b'{"id": "a", "score": [1]}',
        b'{"id": "a", "scores": [1]}',
        b'{"id": "a", "score": 1, "error": "no"}',
        b'{"id": "a", "score": 1, "scores": {"f": 1}}',
        b'{"id": "a", "value": 1}',
        b"\xff\xfe",
        b'{"id": "a", "score": NaN',
    ],
)
def test_no_reply(line):
    """Anything else is a ValueError."""
    with pytest.raises(ValueError, match="."):
        decoded(line)


@pytest.mark.parametrize("line", [b'{"score": 1, "score": 2}', b'{"score": NaN, "score": 2}'])
def test_repeated_keys(line):
    """A line that repeats a key is no reply."""
    with pytest.raises(ValueError, match="'score' is repeated"):
        decoded(line)
