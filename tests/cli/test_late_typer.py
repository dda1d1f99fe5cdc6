"""Options that are described without Typer."""

import inspect
from typing import Annotated

import pytest
import typer

from sacreval.cli import late_typer
from sacreval.cli.late_typer import Context, Described, for_typer

LATE = late_typer.typer


def test_descriptions_become_typers():
    """Typer reads the same words, help and bounds; other annotations stay."""

    def run(
        context: Context,
        n: Annotated[int, LATE.Option("-n", "--number", min=1, help="How many.")] = 1,
        files: Annotated[list[str] | None, LATE.Argument(metavar="FILE")] = None,
        plain: str = "",
    ) -> None:
        """Do nothing."""

    made = inspect.signature(for_typer(run)).parameters
    assert made["context"].annotation is typer.Context
    assert made["plain"].annotation is str
    option = made["n"].annotation.__metadata__[0]
    assert (option.min, option.help) == (1, "How many.")
    assert {option.default, *option.param_decls} == {"-n", "--number"}
    assert type(made["files"].annotation.__metadata__[0]).__name__ == "ArgumentInfo"


def test_help_of_a_description():
    """A description has its help; one without has an empty text."""
    assert Described("Option", (), {"help": "x"}).help == "x"
    assert Described("Option", (), {}).help == ""


@pytest.mark.parametrize("text", ["scores", "é ↑", "\x1b[1mbold\x1b[0m", ""])
@pytest.mark.parametrize("nl", [True, False])
@pytest.mark.parametrize("err", [True, False])
def test_echo(text, nl, err, capsys):
    """Text is written as Typer writes it, to either stream."""
    LATE.echo(text, nl=nl, err=err)
    ours = capsys.readouterr()
    typer.echo(text, nl=nl, err=err)
    assert capsys.readouterr() == ours


def test_echo_without_a_stream(monkeypatch):
    """Where a stream is gone, nothing is written, as by Typer."""
    monkeypatch.setattr("sys.stdout", None)
    LATE.echo("x")


def test_the_rest_is_typers():
    """Anything else comes from Typer."""
    assert LATE.Exit is typer.Exit
