"""Bodies of the endpoint `responses`."""

from sacreval.asking.openai_body import as_chat, is_responses

TEXT = {"type": "message", "content": [{"type": "output_text", "text": "7"}]}


def body(*items, **more):
    """Return a body."""
    return {"model": "m", "status": "completed", "output": list(items), **more}


def test_texts():
    """The texts of messages are joined, and reasoning is left out."""
    found = body({"type": "reasoning", "summary": []}, TEXT, TEXT)
    assert is_responses(found)
    (choice,) = as_chat(found)["choices"]
    assert choice["message"] == {"content": "77", "refusal": None}
    assert choice["finish_reason"] == "stop"
    assert not is_responses({"choices": []})


def test_refusals_and_calls():
    """Refusals and calls of functions are those of a message."""
    refusal = {"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}
    call = {"type": "function_call", "name": "add", "arguments": "{}", "call_id": "1"}
    (choice,) = as_chat(body(refusal, call))["choices"]
    assert choice["message"]["refusal"] == "no"
    functions = [one["function"] for one in choice["message"]["tool_calls"]]
    assert functions == [{"name": "add", "arguments": "{}"}]


def test_ends():
    """Cut and filtered replies have the reasons of a chat; a failed one has no choices."""
    reasons = {"max_output_tokens": "length", "content_filter": "content_filter"}
    for stated, reason in reasons.items():
        found = body(TEXT, status="incomplete", incomplete_details={"reason": stated})
        assert as_chat(found)["choices"][0]["finish_reason"] == reason
    failed = as_chat(body(status="failed", error={"code": "server_error"}))
    assert failed == {"model": "m", "error": {"code": "server_error"}}
