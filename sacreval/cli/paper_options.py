"""Options for a table that goes into a paper: --style, --columns, --transpose."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.ungrouped import OptionGroup
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.output import Target
    from sacreval.report.formats import Format
    from sacreval.report.paper.layout import Choice
    from sacreval.report.paper.table import PaperFormat

Style = Annotated[
    Literal["plain", "paper"],
    typer.Option(
        help="Style of .tex and .md: paper is a table with systems as rows and metrics as columns, "
        "marks for what the tests find, and a caption that says how to make it again.",
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME",
        help="Columns of --style paper: outputs, and of score, interval, difference and p what is "
        "shown of each. By default all outputs, with score and interval.",
    ),
]
Transpose = Annotated[
    bool, typer.Option("--transpose", help="Metrics as rows of --style paper, systems as columns.")
]


class PaperOptions(OptionGroup):
    """A table for a paper."""

    section = "Output"

    style: Style = "plain"
    columns: Columns = None
    transpose: Transpose = False

    def checked(self, wanted: "list[Target]", form: str | None) -> "list[Target]":
        """Return the files to write if the options have an effect, before any computation.

        Args:
            wanted: The files to write.
            form: The format that is printed.

        Raises:
            UsageError: If they have none.
        """
        if self.style == "plain":
            if self.columns is not None or self.transpose:
                name = "--transpose" if self.transpose else "--columns"
                raise UsageError(f"{name} is for --style paper; add that")
        elif not {form, *(target.form for target in wanted)} & {"tex", "md"}:
            raise UsageError("--style paper is for .tex and .md; name a file, as -o table.tex")
        return wanted

    def renderer(
        self,
        plain: "Callable[[Format], str]",
        paper: "Callable[[PaperFormat, Choice], str]",
    ) -> "Callable[[Format], str]":
        """Return the function that renders a format in the chosen style.

        Args:
            plain: Renders the usual results.
            paper: Renders a table for a paper.
        """
        if self.style == "plain":
            return plain
        from sacreval.report.paper.layout import Choice

        # Both are made before any file is written, so that an error leaves none.
        names = [name.strip() for name in (self.columns or "").split(",") if name.strip()]
        choice = Choice(names, self.transpose)
        made: dict[Format, str] = {"tex": paper("tex", choice), "md": paper("md", choice)}
        return lambda form: made[form] if form in made else plain(form)
