"""Options of plots, which verbs share: `--plot KIND=FILE`, and how plots look.

Values are parsed before any work, and all figures are written after the results are computed, so
that a plot that cannot be drawn leaves no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from sacreval.cli.late_typer import typer
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.report.plots.matplotlib_figures import Look

ENDINGS = ".png, .svg, .pdf or .html"
MOST_PANELS = 16
LARGEST, SMALLEST = 100.0, 1.0  # inches
MOST_PIXELS = 20_000  # of a side; matplotlib draws no more than 65,536
_NOT_SHOWN = {
    "Glyph": "the font of plots lacks some letters of names, which are boxes; name a font that "
    "has them as font.family in a matplotlibrc",
    "constrained_layout not applied": "the labels do not fit; give a larger --plot-size",
}
"""What a warning of matplotlib means here."""
_SIZE = r"([0-9.]+)x([0-9.]+)"


T = TypeVar("T")


class Plot(NamedTuple):
    """A plot to draw.

    Args:
        kind: What it shows.
        path: The file to write.
        part: The task or data set that it shows; empty for the only one.
    """

    kind: str
    path: Path
    part: str = ""


class Drawn(NamedTuple):
    """A figure that is to be written, with the plot that asked for it."""

    plot: Plot
    figure: Any


def plot_help(kinds: str) -> Any:
    """Return the option --plot of a verb.

    Args:
        kinds: What it can draw, in words.
    """
    return typer.Option(
        "--plot",
        metavar="KIND=FILE",
        rich_help_panel="Common options",
        help=f"Draw a plot to a {ENDINGS} file: {kinds}; repeat it.",
    )


class LookOptions(OptionGroup):
    """How plots look."""

    section = "Output"

    plot_title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Title of plots in the place of their own; '' for none."),
    ] = None
    plot_size: Annotated[
        str | None,
        typer.Option(
            metavar="WIDTHxHEIGHT",
            help="Size of plots in inches, such as 6x4. By default it fits what is shown.",
        ),
    ] = None
    plot_font_size: Annotated[
        float, typer.Option(min=4, max=40, help="Size of the text in plots, in points.")
    ] = 8.5
    plot_dpi: Annotated[
        int, typer.Option(min=30, max=1200, help="Dots per inch of .png files.")
    ] = 130

    def look(self) -> Look:
        """Return how plots look.

        Raises:
            UsageError: If the size cannot be parsed, or a .png file would be too large.
        """
        from sacreval.report.plots.matplotlib_figures import Look

        size = None if self.plot_size is None else _size(self.plot_size)
        if size is not None and max(size) * self.plot_dpi > MOST_PIXELS:
            raise UsageError(
                f"--plot-size {self.plot_size} at --plot-dpi {self.plot_dpi} is more than "
                f"{MOST_PIXELS:,} pixels a side; choose less of one"
            )
        return Look(self.plot_title, size, self.plot_font_size, self.plot_dpi)

    def without_effect(self, plots: Sequence[Plot]) -> list[str]:
        """Describe options that have no effect, as nothing is drawn."""
        if plots:
            return []
        names = (f"--{name.replace('_', '-')}" for name in self.changed())
        return [f"without --plot, {name} has no effect" for name in names]


def parse_plots(
    texts: Sequence[str] | None, kinds: Iterable[str], parts: Sequence[str] = ("",)
) -> list[Plot]:
    """Parse the values of --plot, and check that each plot can be drawn.

    Args:
        texts: Each is KIND=FILE.
        kinds: The kinds that the verb draws.
        parts: Tasks or data sets, which have a file each.

    Raises:
        NotSetUpError: If matplotlib is not installed.
        UsageError: If a value is not KIND=FILE, its kind is unknown, its file has another ending,
            or two parts would have the same file.
    """
    known = list(kinds)
    plots = []
    for text in texts or ():
        kind, equals, name = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--plot {text}: write KIND=FILE, as in {known[0]}=plot.png")
        if kind not in known:
            raise UsageError(f"--plot {text}: there is no such plot; available: {', '.join(known)}")
        from sacreval.report.plots.matplotlib_figures import check_plottable

        check_plottable(Path(name))
        plots += [Plot(kind, own_path(Path(name), part), part) for part in parts]
    taken: dict[Path, str] = {}
    for plot in plots:
        if plot.part != taken.setdefault(plot.path, plot.part):
            raise UsageError(
                f"the plots of '{taken[plot.path]}' and '{plot.part}' would both be {plot.path}; "
                "rename one"
            )
    return plots


def own_path(path: Path, part: str) -> Path:
    """Return the file of a part's plot: plot.png becomes plot-en-de.png."""
    ending = re.sub(r"[^\w.-]+", "-", part)
    return path.with_name(f"{path.stem}-{ending}{path.suffix}") if part else path


def first_panels(plot: Plot, results: Sequence[T], what: str, notices: list[str]) -> Sequence[T]:
    """Return what a plot has panels for: the first sixteen; a notice counts the others.

    Args:
        plot: The plot.
        results: Everything that could have a panel.
        what: What these are, in words.
        notices: The notice is appended here.
    """
    if len(results) > MOST_PANELS:
        notices.append(
            f"{plot.path}: of {len(results)} {what} the first {MOST_PANELS} are shown; left out: "
            f"{len(results) - MOST_PANELS}"
        )
    return results[:MOST_PANELS]


def save_all(drawn: Iterable[Drawn], look: Look) -> None:
    """Write figures to their files; notices tell of letters and labels that are not shown."""
    import warnings

    for plot, figure in drawn:
        from sacreval.cli.notices import notice
        from sacreval.report.plots.matplotlib_figures import save

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            save(figure, plot.path, plot.kind, look)
        said = " ".join(str(warning.message) for warning in caught)
        for sign, sentence in _NOT_SHOWN.items():
            if sign in said:
                notice(f"{plot.path}: {sentence}")


def _size(text: str) -> tuple[float, float]:
    match = re.fullmatch(_SIZE, text)
    try:
        width, height = map(float, match.groups()) if match else (0.0, 0.0)
    except ValueError:
        width = height = 0.0
    good = all(isfinite(side) and SMALLEST <= side <= LARGEST for side in (width, height))
    if not good:
        raise UsageError(
            f"--plot-size {text}: write WIDTHxHEIGHT in inches, each {SMALLEST:g} to {LARGEST:g}, "
            "as in 6x4"
        )
    return width, height
