"""Runners that ask a server: what another one has of its own."""

from dataclasses import dataclass

from sacreval.asking.runners._from_spec import option_names
from sacreval.asking.runners._http import HttpRunner
from sacreval.asking.runners.openai import OpenAI
from support.chats import chats


@dataclass(frozen=True)
class Other(HttpRunner):
    """A runner with an address and an API."""

    name = "other"
    base_url: str = "https://other.example/v2"
    api = staticmethod(OpenAI.api)


def test_options():
    """A subclass has all options, and its own address by default."""
    assert option_names(Other) == option_names(OpenAI)
    assert Other("m").identity() == "other:m@other.example"


def test_replies(faulty_server):
    """Its server is asked by its API."""
    (reply,) = Other("m", base_url=faulty_server.url).replies(chats(1))
    assert (reply.text, reply.host) == ("SAY 0", faulty_server.url.split("/")[2])
