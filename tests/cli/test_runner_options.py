"""The options of runners, generated from their fields."""

import inspect
from dataclasses import fields as fields_of
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from sacreval.cli.runner_options import RunnerOptions
from sacreval.cli.ungrouped import ungrouped
from sacreval.core.docstrings import arguments
from sacreval.errors import UsageError
from sacreval.runners._base import runners
from sacreval.runners._made import option_names
from sacreval.runners.openai import OpenAI


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


def test_help():
    """The help names the runners that have an option, and its default."""
    shown = " ".join(call("--help").output.replace("│", " ").split())
    assert "--with" in shown
    assert "For openai: Number of attempts for each request. By default 6." in shown
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
        (["--with", "file:x", "--tries", "2"], "--tries is an option of openai, not of file"),
    ],
)
def test_bad(words, said):
    """Without a runner, or with an option that it lacks, there is a sentence."""
    error = call(*words).exception
    assert isinstance(error, UsageError)
    assert said in str(error)
