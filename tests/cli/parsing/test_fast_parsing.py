"""Values of the command line, read without pydantic."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import typer
from typer.exceptions import TyperException

from sacreval.cli.parsing.fast_parsing import _with_fast_parsing
from support.sizes import few

Size = Enum("Size", [("small", "small"), ("large", "large")])
BOUNDED = typer.Option(min=0, max=10)
KINDS = {
    "text": (str | None, typer.Option()),
    "texts": (list[str] | None, typer.Option()),
    "path": (Path | None, typer.Option()),
    "paths": (list[Path] | None, typer.Option()),
    "choice": (Literal["small", "large"] | None, typer.Option()),
    "choices": (list[Size] | None, typer.Option()),
    "whole": (int, BOUNDED),
    "number": (float, BOUNDED),
    "free": (float | None, typer.Option()),
    "flag": (bool, typer.Option("--flag/--no-flag")),
}
VALUES = (
    "small", "tiny", "Small", "", "3", "003", " 3", "3.0", "0.1", "-1", "-0", "10", "11", "1e3",
    "1_0", "٣", "nan", "inf", "true", "a/b", "2" * 5000, "a\0b", 3, 11, 2.5, True, float("nan"),
    ["small", "large"], ("small",), ["tiny"], [3],
)  # fmt: skip


def parameter(kind: str, default: Any = None) -> Any:
    """Let Typer make an option of a kind."""
    annotation, option = KINDS[kind]
    app = typer.Typer(add_completion=False)

    def run(value=default):
        """Do nothing."""

    run.__annotations__ = {"value": Annotated[annotation, option]}
    app.command()(run)
    return typer.main.get_command(app).params[0]


def outcome(option: Any, value: Any) -> Any:
    """Give the value as it is read, or the words that refuse it."""
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None)))
    try:
        return repr(option.process_value(context, value))
    except TyperException as error:
        return error.format_message()
    except Exception as error:  # noqa: BLE001 - what Typer makes of it is compared, whatever it is
        return type(error)


@few(16, "value", VALUES, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("kind", KINDS)
def test_as_typer_reads(kind, value):
    """A value is read or refused as Typer does it; a refusal shows it, cut if it is long.

    Only 1_0 is refused, which Typer reads as 10.
    """
    want, got = (
        outcome(option, value) for option in (parameter(kind), _with_fast_parsing(parameter(kind)))
    )
    if value == "1_0" and kind in ("whole", "number", "free"):
        assert "'1_0': write a" in got
    elif isinstance(got, str) and got.startswith("Invalid value for"):
        option, _, _ = want.partition(": ")
        assert got.startswith(option)
        items = value if isinstance(value, list | tuple) else [value]
        assert any(str(item)[:50] in got for item in items)
        assert len(got) <= len(want) + 100
    else:
        assert got == want


@pytest.mark.parametrize("value", [True, 1.0, "1", 1], ids=repr)
@pytest.mark.parametrize(("kind", "default"), [("whole", 1), ("free", 1.0), ("flag", True)])
def test_equal_to_the_default(kind, default, value):
    """A config's value of another type, though it equals the default, becomes what it shall be."""
    options = parameter(kind, default), _with_fast_parsing(parameter(kind, default))
    want, got = (outcome(option, value) for option in options)
    assert got == want
