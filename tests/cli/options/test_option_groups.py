"""Groups of options: one parameter of a verb, an option of the command line for each field."""

import inspect
from typing import Annotated

import typer
from typer.testing import CliRunner

from sacreval.cli.options.ungrouped import OptionGroup, ungrouped


class Size(OptionGroup):
    """A group."""

    width: Annotated[int, typer.Option(help="How wide.")]
    height: Annotated[int, typer.Option("--tall", help="How tall.")] = 2


def draw(name: str, *, before: bool = False, size: Size, after: str = "x") -> None:
    """Print what arrives."""
    typer.echo(f"{name} {before} {size} {after}")


def test_fields_stand_where_the_group_stood():
    """The fields of a group take its place among the parameters, with their own defaults."""
    parameters = inspect.signature(ungrouped(draw)).parameters
    assert list(parameters) == ["name", "before", "width", "height", "after"]
    assert parameters["height"].default == 2
    assert parameters["width"].default is inspect.Parameter.empty


def test_the_verb_gets_the_group():
    """The values of a command line arrive as one group."""
    app = typer.Typer()
    app.command()(ungrouped(draw))
    result = CliRunner().invoke(app, ["square", "--width", "3", "--tall", "4", "--after", "y"])
    assert result.output == "square False Size(width=3, height=4) y\n"
