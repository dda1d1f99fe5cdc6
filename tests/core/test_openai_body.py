"""Bodies of OpenAI-compatible servers: what is sent, and in which ways a response may be odd."""

import json
from datetime import date

import pytest

from sacreval.core.openai_body import (
    OWN,
    check_params,
    failure_of,
    parse_body,
    path_of,
    reply_to,
    request_body,
)
from sacreval.core.requests import Message, TokenLogprob, Usage, request
from sacreval.errors import UsageError

CHAT = request(
    messages=(Message("system", "Be brief."), Message("user", "Hello")), params={"max_tokens": 3}
)
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


def test_chat_body():
    """A chat's body has the model, the messages and the parameters, and nothing else."""
    assert path_of(CHAT) == "/chat/completions"
    assert request_body(CHAT, "m") == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello"},
        ],
        "max_tokens": 3,
    }


def test_completion_bodies():
    """A completion has its prompt; a log-likelihood echoes prompt and continuation."""
    assert path_of(COMPLETION) == path_of(LIKELIHOOD) == "/completions"
    assert request_body(COMPLETION, "m") == {"model": "m", "prompt": "Once"}
    found = request_body(LIKELIHOOD, "m")
    assert (found["prompt"], found["echo"], found["logprobs"]) == ("a b c d", True, 1)
    assert found["max_tokens"] == 1


@pytest.mark.parametrize("name", ["model", "messages", "prompt", "stream", "n", "echo"])
def test_parameters_that_would_change_what_is_asked(name):
    """A parameter that would replace the prompt, the model or the number of replies is refused."""
    with pytest.raises(UsageError, match=f"'{name}' is set by sacreval; remove it"):
        request_body(request(messages=CHAT.messages, params={name: 1}), "m")


def test_long_likelihood():
    """A log-likelihood generates at most one token."""
    asked = request(kind="loglikelihood", continuation="a", params={"max_tokens": 5})
    with pytest.raises(UsageError, match="is 0 or 1"):
        request_body(asked, "m")
    none = request(kind="loglikelihood", continuation="a", params={"max_tokens": 0})
    assert request_body(none, "m")["max_tokens"] == 0


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


@pytest.mark.parametrize("name", OWN)
def test_own_parameters_of_judges(name):
    """A judge that sets what sacreval sets is refused before requests are written."""
    with pytest.raises(UsageError, match=f"params: '{name}' is set by sacreval"):
        check_params({"temperature": 0, name: 1})


@pytest.mark.parametrize("value", [float("nan"), date(2020, 1, 1), b"a", {"a"}, [float("inf")]])
def test_parameters_that_are_no_json(value):
    """YAML has values that JSON does not have; they are refused, not changed."""
    check_params({"stop": ["a", None], "logit_bias": {"1": -1.5}, "seed": 1, "x": True})
    with pytest.raises(UsageError, match="params: 'x' has a value that JSON does not have"):
        check_params({"x": value})
