"""Options for the tables of correlations: --sort, --top, --matrix."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.ungrouped import OptionGroup
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.report.correlation_view import View

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
    typer.Option("--matrix", help="Show tests of pairs of metrics as a matrix for each level."),
]


class ViewOptions(OptionGroup):
    """What tables of correlations show."""

    section = "Output"

    sort: Sort = "given"
    top: Top = None
    matrix: Matrix = False

    def check(self, test: str | None) -> None:
        """Check that the options have an effect.

        Args:
            test: The test of pairs of metrics, if there is one.

        Raises:
            UsageError: If there are no tests that a matrix could show.
        """
        if self.matrix and test is None:
            raise UsageError("--matrix shows tests of pairs of metrics; add --test, as --test auto")

    def view(self, words: Mapping[str, str]) -> "View":
        """Return what tables show.

        Args:
            words: Level to the word for it, where the user asked in another word.
        """
        from sacreval.report.correlation_view import View

        return View(self.sort, self.top, self.matrix, words)
