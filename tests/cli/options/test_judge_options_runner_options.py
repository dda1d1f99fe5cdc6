"""The options of runners, generated from their fields."""

import inspect
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from sacreval.asking.runners._base import Runner, runners
from sacreval.asking.runners._from_spec import option_names, runner_from_spec
from sacreval.asking.runners.openai import OpenAI
from sacreval.cli.options.judge_options import RunnerOptions, _of_runners
from sacreval.cli.options.ungrouped import ungrouped
from sacreval.core.options.docstrings import arguments
from sacreval.errors import UsageError


def ask(text: Annotated[str, typer.Argument(help="A text.")], *, asked: RunnerOptions) -> None:
    """Print the runner."""
    typer.echo(f"{text} {asked.runner()!r}")


def call(*words):
    app = typer.Typer()
    app.command()(ungrouped(ask))
    return CliRunner().invoke(app, ["x", *words], terminal_width=300)


def test_every_field_is_an_option():
    """Each field of a runner is an option, None or false where it is not given."""
    parameters = inspect.signature(ungrouped(ask)).parameters
    for name, cls in runners.importable():
        for option in option_names(cls):
            assert parameters[option].default in (None, False), f"{name} {option}"


@pytest.mark.parametrize("name", list(runners))
def test_documented(name):
    """Every field stands under `Args:` in its order, and has a default."""
    cls = runners.get(name)
    assert list(arguments(cls)) == ["target", *option_names(cls)]
    assert all(f.default is not inspect.Parameter.empty for f in fields_of(cls)[1:])


def test_shared_options_have_one_type():
    """Runners that share an option have it with the same type."""
    types: dict[str, set[str]] = {}
    for name in runners:
        for f in fields_of(runners.get(name)):
            types.setdefault(f.name, set()).add(str(f.type))
    assert {name: kinds for name, kinds in types.items() if len(kinds) > 1} == {}


def test_a_bad_plugin_harms_no_other(monkeypatch):
    """A plug-in with an undocumented option is refused when it is named, not before."""

    @dataclass(frozen=True)
    class Bad(Runner):
        """Bad."""

        name = "bad"
        hidden: int = 1

        def replies(self, requests):
            yield from requests

    monkeypatch.setitem(runners._classes, "bad", Bad)
    names = {option.name for option in _of_runners()}
    assert "tries" in names
    assert "hidden" not in names
    with pytest.raises(UsageError, match="bad: the option hidden is not documented"):
        runner_from_spec("bad:x")


def test_help():
    """The help names the runners that have an option, and its default."""
    shown = " ".join(call("--help").output.replace("│", " ").split())
    assert "--with" in shown
    assert "For py: Number of requests in a call. By default 8." in shown
    assert "For cmd: Seconds in which the program must write its next reply." in shown


def test_given():
    """What is given is set."""
    result = call("--with", "openai:m", "--tries", "2", "--insecure")
    assert result.output == f"x {OpenAI('m', tries=2, insecure=True)!r}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Which model is asked"),
        (["--with", "opnai:m"], "did you mean 'openai'?"),
        (["--with", "file:x", "--batch-size", "2"], "--batch-size is an option of py, not of file"),
    ],
)
def test_bad(words, said):
    """Without a runner, or with an option that it lacks, there is a sentence."""
    error = call(*words).exception
    assert isinstance(error, UsageError)
    assert said in str(error)
