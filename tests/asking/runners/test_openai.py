"""`openai:`: every request has one reply, whatever the server does, one or many at once."""

import json
import socket
import sys
import threading
import time
import warnings

import pytest

from sacreval.asking.http.gate import RequestLimiter
from sacreval.asking.requests import Failure, Message, request
from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import NotSetUpError, ResultWarning, UsageError
from support.chats import ask, chats, every
from support.faulty_server import MODEL
from support.program import ends
from support.sizes import long

pytestmark = pytest.mark.usefixtures("short_waits")

WAITS = ("hang", "drip", "drip_head")  # faults that only a limit of time ends


def test_chat(faulty_server):
    """A reply has the text, the server's model, the usage, the host and one attempt."""
    (reply,) = ask(faulty_server, chats(1, temperature=0)).values()
    assert (reply.text, reply.model, reply.finish_reason) == ("SAY 0", MODEL, "stop")
    assert (reply.usage.prompt, reply.usage.reply, reply.attempts) == (5, 3, 1)
    assert reply.host == faulty_server.url.split("/")[2]
    assert faulty_server.bodies == [
        {"model": MODEL, "messages": [{"role": "user", "content": "say 0"}], "temperature": 0}
    ]
    assert faulty_server.keys == [None]


@pytest.mark.parametrize("fault", ["reset", "cut", "limit", "words", *map(long, WAITS)])
def test_tried_again(faulty_server, fault):
    """After a fault that may pass, a request is sent again; each has one reply, counted right."""
    faulty_server.fault = every(8, fault)
    replies = ask(faulty_server, chats(24), timeout=0.4 if fault in WAITS else 60)
    assert {prompt: reply.text for prompt, reply in replies.items()} == {
        f"say {i}": f"SAY {i}" for i in range(24)
    }
    assert set(faulty_server.replied.values()) == {1}
    assert faulty_server.faults[fault] > 0
    assert sum(reply.attempts for reply in replies.values()) == len(faulty_server.bodies)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503])
def test_statuses_tried_again(faulty_server, status):
    """Statuses that may pass are tried again."""
    faulty_server.status = status
    faulty_server.fault = every(4, "refuse")
    replies = ask(faulty_server, chats(8))
    assert all(reply.error is None for reply in replies.values())
    assert len(faulty_server.bodies) == 8 + faulty_server.faults["refuse"]


@pytest.mark.parametrize(
    ("fault", "kind", "said"),
    [
        ("reset", "reset", ""),
        long("hang", "timeout", "no whole reply within 0.2 s"),
        ("words", "server", "cannot be read"),
        ("limit", "limit", "too many"),
    ],
)
def test_bounded(faulty_server, fault, kind, said):
    """Attempts are bounded; what remains is a reply with an error."""
    faulty_server.fault = lambda *_: fault
    (reply,) = ask(faulty_server, chats(1), tries=3, timeout=0.2 if fault in WAITS else 60).values()
    assert reply.error.kind == kind
    assert said in reply.error.message
    assert (reply.attempts, len(faulty_server.bodies)) == (3, 3)


@pytest.mark.parametrize(
    ("fault", "kind", "said"),
    [
        ("context", "context", "too long"),
        ("huge", "server", "more than 33,554,432 bytes"),
        long("bomb", "server", "more than 33,554,432 bytes"),
    ],
)
def test_not_tried_again(faulty_server, fault, kind, said):
    """What would fail again is not sent again, and the other requests go on."""
    faulty_server.fault = every(4, fault)
    replies = ask(faulty_server, chats(8), timeout=60.0)
    failed = [reply for reply in replies.values() if reply.error]
    assert [reply.error.kind for reply in failed] == [kind] * faulty_server.faults[fault]
    assert all(said in reply.error.message for reply in failed)
    assert len(faulty_server.bodies) == 8


def test_compressed(faulty_server):
    """A compressed reply is read, though it was not asked for."""
    faulty_server.fault = lambda *_: "gzip"
    assert ask(faulty_server, chats(1))["say 0"].text == "SAY 0"


def test_not_utf_8(faulty_server):
    """A byte that is no UTF-8 is U+FFFD in the reply."""
    faulty_server.fault = lambda *_: "bytes"
    assert ask(faulty_server, chats(1))["say 0"].text == "�SAY 0"


@pytest.mark.parametrize(
    ("status", "said"),
    [(401, "check the key"), (403, "check the key"), (404, "check --base-url")],
)
def test_no_request_can_succeed(faulty_server, status, said):
    """A wrong key or address ends the run at once, in a sentence."""
    faulty_server.status, faulty_server.fault = status, lambda *_: "refuse"
    with pytest.raises(UsageError, match=f"answers {status}: .*{said}"):
        ask(faulty_server, chats(100))
    assert len(faulty_server.bodies) <= 16


def test_redirects_are_not_followed(faulty_server):
    """A redirect is an error that names the place."""
    faulty_server.fault = lambda *_: "redirect"
    with pytest.raises(UsageError, match="redirects to http://127.0.0.1.*/elsewhere"):
        ask(faulty_server, chats(1))
    assert faulty_server.paths == ["/v1/chat/completions"]


def test_unreachable():
    """A server that is not there is one sentence, after two attempts."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # a port at which nobody listens
        address = f"127.0.0.1:{held.getsockname()[1]}"
        runner = runner_from_spec("openai:m", base_url=f"http://{address}/v1")
        with pytest.raises(UsageError, match=rf"No server answers at {address} .*start it"):
            list(runner.replies(chats(3)))


def test_what_came_is_kept_before_an_error(faulty_server):
    """Replies that came before an error are yielded before it is raised."""
    faulty_server.status = 401
    faulty_server.fault = lambda number, _: "refuse" if number == 20 else None
    replies = runner_from_spec(
        f"openai:{MODEL}", base_url=faulty_server.url, connections=1
    ).replies(chats(40))
    received = [next(replies) for _ in range(20)]
    assert {reply.text for reply in received} == {f"SAY {i}" for i in range(20)}
    with pytest.raises(UsageError, match="answers 401"):
        next(replies)


@pytest.mark.long
def test_what_came_is_kept_before_an_interrupt(faulty_server):
    """Replies that came before an interrupt are yielded before it goes on."""
    runner = runner_from_spec(f"openai:{MODEL}", base_url=faulty_server.url, connections=1)

    def requests():
        yield from chats(2)
        while sum(faulty_server.replied.values()) < 2:
            time.sleep(0.01)
        time.sleep(0.2)
        raise KeyboardInterrupt

    replies = runner.replies(requests())
    assert {next(replies).text, next(replies).text} == {"SAY 0", "SAY 1"}
    with pytest.raises(KeyboardInterrupt):
        next(replies)


def test_another_model(faulty_server):
    """A reply of another model is noticed once, and refused by --strict-model."""
    faulty_server.fault = lambda *_: "other"
    with pytest.warns(ResultWarning, match="replies name 'another'") as seen:
        replies = ask(faulty_server, chats(5))
    assert len(seen) == 1
    assert {reply.model for reply in replies.values()} == {"another"}
    with pytest.raises(UsageError, match="--strict-model"):
        ask(faulty_server, chats(5), strict_model=True)


def test_missing_log_probabilities(faulty_server):
    """Log-probabilities that were requested and did not come are noticed once."""
    with pytest.warns(ResultWarning, match="returns no log-probabilities") as seen:
        ask(faulty_server, chats(5, logprobs=True))
    assert len(seen) == 1


def test_interim_responses(faulty_server):
    """A reply that follows an interim response is never that to the next request."""
    faulty_server.fault = lambda number, _: "interim" if number == 0 else None
    replies = ask(faulty_server, chats(3), connections=1)
    assert {prompt: reply.text for prompt, reply in replies.items()} == {
        f"say {i}": f"SAY {i}" for i in range(3)
    }


def test_the_quota_is_used_up(faulty_server):
    """A quota that is used up ends the run, since waiting does not help."""
    faulty_server.status = 429
    faulty_server.fault = lambda *_: "quota"
    with pytest.raises(UsageError, match="answers 429: pay first; check the account's quota"):
        ask(faulty_server, chats(1))


def test_no_log_probabilities_of_prompts(faulty_server):
    """A server without log-probabilities of prompts is refused before any log-likelihood."""
    asked = [request(kind="loglikelihood", prompt="a", continuation=" b")]
    with pytest.raises(UsageError, match="does not return log-probabilities of a prompt"):
        ask(faulty_server, asked)
    assert [body["prompt"] for body in faulty_server.bodies] == ["One, two, three, four"]


def test_completion(faulty_server):
    """A completion is asked at its own path."""
    replies = ask(faulty_server, [request(kind="completion", prompt="go on")])
    assert replies["go on"].text == "GO ON"
    assert faulty_server.paths == ["/v1/completions"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"connections": 0}, "from 1 to 1024"),
        ({"connections": 5000}, "from 1 to 1024"),
        ({"tries": 0}, "1 or more"),
        ({"timeout": 0.0}, "from above 0 to"),
        ({"timeout": 1e300}, "from above 0 to"),
        ({"timeout": float("nan")}, "from above 0 to"),
        ({"base_url": "nowhere"}, "not an address"),
    ],
)
def test_bad_options(options, said):
    """Wrong options are a sentence."""
    with pytest.raises(UsageError, match=said):
        runner_from_spec("openai:m", **options)


SECRET = "sk-very-secret-0123456789"  # noqa: S105 - made up


def test_the_key_is_sent_and_never_shown(faulty_server, monkeypatch):
    """The key of --key-env is sent; in replies and errors it is replaced by ***."""
    monkeypatch.setenv("MY_KEY", SECRET)
    faulty_server.fault = lambda *_: "shows"
    (reply,) = ask(faulty_server, chats(1), key_env="MY_KEY").values()
    assert faulty_server.keys == [f"Bearer {SECRET}"]
    assert reply.text == "it is Bearer ***"
    faulty_server.fault, faulty_server.status = (lambda *_: "refuse"), 400
    (reply,) = ask(faulty_server, chats(1), key_env="MY_KEY").values()
    assert reply.error.message == "refused, with Bearer ***"
    faulty_server.status = 401
    with pytest.raises(UsageError, match=r"Bearer \*\*\*;") as error:
        ask(faulty_server, chats(1), key_env="MY_KEY")
    assert SECRET not in str(error.value)


def test_the_key_of_openai_is_for_openai(faulty_server, monkeypatch):
    """OPENAI_API_KEY is not sent to another host."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    ask(faulty_server, chats(1))
    assert faulty_server.keys == [None]


def test_the_key_is_missing(monkeypatch):
    """Without the key nothing is sent; the sentence names the variable."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(NotSetUpError, match=r"api\.openai\.com needs a key.*OPENAI_API_KEY"):
        list(runner_from_spec("openai:m").replies(chats(1)))


def test_proxies_are_not_used(faulty_server, monkeypatch):
    """Proxies of the environment are not used, so that only the named host sees texts and keys."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert ask(faulty_server, chats(1))["say 0"].text == "SAY 0"


@pytest.mark.long
def test_a_real_server(tiny_server):
    """llama.cpp's server answers chats and completions; no notice, since the model is right."""
    asked = [
        *chats(5, max_tokens=4, temperature=0, seed=1),
        request(kind="completion", prompt="Once", params={"max_tokens": 5}),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
        replies = {reply.id: reply for reply in runner.replies(asked)}
    assert [replies[request.id].usage.reply for request in asked] == [4, 4, 4, 4, 4, 5]
    assert {reply.finish_reason for reply in replies.values()} == {"length"}


def test_a_real_server_with_schema(tiny_server):
    """A JSON schema is obeyed, so that a verdict can be read from noise."""
    schema = {
        "type": "object",
        "properties": {"score": {"type": "integer", "minimum": 1, "maximum": 5}},
        "required": ["score"],
        "additionalProperties": False,
    }
    shape = {"type": "json_schema", "json_schema": {"name": "verdict", "schema": schema}}
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    (reply,) = runner.replies(chats(1, response_format=shape, max_tokens=400, seed=3))
    assert json.loads(reply.text)["score"] in range(1, 6)


def test_a_real_server_with_log_probabilities(tiny_server):
    """Log-probabilities come with each token of the reply, the most probable first."""
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    (reply,) = runner.replies(chats(1, logprobs=True, top_logprobs=5, max_tokens=3, seed=1))
    assert 1 <= len(reply.logprobs) <= 3  # bytes of one character come as one token
    assert all(token.logprob < 0 and token.top for token in reply.logprobs)


def test_a_real_server_and_too_long_a_prompt(tiny_server):
    """A prompt that is longer than the model's context fails as such, and is not sent again."""
    asked = [request(messages=(Message("user", "long " * tiny_server.context),))]
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    (reply,) = runner.replies(asked)
    assert (reply.error.kind, reply.attempts) == ("context", 1)


def test_a_real_server_without_log_probabilities_of_prompts(tiny_server):
    """llama.cpp ignores `echo`, which the probe finds before anything is asked."""
    asked = [request(kind="loglikelihood", prompt="a", continuation=" b")]
    runner = runner_from_spec(f"openai:{tiny_server.model}", base_url=tiny_server.url)
    with pytest.raises(UsageError, match="does not return log-probabilities"):
        list(runner.replies(asked))


MIX = ("reset", "cut", "hang", "drip", "words", "refuse", "context", "gzip", "limit")


@pytest.mark.long
def test_all_at_once(faulty_server):
    """Of 450 requests with nine kinds of faults each has one reply; counts are the server's."""
    chosen = {f"say {i}": MIX[i // 50] for i in range(0, 450, 10)}

    def fault(_, body):
        return chosen.pop(body["messages"][-1]["content"], None)

    faulty_server.fault = fault
    replies = ask(faulty_server, chats(450), connections=16, timeout=0.5)
    failed = {prompt for prompt, reply in replies.items() if reply.error}
    assert len(failed) == faulty_server.faults["context"] == 5
    assert all(reply.text == prompt.upper() for prompt, reply in replies.items() if not reply.error)
    assert faulty_server.replied == {prompt: 1 for prompt in replies if prompt not in failed}
    assert sum(reply.attempts for reply in replies.values()) == len(faulty_server.bodies)


@pytest.mark.long
def test_one_gate(faulty_server, monkeypatch):
    """A 429 closes the gate of all connections, for as long as the server says."""
    closed = []

    def limited(gate, begun, seconds):
        closed.append(seconds)
        shut(gate, begun, seconds)

    shut = RequestLimiter.limited
    monkeypatch.setattr(RequestLimiter, "limited", limited)
    faulty_server.fault = lambda number, _: "limit" if number == 40 else None
    faulty_server.headers = {"Retry-After-Ms": "300"}
    replies = ask(faulty_server, chats(200), connections=16)
    assert {reply.attempts for reply in replies.values()} == {1, 2}
    assert closed == [0.3]
    assert len(faulty_server.bodies) == 201


def test_a_wait_that_is_too_long(faulty_server):
    """A request is not sent again to a server that wants to be left alone for hours."""
    faulty_server.fault, faulty_server.headers = (lambda *_: "limit"), {"Retry-After": "7200"}
    (reply,) = ask(faulty_server, chats(1)).values()
    assert reply.error == Failure("limit", "the server asks to wait 7200 s: too many")
    assert reply.attempts == len(faulty_server.bodies) == 1


def test_connections(faulty_server):
    """No more requests are under way than --connections."""
    ask(faulty_server, chats(60), connections=3)
    assert faulty_server.most <= 3


@pytest.mark.long
def test_closing_ends_everything(faulty_server):
    """When the replies are no longer wanted, no request is sent, and no thread is left."""
    before = set(threading.enumerate())
    faulty_server.fault = lambda number, _: "hang" if number > 4 else None
    replies = runner_from_spec(
        f"openai:{MODEL}", base_url=faulty_server.url, timeout=600.0
    ).replies(chats(50))
    next(replies)
    with ends():
        replies.close()
    sent = len(faulty_server.bodies)
    left = {thread.name for thread in set(threading.enumerate()) - before}
    assert not {name for name in left if name.startswith("sacreval")}
    assert len(faulty_server.bodies) == sent


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="a full queue is refused elsewhere")
def test_closing_while_all_connect(monkeypatch):
    """Threads that still connect are waited for together, not one after the other."""
    monkeypatch.setattr("sacreval.asking.http.session.JOIN", 3.0)
    monkeypatch.setattr("sacreval.asking.http.connection.CONNECTING", 600.0)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        port = full.getsockname()[1]
        held = [socket.socket() for _ in range(4)]  # which fill the queue of the server
        for client in held:
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", port))
        runner = runner_from_spec(
            "openai:m", base_url=f"http://127.0.0.1:{port}/v1", connections=50
        )

        def interrupted():
            yield from chats(50)
            raise KeyboardInterrupt

        with ends(), pytest.raises(KeyboardInterrupt):  # one after the other takes 150 s
            list(runner.replies(interrupted()))
        for client in held:
            client.close()


def test_requests_are_taken_as_needed(faulty_server):
    """Requests are taken one by one, at most two per connection ahead of the replies."""
    taken = []

    def requests():
        for chat in chats(100):
            taken.append(chat)
            yield chat

    replies = runner_from_spec(
        f"openai:{MODEL}", base_url=faulty_server.url, connections=2
    ).replies(requests())
    next(replies)
    assert len(taken) <= 5
    replies.close()
