"""Options for numbers in tables, and for a table that goes into a paper."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

from sacreval.cli.late_typer import typer
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.output import Target
    from sacreval.features.paper.captioned_table import PaperFormat
    from sacreval.features.paper.layout import Choice
    from sacreval.report.formats import Format
    from sacreval.report.numbers import Numbers

Style = Annotated[
    Literal["plain", "paper"],
    typer.Option(
        rich_help_panel="Common options",
        help="Style of .tex and .md: paper is a table with systems as rows and metrics as columns, "
        "marks for what the tests find, and a caption that says how to make it again.",
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME",
        help="Columns of --style paper: outputs, and of score, interval, plus-minus (score ± half "
        "the interval), difference and p what is shown of each. By default all outputs, with the "
        "score, and with the interval that `evaluate --ci` has; `compare` computes it if named.",
    ),
]
Transpose = Annotated[
    bool, typer.Option("--transpose", help="Metrics as rows of --style paper, systems as columns.")
]


Digits = Annotated[
    int | None, typer.Option(min=0, max=15, help="Number of decimal places of scores in tables.")
]
Percent = Annotated[
    bool,
    typer.Option("--percent", help="Show scores that range from 0 to 1 times 100 in tables."),
]


OF_FIELD = ("wmt23", "wmt24", "summeval", "realsumm")
"""Styles that correlate as a study of the field did: keys of `STYLES` in `correlate/styles`."""


class PaperOptions(OptionGroup):
    """Numbers in tables, and a table for a paper."""

    section = "Output"

    style: Style = "plain"
    columns: Columns = None
    transpose: Transpose = False
    digits: Digits = None
    percent: Percent = False

    @property
    def numbers(self) -> "Numbers":
        """How tables show numbers."""
        from sacreval.report.numbers import Numbers

        return Numbers(self.digits, self.percent)

    @property
    def has_intervals(self) -> bool:
        """Whether a table for a paper has intervals of scores among its columns."""
        return self.style == "paper" and self._choice().has_intervals

    def _choice(self) -> "Choice":
        from sacreval.features.paper.layout import Choice

        names = [name.strip() for name in (self.columns or "").split(",") if name.strip()]
        return Choice(names, self.transpose, self.numbers)

    def checked(self, wanted: "list[Target]", form: str | None) -> "list[Target]":
        """Return the files to write if the options have an effect, before any computation.

        Args:
            wanted: The files to write.
            form: The format that is printed.

        Raises:
            UsageError: If they have none.
        """
        if self.style != "paper":
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
        if self.style != "paper":
            return plain
        # Both are made before any file is written, so that an error leaves none.
        choice = self._choice()
        rendered: dict[Format, str] = {"tex": paper("tex", choice), "md": paper("md", choice)}
        return lambda form: rendered[form] if form in rendered else plain(form)


class CorrelationPaperOptions(PaperOptions):
    """A table of correlations for a paper."""

    style: Annotated[
        Literal["plain", "paper", "wmt23", "wmt24", "summeval", "realsumm"],
        typer.Option(
            rich_help_panel="Common options",
            help="Style of .tex and .md: paper is a table with metrics as rows, levels and "
            "coefficients as columns, marks for what the tests find, and a caption that says how "
            "to make it again. wmt23 and wmt24 rank the metrics of a folder of MT-metrics-eval as "
            "WMT's metrics task did: they set the human score, language pairs as tasks, measures, "
            "references, official scores of systems and tests, unless options differ from their "
            "defaults. summeval and realsumm do so for the human scores and coefficients of these "
            "studies of summarization, with means as scores of systems.",
        ),
    ] = "plain"  # type: ignore[assignment]  # it has styles of its own
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="Columns of --style paper: coefficients, tasks (and average), and of value and "
            "interval what is shown of each. By default all, with the value.",
        ),
    ] = None
    transpose: Annotated[
        bool, typer.Option("--transpose", help="Metrics as columns of --style paper.")
    ] = False
    digits: Annotated[
        int | None,
        typer.Option(min=0, max=15, help="Number of decimal places of correlations in tables."),
    ] = None
    percent: Annotated[
        bool, typer.Option("--percent", help="Show correlations times 100 in tables.")
    ] = False
