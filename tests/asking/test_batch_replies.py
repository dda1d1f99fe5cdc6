"""Lines of batch files, by provider and by how a request ended."""

import pytest

from sacreval.asking.batch_replies import batch_reply, in_order
from sacreval.asking.requests import Usage

TEXT = {"type": "text", "text": "4"}


def openai(response, error=None):
    """Read a line of OpenAI's or vLLM's."""
    return batch_reply({"custom_id": "a", "response": response, "error": error}, "f:1")


def anthropic(kind, **fields):
    """Read a line of Anthropic's."""
    return batch_reply({"custom_id": "a", "result": {"type": kind, **fields}}, "f:1")


@pytest.mark.parametrize(
    ("response", "error", "kind"),
    [
        ({"status_code": 400, "body": {"error": {"message": "long",
            "code": "context_length_exceeded"}}}, None, "context"),
        ({"status_code": 429, "body": None}, {"message": "slow"}, "limit"),
        ({"status_code": 500, "body": {}}, {"message": "oh"}, "server"),
        ({"status_code": 200, "body": None}, None, "server"),
        ({"status_code": 500, "body": 3}, {"message": "oh"}, "server"),
        ({"status_code": 200, "body": {"choices": []}}, None, "server"),
        ({"status_code": 200, "body": {"choices": [3]}}, None, "server"),
        ({"status_code": "?", "body": {"choices": []}}, None, "server"),
        (None, {"code": "batch_expired", "message": "too late"}, "timeout"),
        (None, {"code": "batch_cancelled", "message": "stopped"}, "other"),
        (None, "broken", "other"),
    ],
)  # fmt: skip
def test_failures_of_openai(response, error, kind):
    """What failed in a batch is a failure of its kind, to be asked again."""
    assert openai(response, error).error.kind == kind


def test_completion():
    """The body of a completion is read without its request."""
    reply = openai({"status_code": 200, "body": {"choices": [{"text": "4"}], "model": "m"}})
    assert (reply.text, reply.model, reply.error) == ("4", "m", None)


def test_anthropic():
    """Texts are joined, tokens counted with the cached ones, and the reason has OpenAI's name."""
    usage = {"input_tokens": 5, "output_tokens": 2, "cache_read_input_tokens": 90,
             "cache_creation_input_tokens": None}  # fmt: skip
    content = [{"type": "thinking", "thinking": "…"}, TEXT, {"type": "text", "text": "2"}]
    message = {"model": "c", "content": content, "stop_reason": "max_tokens", "usage": usage}
    reply = anthropic("succeeded", message=message)
    assert (reply.text, reply.model, reply.finish_reason) == ("42", "c", "length")
    assert reply.usage == Usage(prompt=95, reply=2, cached=90)


def test_refusal_of_anthropic():
    """A refusal is marked as one."""
    reply = anthropic("succeeded", message={"content": [], "stop_reason": "refusal"})
    assert (reply.text, reply.refusal, reply.error) == (None, "refusal", None)


@pytest.mark.parametrize(
    ("kind", "fields", "error"),
    [
        ("canceled", {}, "other"),
        ("expired", {}, "timeout"),
        ("errored", {"error": {"type": "error", "error": {"type": "invalid_request_error",
            "message": "prompt is too long: 9 tokens"}}}, "context"),
        ("errored", {"error": {"type": "overloaded_error", "message": "busy"}}, "server"),
        ("errored", {"error": {"type": "invalid_request_error", "message": "no"}}, "refused"),
        ("errored", {}, "refused"),
        ("succeeded", {}, "server"),
        ("succeeded", {"message": {"content": "text"}}, "server"),
    ],
)  # fmt: skip
def test_failures_of_anthropic(kind, fields, error):
    """Each end of a request in a batch has a kind of failure."""
    assert anthropic(kind, **fields).error.kind == error


def test_order_of_choices():
    """Choices are in the order of `index`; where one has none, in that of the file."""
    second, first = {"index": 1, "message": {}}, {"index": 0, "message": {}}
    assert in_order([second, first]) == [first, second]
    assert in_order([second, {"message": {}}]) == [second, {"message": {}}]
    assert in_order([second, second]) == [second, second]


def test_first_choice_and_errors():
    """The reply is the choice with index 0, and a line with an error and a body is a failure."""
    choices = [
        {"index": i, "message": {"role": "assistant", "content": text}}
        for i, text in ((1, "b"), (0, "a"))
    ]
    line = {"custom_id": "x", "response": {"status_code": 200, "body": {"choices": choices}}}
    assert batch_reply(line, "f:1").text == "a"
    failed = batch_reply({**line, "error": {"code": "batch_expired", "message": "late"}}, "f:1")
    assert (failed.text, failed.error.kind) == (None, "timeout")
