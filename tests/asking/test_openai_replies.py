"""Responses of OpenAI-compatible servers, and in which ways they may be odd."""

import json

import pytest

from sacreval.asking.openai_replies import failure_of, parse_body, reply_to
from sacreval.asking.requests import Message, Usage, request
from sacreval.core.record_parts import TokenLogprob

CHAT = request(messages=(Message("user", "Hello")), params={"max_tokens": 3})
COMPLETION = request(kind="completion", prompt="Once")
LIKELIHOOD = request(kind="loglikelihood", prompt="a b", continuation=" c d")
GOOD = {
    "model": "served",
    "choices": [{"message": {"role": "assistant", "content": "[[4]]"}, "finish_reason": "stop"}],
    "usage": {
        "prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 5},
    },
}  # fmt: skip


def answered(**choice):
    """Read a chat's response with one choice."""
    return reply_to(CHAT, {"choices": [choice]})


def test_chat_reply():
    """Text, model, finish reason and tokens are read, from bytes and from what was decoded."""
    for body in (GOOD, json.dumps(GOOD).encode()):
        found = reply_to(CHAT, body)
        assert (found.id, found.text, found.model) == (CHAT.id, "[[4]]", "served")
        assert (found.finish_reason, found.error) == ("stop", None)
        assert found.usage == Usage(prompt=9, reply=3, cached=5)


def test_refusal_and_empty_reply():
    """A refusal is kept apart from the text, and no text is no error."""
    refused = answered(message={"content": None, "refusal": "I cannot."}, finish_reason="stop")
    assert (refused.text, refused.refusal, refused.error) == (None, "I cannot.", None)
    spent = answered(message={"content": None}, finish_reason="length")
    assert (spent.text, spent.error, spent.finish_reason) == (None, None, "length")


def test_content_filter():
    """What a filter ended is a failure, which keeps the text that came."""
    found = answered(message={"content": "half"}, finish_reason="content_filter")
    assert (found.text, found.error.kind) == ("half", "filtered")


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"7", b"{}", b'{"choices": []}', b'{"choices": null}', b"<html>",
        b'{"choices": [{}]}', b'{"choices": [{"message": {"content": 7}}]}', b'{"choices": [7]}',
        b'{"choices": [{"message": {"content": "cut', b'{"a":' * 50_000,
        b'{"choices": [{"message": {"content": "a"}}], "usage": {"prompt_tokens": "9"}}',
        b'{"choices": [{"message": {"content": "a"}, "finish_reason": 3}]}',
        b'{"choices": [{"message": {"content": "a"}, "logprobs": {"content": [{"token": 1}]}}]}',
        (b'{"choices": [{"message": {"content": "a"}, "logprobs": {"content": ['
        b'{"token": "a", "logprob": NaN}]}}]}'),
        b'{"error": {"message": "overloaded"}}', b'{"error": "overloaded"}',
    ],
)  # fmt: skip
def test_bodies_that_are_no_response(body):
    """A body without a reply is a failure of the server, never an exception and never a text."""
    found = parse_body(body, "chat", id="x")
    assert (found.error.kind, found.text) == ("server", None)
    assert len(found.error.message) <= 300
    assert "\n" not in found.error.message


def test_bytes_that_are_not_utf8():
    """Bytes that are not UTF-8, and halves of surrogate pairs, come as U+FFFD."""
    body = b'{"choices": [{"message": {"content": "a\xff \\ud800 \\ud83d\\ude00"}}]}'
    assert reply_to(CHAT, body).text == "a� � \U0001f600"


def test_chat_logprobs():
    """Log-probabilities are read; tokens of one text share their probability."""
    top = [
        {"token": "4", "logprob": -1.0},
        {"token": "4", "logprob": -1.0},
        {"token": "5", "logprob": -2},
    ]
    token = {"token": "4", "logprob": -1.0, "bytes": [52], "top_logprobs": top}
    found = answered(message={"content": "4"}, logprobs={"content": [token]})
    (one,) = found.logprobs
    assert (one.token, one.logprob, one.top["5"]) == ("4", -1.0, -2.0)
    assert one.top["4"] == pytest.approx(-1 + 0.6931471805599453)


def test_both_layouts_of_completions():
    """Parallel lists and lists of objects give equal tokens."""
    lists = {"tokens": ["a"], "token_logprobs": [-0.5], "top_logprobs": [{"a": -0.5, "b": -1}]}
    objects = {
        "content": [
            {"token": "a", "logprob": -0.5,
             "top_logprobs": [{"token": "a", "logprob": -0.5}, {"token": "b", "logprob": -1}]}
        ]
    }  # fmt: skip
    for logprobs in (lists, objects):
        found = reply_to(COMPLETION, {"choices": [{"text": "a", "logprobs": logprobs}]})
        assert found.logprobs == (TokenLogprob("a", -0.5, {"a": -0.5, "b": -1.0}),)
        assert found.text == "a"


def test_a_probability_of_zero():
    """Minus infinity becomes -9999, which JSON can hold; lists of other lengths are a failure."""
    logprobs = b'{"tokens": ["a"], "token_logprobs": [-Infinity]}'
    body = b'{"choices": [{"text": "a", "logprobs": %b}]}' % logprobs
    assert reply_to(COMPLETION, body).logprobs[0].logprob == -9999.0
    short = {"tokens": ["a"], "token_logprobs": []}
    found = reply_to(COMPLETION, {"choices": [{"text": "a", "logprobs": short}]})
    assert found.error.kind == "server"


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, b'{"error": {"message": "bad key"}}', "auth"),
        (403, b"", "auth"),
        (408, b"", "timeout"),
        (429, b'{"error": {"message": "slow down"}}', "limit"),
        (500, b"<html>", "server"),
        (400, b'{"error": {"message": "no", "code": "context_length_exceeded"}}', "context"),
        (400, b'{"error": {"message": "no", "type": "exceed_context_size_error"}}', "context"),
        (400, b'{"error": {"message": "no", "code": "content_filter"}}', "filtered"),
        (400, b'{"detail": "wrong"}', "refused"),
        (302, b"", "other"),
        (0, b'{"message": "expired"}', "other"),
    ],
)
def test_kinds_of_failures(status, body, kind):
    """A status and the codes of an error give the kind of a failure, and one line of reason."""
    found = failure_of(status, body)
    assert found.kind == kind
    assert found.message


@pytest.mark.parametrize("ending", [b"", b"\xff"])
def test_repeated_keys(ending):
    """A body that repeats a key is no reply, where the last value would count."""
    body = b'{"choices":[{"message":{"content":"a","content":"b' + ending + b'"}}]}'
    found = parse_body(body, "chat", id="1")
    assert found.error.kind == "server"
    assert "the key 'content' is repeated" in found.error.message
