"""Runners from their specs."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

from sacreval.asking.runners._base import Runner, runners
from sacreval.asking.runners._from_spec import option_names, runner_from_spec
from sacreval.asking.runners.openai import OpenAI
from sacreval.errors import UsageError


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
