"""Batch files that are written, and requests that their formats cannot hold."""

import json

import pytest

from sacreval.asking import request_file
from sacreval.asking.request_file import batch_lines, write_batch
from sacreval.asking.requests import Message, request
from sacreval.errors import UsageError
from support.asking import chats

HELLO = Message("user", "Hello")
ASKED = request(
    messages=(Message("system", "Be brief."), HELLO),
    params={"max_tokens": 5, "temperature": 0, "stop": "\n"},
)


def lines(*asked, form, model="m"):
    """Write requests, and decode the lines."""
    return [json.loads(x) for x in batch_lines(asked, form=form, model=model)]


def test_openai():
    """A line has the id, the method, the path and the body."""
    (found,) = lines(ASKED, form="openai-batch")
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
    assert found == {
        "custom_id": ASKED.id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "m", "messages": messages} | ASKED.params,
    }
    (found,) = lines(request(kind="completion", prompt="a"), form="openai-batch")
    assert found["url"] == "/v1/completions"


def test_anthropic():
    """The messages of the system are a field, and the parameters have Anthropic's names."""
    (found,) = lines(ASKED, form="anthropic-batch")
    assert found == {
        "custom_id": ASKED.id,
        "params": {
            "model": "m", "max_tokens": 5, "temperature": 0, "stop_sequences": ["\n"],
            "system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}],
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (request(kind="completion", prompt="a"), "chats only"),
        (request(messages=(HELLO,)), "`max_tokens` is needed"),
        (request(messages=(HELLO,), params={"seed": 1, "max_tokens": 1}), "no parameter 'seed'"),
        (request(messages=(HELLO, ASKED.messages[0]), params={"max_tokens": 1}), "before all"),
        (request(messages=ASKED.messages[:1], params={"max_tokens": 1}), "at least one"),
    ],
)
def test_what_anthropic_has_not(asked, words):
    """What Anthropic's format cannot hold is refused by name, not left out."""
    with pytest.raises(UsageError, match=words):
        lines(asked, form="anthropic-batch")


def test_limits(monkeypatch):
    """A batch that is larger than Anthropic takes is refused."""
    monkeypatch.setattr(request_file, "_ANTHROPIC", request_file._Limits(2, 256))
    assert len(lines(*chats(2), form="anthropic-batch")) == 2
    with pytest.raises(UsageError, match="at most 2 requests and 256 MB"):
        lines(*chats(3), form="anthropic-batch")


def test_one_path():
    """A file with chats and completions is refused: a batch goes to one path."""
    with pytest.raises(UsageError, match="write chats and completions to separate files"):
        lines(ASKED, request(kind="completion", prompt="a"), form="openai-batch")


def test_model():
    """The model is named in each line, so it must be known."""
    with pytest.raises(UsageError, match="give --model NAME"):
        lines(ASKED, form="openai-batch", model=" ")


def test_file(tmp_path):
    """Nothing remains of a batch file that cannot be written in full."""
    path = tmp_path / "b.jsonl"
    assert write_batch(chats(3), path, form="openai-batch", model="m") == 3
    assert path.read_bytes().count(b"\n") == 3
    path.unlink()
    with pytest.raises(UsageError):
        write_batch([*chats(1), request(kind="completion", prompt="a")], path,
                    form="anthropic-batch", model="m")  # fmt: skip
    assert list(tmp_path.iterdir()) == []
