"""Chats sent to a server of the tests, with faults at will."""

from sacreval.asking.requests import Message, request
from sacreval.asking.runners._from_spec import runner_from_spec
from support.faulty_server import MODEL

QUICK = {"timeout": 1.0}


def chats(number, **params):
    """Create chats with different prompts."""
    return [request(messages=(Message("user", f"say {i}"),), params=params) for i in range(number)]


def ask(server, requests, **options):
    """Return the replies by the prompt of their request."""
    runner = runner_from_spec(f"openai:{MODEL}", base_url=server.url, **(QUICK | options))
    prompts = {r.id: r.messages[-1].content if r.messages else r.prompt for r in requests}
    replies = list(runner.replies(iter(requests)))
    assert sorted(reply.id for reply in replies) == sorted(prompts)
    return {prompts[reply.id]: reply for reply in replies}


def every(number, fault, *, only_first=True):
    """Do a fault at every n-th request; a prompt is hit once."""
    hit = set()

    def choose(count, body):
        prompt = str(body.get("messages", body.get("prompt")))
        if count % number or (only_first and prompt in hit):
            return None
        hit.add(prompt)
        return fault

    return choose
