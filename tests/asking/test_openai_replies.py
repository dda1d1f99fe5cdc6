"""OpenAI-compatible servers: bodies of requests, and the ways in which replies may be odd.

Also tests `openai_logprobs`.
"""

import json

import pytest

from sacreval.asking.openai_body import as_chat, check_params, is_responses, path_of, request_body
from sacreval.asking.openai_replies import failure_of, parse_body, readable_json, reply_to
from sacreval.asking.requests import Message, Usage, request
from sacreval.core.record_parts import TokenLogprob
from sacreval.errors import UsageError

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
        reply = reply_to(CHAT, body)
        assert (reply.id, reply.text, reply.model) == (CHAT.id, "[[4]]", "served")
        assert (reply.finish_reason, reply.error) == ("stop", None)
        assert reply.usage == Usage(prompt=9, reply=3, cached=5)


def test_refusal_and_empty_reply():
    """A refusal is kept apart from the text, and no text is no error."""
    refused = answered(message={"content": None, "refusal": "I cannot."}, finish_reason="stop")
    assert (refused.text, refused.refusal, refused.error) == (None, "I cannot.", None)
    spent = answered(message={"content": None}, finish_reason="length")
    assert (spent.text, spent.error, spent.finish_reason) == (None, None, "length")


def test_content_filter():
    """What a filter ended is a failure, which keeps the text that came."""
    reply = answered(message={"content": "half"}, finish_reason="content_filter")
    assert (reply.text, reply.error.kind) == ("half", "filtered")


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
    reply = parse_body(body, "chat", id="x")
    assert (reply.error.kind, reply.text) == ("server", None)
    assert len(reply.error.message) <= 300
    assert "\n" not in reply.error.message


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
    reply = answered(message={"content": "4"}, logprobs={"content": [token]})
    (logprob,) = reply.logprobs
    assert (logprob.token, logprob.logprob, logprob.top["5"]) == ("4", -1.0, -2.0)
    assert logprob.top["4"] == pytest.approx(-1 + 0.6931471805599453)


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
        reply = reply_to(COMPLETION, {"choices": [{"text": "a", "logprobs": logprobs}]})
        assert reply.logprobs == (TokenLogprob("a", -0.5, {"a": -0.5, "b": -1.0}),)
        assert reply.text == "a"


def test_a_probability_of_zero():
    """Minus infinity becomes -9999, which JSON can hold; lists of other lengths are a failure."""
    logprobs = b'{"tokens": ["a"], "token_logprobs": [-Infinity]}'
    body = b'{"choices": [{"text": "a", "logprobs": %b}]}' % logprobs
    assert reply_to(COMPLETION, body).logprobs[0].logprob == -9999.0
    short = {"tokens": ["a"], "token_logprobs": []}
    reply = reply_to(COMPLETION, {"choices": [{"text": "a", "logprobs": short}]})
    assert reply.error.kind == "server"


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
    failure = failure_of(status, body)
    assert failure.kind == kind
    assert failure.message


@pytest.mark.parametrize("ending", [b"", b"\xff"])
def test_repeated_keys(ending):
    """A body that repeats a key is no reply, where the last value would count."""
    body = b'{"choices":[{"message":{"content":"a","content":"b' + ending + b'"}}]}'
    reply = parse_body(body, "chat", id="1")
    assert reply.error.kind == "server"
    assert "the key 'content' is repeated" in reply.error.message


def test_wrong_characters():
    """Wrong bytes, marks and halves of pairs are read; texts are valid Unicode afterwards."""
    assert readable_json(b'\xef\xbb\xbf{"\\ud800": ["\\udc00", "\xff", "\\ud83d\\ude00"]}') == {
        "�": ["�", "�", "\U0001f600"]
    }


def test_long_numbers():
    """A number of thousands of digits is read, as infinite."""
    assert readable_json(b"9" * 9999) == float("inf")


def test_no_json():
    """What is no JSON is a ValueError."""
    with pytest.raises(ValueError, match="Expecting"):
        readable_json(b"<html>")


BODY_CHAT = request(
    messages=(Message("system", "Be brief."), Message("user", "Hello")), params={"max_tokens": 3}
)


def test_chat_body():
    """A chat's body has the model, the messages and the parameters, and nothing else."""
    assert path_of(BODY_CHAT) == "/chat/completions"
    assert request_body(BODY_CHAT, "m") == {
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
    body = request_body(LIKELIHOOD, "m")
    assert (body["prompt"], body["echo"], body["logprobs"]) == ("a b c d", True, 1)
    assert body["max_tokens"] == 1


@pytest.mark.parametrize("name", ["model", "messages", "prompt", "stream", "n", "echo"])
def test_parameters_that_would_change_what_is_asked(name):
    """A parameter that would replace the prompt, the model or the number of replies is refused."""
    with pytest.raises(UsageError, match=f"'{name}' is set by sacreval; remove it"):
        request_body(request(messages=BODY_CHAT.messages, params={name: 1}), "m")


def test_long_likelihood():
    """A log-likelihood generates at most one token."""
    asked = request(kind="loglikelihood", continuation="a", params={"max_tokens": 5})
    with pytest.raises(UsageError, match="is 0 or 1"):
        request_body(asked, "m")
    none = request(kind="loglikelihood", continuation="a", params={"max_tokens": 0})
    assert request_body(none, "m")["max_tokens"] == 0


TEXT = {"type": "message", "content": [{"type": "output_text", "text": "7"}]}


def body(*items, **more):
    """Return a body."""
    return {"model": "m", "status": "completed", "output": list(items), **more}


def test_texts():
    """The texts of messages are joined, and reasoning is left out."""
    response = body({"type": "reasoning", "summary": []}, TEXT, TEXT)
    assert is_responses(response)
    (choice,) = as_chat(response)["choices"]
    assert choice["message"] == {"content": "77", "refusal": None}
    assert choice["finish_reason"] == "stop"
    assert not is_responses({"choices": []})


def test_refusals_and_calls():
    """Refusals and calls of functions are those of a message."""
    refusal = {"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}
    call = {"type": "function_call", "name": "add", "arguments": "{}", "call_id": "1"}
    (choice,) = as_chat(body(refusal, call))["choices"]
    assert choice["message"]["refusal"] == "no"
    functions = [call["function"] for call in choice["message"]["tool_calls"]]
    assert functions == [{"name": "add", "arguments": "{}"}]


def test_ends():
    """Cut and filtered replies have the reasons of a chat; a failed one has no choices."""
    reasons = {"max_output_tokens": "length", "content_filter": "content_filter"}
    for stated, reason in reasons.items():
        response = body(TEXT, status="incomplete", incomplete_details={"reason": stated})
        assert as_chat(response)["choices"][0]["finish_reason"] == reason
    failed = as_chat(body(status="failed", error={"code": "server_error"}))
    assert failed == {"model": "m", "error": {"code": "server_error"}}


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"temperature": 0, "max_tokens": 1, "seed": 1, "top_p": 0.9, "stop": ["\n"]},
        {"top_a": 0.1, "chat_template_kwargs": {"enable_thinking": False}, "cache_prompt": True},
        {"temperature": 1.5, "logprobs": True, "top_logprobs": 5},
        {"temperature": 10**400},
    ],
)
def test_parameters_of_servers(params):
    """Parameters of OpenAI's API pass, and so do those that only some servers have."""
    check_params(params)


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"temprature": 0}, "no parameter 'temprature'; did you mean 'temperature'"),
        ({"max_token": 5}, "did you mean 'max_tokens'"),
        ({"Temperature": 0}, "did you mean 'temperature'"),
        ({"n": 3}, "'n' is set by sacreval; remove it, and give `repeats`"),
        ({"model": "m"}, "'model' is set by sacreval"),
        ({"max_tokens": -1}, "max_tokens is a whole number above 0"),
        ({"max_tokens": True}, "max_tokens is a whole number above 0"),
        ({"max_tokens": 1.5}, "max_tokens is a whole number above 0"),
        ({"temperature": -1}, "temperature is a number of 0 or above"),
        ({"temperature": "hot"}, "temperature is a number of 0 or above"),
        ({"temperature": float("nan")}, "a value that JSON does not have"),
    ],
)
def test_wrong_parameters(params, sentence):
    """What a server would ignore or misread is refused before anything is asked."""
    with pytest.raises(UsageError) as error:
        check_params(params)
    assert sentence in str(error.value)


ASKED = request(kind="loglikelihood", prompt="a b", continuation=" c d")


def likelihood(tokens, logprobs, *, asked=ASKED, text=None, offsets=None):
    """Read the response that echoes these tokens."""
    columns = {"tokens": tokens, "token_logprobs": logprobs, "text_offset": offsets}
    echoed = asked.prompt + asked.continuation if text is None else text
    return reply_to(asked, {"choices": [{"text": echoed, "logprobs": columns}]})


@pytest.mark.parametrize(
    ("tokens", "logprobs", "offsets"),
    [
        (["a", " b", " c", " d"], [None, -1, -2, -3], [0, 1, 3, 5]),
        (["a", " b", " c", " d", " e"], [None, -1, -2, -3, -9], [0, 1, 3, 5, 7]),
        (["<s>", "a", " b", " c", " d", " e"], [None, -4, -1, -2, -3, -9], [0, 3, 4, 6, 8, 10]),
        (["<s>", "a", " b", " c", " d", " e"], [None, -4, -1, -2, -3, -9], None),
        (["a", " b", " c", " d", " e"], [None, -1, -2, -3, -9], None),
    ],
)
def test_sum_of_the_continuation(tokens, logprobs, offsets):
    """The tokens of the continuation alone count, with and without a mark of the beginning."""
    reply = likelihood(tokens, logprobs, offsets=offsets, text="a b c d e")
    assert (reply.logprob, reply.n_tokens, reply.error) == (-5.0, 2, None)
    assert reply.text is None


def test_whole_text():
    """Without a prompt the first token, which has no log-probability, is left out."""
    asked = request(kind="loglikelihood", continuation="a b")
    assert likelihood(["a", " b"], [None, -1.5], asked=asked).logprob == -1.5
    reply = likelihood(["<s>", "a", " b"], [None, -2, -1.5], asked=asked)
    assert (reply.logprob, reply.n_tokens) == (-3.5, 2)


@pytest.mark.parametrize(
    ("tokens", "logprobs", "text"),
    [([" e"], [-1.0], " e"), ([], [], ""), (["a", " b", " c", " d"], [None, -1, None, -3], None)],
)
def test_servers_without_echo(tokens, logprobs, text):
    """A server that does not give log-probabilities of the prompt is never summed."""
    reply = likelihood(tokens, logprobs, text=text)
    assert (reply.error.kind, reply.logprob) == ("other", None)
    assert "gives no log-probabilities of the prompt" in reply.error.message
    none = reply_to(ASKED, {"choices": [{"text": "a b c d"}]})
    assert none.error.kind == "other"


def test_token_over_the_border():
    """A token that is partly prompt has no part for the continuation alone."""
    reply = likelihood(["a", " b c", " d"], [None, -1, -2])
    assert (reply.error.kind, reply.logprob) == ("other", None)
    assert "extends over the end of the prompt" in reply.error.message
