"""Options for the tables of correlations: their order, number, tests, digits and notes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.features.correlate.tables.correlation_view import View
    from sacreval.report.numbers import Numbers

Sort = Annotated[
    str,
    typer.Option(
        metavar="<given|name|coefficient>",
        help="Order of metrics in tables: as given, by name, or by a coefficient, the largest "
        "values first.",
    ),
]
Top = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Show only this number of metrics of each level, by --sort, or by the first "
        "coefficient. Ranks and tests are those among all; JSON, CSV and TSV have all.",
    ),
]
Matrix = Annotated[
    bool,
    typer.Option(
        "--matrix",
        help="Show tests of pairs of metrics as a matrix for each level, which is the default for "
        "more than 20 pairs.",
    ),
]
NoMatrix = Annotated[
    bool, typer.Option("--no-matrix", help="List tests of pairs of metrics, however many.")
]
Notes = Annotated[
    bool,
    typer.Option("--notes", help="Print all notes and signatures below tables, not three lines."),
]


class ViewOptions(OptionGroup):
    """What tables of correlations show."""

    section = "Output"

    sort: Sort = "given"
    top: Top = None
    matrix: Matrix = False
    no_matrix: NoMatrix = False
    notes: Notes = False

    def check(self, test: str | None) -> None:
        """Check that the options have an effect.

        Args:
            test: The test of pairs of metrics, if there is one.

        Raises:
            UsageError: If there are no tests that a matrix could show, or both forms are named.
        """
        if self.matrix and self.no_matrix:
            raise UsageError("--matrix and --no-matrix exclude each other; drop one")
        if (self.matrix or self.no_matrix) and test is None:
            name = "--matrix" if self.matrix else "--no-matrix"
            raise UsageError(f"{name} shows tests of pairs of metrics; add --test, as --test auto")

    def view(self, words: Mapping[str, str], numbers: "Numbers") -> "View":
        """Return what tables show.

        Args:
            words: Level to the word for it, where the user asked in another word.
            numbers: How numbers are shown.
        """
        from sacreval.features.correlate.tables.correlation_view import View

        return View(
            sort=self.sort,
            top=self.top,
            matrix=self.matrix or (False if self.no_matrix else None),
            words=words,
            notes=self.notes,
            numbers=numbers,
        )
