"""Words that are parsed without Typer; the law compares them with what Typer reads."""

from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from sacreval.cli.late_typer import Context, typer
from sacreval.cli.parsing.plain_words import UnusualError, parse


def parameter(name: str, kind: Any, option: Any, default: Any = None) -> Parameter:
    return Parameter(
        name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


PARAMETERS = [
    parameter("files", list[str] | None, typer.Argument(metavar="FILE")),
    parameter("out", Path | None, typer.Option("-o", "--output")),
    parameter("n", int, typer.Option(min=1), 2),
    parameter("kind", Literal["a", "b"], typer.Option(), "a"),
    parameter("by_name", bool, typer.Option(), default=True),
    parameter("names", list[str] | None, typer.Option("--name")),
    Parameter("context", Parameter.KEYWORD_ONLY, annotation=Context),
]


def test_values():
    """Values have their types, switches both words, and lists all values; others the default."""
    words = ["x", "-o", "f", "--no-by-name", "--name", "p", "--name=q=r", "y", "--kind=b"]
    parsed = parse(PARAMETERS, words)
    context = parsed.pop("context")
    assert parsed == {
        "files": ["x", "y"], "out": Path("f"), "n": 2, "kind": "b", "by_name": False,
        "names": ["p", "q=r"],
    }  # fmt: skip
    assert context.get_parameter_source("n") is None
    assert context.get_parameter_source("out").name == "COMMANDLINE"
    assert set(context.params) == {"files", "out", "by_name", "names", "kind"}


@pytest.mark.parametrize(
    "words",
    [["--help"], ["--n", "0"], ["--n"], ["--n", "-1"], ["--n", "1", "--n", "2"], ["--kind", "c"],
     ["--by-name=1"], ["--by-name", "--no-by-name"], ["--name", '["a"]'], ["--", "x"], ["-of"],
     ["--ray"], ["-o", "a\0b"]],
)  # fmt: skip
def test_unusual_words(words):
    """What Typer might read in another way, or refuse, is left to it."""
    with pytest.raises(UnusualError):
        parse(PARAMETERS, ["x", *words])


@pytest.mark.parametrize(
    "other",
    [
        parameter("m", int | str, typer.Option(), 1),
        parameter("m", int, typer.Option(callback=print), 1),
        parameter("m", int, typer.Option(), Parameter.empty),
        parameter("m", str, typer.Argument()),
    ],
)
def test_unusual_parameters(other):
    """A command with an option that only Typer can parse is left to it."""
    with pytest.raises(UnusualError):
        parse([*PARAMETERS, other], ["x"])
