"""The real server that tests ask."""

import json

import urllib3


def test_it_answers(tiny_server):
    """The server of the fixture answers a chat with as many tokens as were requested."""
    asked = {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 3}
    with urllib3.PoolManager() as pool:
        response = pool.request("POST", f"{tiny_server.url}/chat/completions", json=asked)
    reply = json.loads(response.data)
    assert reply["model"] == tiny_server.model
    assert reply["usage"]["completion_tokens"] == 3
