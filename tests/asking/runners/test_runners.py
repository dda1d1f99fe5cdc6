"""Runners: the laws of all, their specs, and what those of a server or a file have of their own."""

import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass, fields

import msgspec
import pytest

from sacreval.asking.requests import Message, Reply, request
from sacreval.asking.runners._base import Runner, runners
from sacreval.asking.runners._from_spec import option_names, runner_from_spec, usage
from sacreval.asking.runners._http import HttpRunner
from sacreval.asking.runners.openai import OpenAI
from sacreval.core.options.docstrings import summary
from sacreval.errors import InputError, UsageError
from support.chats import chats

NAMES = list(runners)


@pytest.mark.parametrize("name", NAMES)
def test_a_value(name):
    """A runner is a value: it pickles, compares by its options, and cannot be changed."""
    runner = runner_from_spec(f"{name}:x")
    assert isinstance(runner, Runner)
    assert pickle.loads(pickle.dumps(runner)) == runner  # noqa: S301 - our own
    assert runner != runner_from_spec(f"{name}:y")
    with pytest.raises(FrozenInstanceError):
        runner.target = "z"
    assert hash(runner) == hash(runner_from_spec(f"{name}:x"))


@pytest.mark.parametrize("name", NAMES)
def test_described(name):
    """A runner has a summary, a way to be named, and a class of the name that it is found under."""
    cls = runners.get(name)
    assert summary(cls).endswith(".")
    assert cls.name == name
    assert usage(name).strip("'").startswith(f"{name}:")
    assert next(f.name for f in fields(cls)) == "target"


@pytest.mark.parametrize("name", NAMES)
def test_identity(name):
    """Its identity begins with its name and target; one that connects names its host."""
    runner = runner_from_spec(f"{name}:x")
    assert runner.identity().startswith(f"{name}:x")
    assert bool(runner.host()) == runner.connects
    assert runner.host() in runner.identity()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_done_before_the_first_reply(name):
    """Making a runner, and its iterator, opens, starts and reads nothing."""
    runner_from_spec(f"{name}:no-such-thing:here").replies(iter(()))


def test_options():
    """What is given is set; the rest has its default."""
    assert runner_from_spec("openai:org/model:1b", tries=2) == OpenAI("org/model:1b", tries=2)


@pytest.mark.parametrize(
    ("spec", "options", "said"),
    [
        ("opnai:m", {}, "There is no runner 'opnai'; did you mean 'openai'?"),
        ("", {}, "There is no runner ''; available: "),
        ("openai", {}, "openai: a runner and what it asks; write openai:MODEL"),
        ("cmd: ", {}, "write 'cmd:COMMAND'"),
        ("file:a", {"batch_size": 2}, "--batch-size is an option of py, not of file; leave it out"),
        ("file:a", {"timeout": 2}, "not of file; leave it out, or ask with one of them"),
        ("openai:m", {"tires": 2}, "openai has no option --tires; did you mean 'tries'?"),
        ("openai:m", {"tries": "many"}, "`tries` must be a whole number, not text"),
    ],
)
def test_bad(spec, options, said):
    """A wrong spec or option is a sentence with what to write instead."""
    with pytest.raises(UsageError) as error:
        runner_from_spec(spec, **options)
    assert said in str(error.value)


def test_plugin(monkeypatch):
    """A plug-in is named as the others are."""

    @dataclass(frozen=True)
    class Echo(Runner):
        """Echo.

        Args:
            loud: Whether it is loud.
        """

        name = "echo"
        loud: bool = False

        def replies(self, requests):
            yield from requests

    monkeypatch.setitem(runners._classes, "echo", Echo)
    assert runner_from_spec("echo:x", loud=True) == Echo("x", loud=True)
    assert option_names(Echo) == ["loud"]


def test_cheap():
    """Making a runner imports neither urllib3 nor numpy."""
    code = (
        "import sys; from sacreval.asking.runners._from_spec import runner_from_spec;"
        "runner_from_spec('openai:m'); runner_from_spec('cmd:x');"
        "print(sorted({'urllib3', 'numpy', 'ssl', 'subprocess'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


ASKED = [request(messages=(Message("user", word),)) for word in "ab"]


def test_replay(tmp_path):
    """Each request has its reply of the file; one without fails, and others are not used."""
    kept = [Reply(id=ASKED[1].id, text="B", model="m"), Reply(id="0" * 32, text="another")]
    path = tmp_path / "replies.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(reply) + b"\n" for reply in kept))
    first, second = runner_from_spec(f"file:{path}").replies(iter(ASKED))
    assert second == kept[0]
    assert (first.error.kind, first.attempts) == ("other", 0)
    assert "has no reply to this request" in first.error.message


def test_missing(tmp_path):
    """A file that is not there is a sentence."""
    with pytest.raises(InputError):
        list(runner_from_spec(f"file:{tmp_path}/none.jsonl").replies(ASKED))


@dataclass(frozen=True)
class Other(HttpRunner):
    """A runner with an address and an API."""

    name = "other"
    base_url: str = "https://other.example/v2"
    api = staticmethod(OpenAI.api)


def test_options_of_http():
    """A subclass has all options, and its own address by default."""
    assert option_names(Other) == option_names(OpenAI)
    assert Other("m").identity() == "other:m@other.example"


def test_replies(faulty_server):
    """Its server is asked by its API."""
    (reply,) = Other("m", base_url=faulty_server.url).replies(chats(1))
    assert (reply.text, reply.host) == ("SAY 0", faulty_server.url.split("/")[2])
