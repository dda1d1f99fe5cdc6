"""Figures of matplotlib: their look, their texts, and how they are saved."""

import io
import math
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from msgspec import Struct

from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.files import write_bytes
from sacreval.text.visible import visible

TEXT = 8.5  # points
DPI = 130


class Look(Struct, frozen=True):
    """What a user may choose of any plot.

    Args:
        title: Title, in the place of the plot's own; empty for none, None for its own.
        size: Width and height in inches, which nothing then widens; None for a size that fits.
        font_size: Size of the text in points; labels of points and cells are a share of it.
        dpi: Dots per inch of .png files.
    """

    title: str | None = None
    size: tuple[float, float] | None = None
    font_size: float = TEXT
    dpi: int = DPI

    def text(self, share: float = 1.0) -> float:
        """Return a size of text in points.

        Args:
            share: Its size relative to `font_size`.
        """
        return self.font_size * share


PLAIN = Look()
"""The look of a plot where nothing was chosen."""


LONGEST, _END = 48, 16  # letters of a name, and of its end if it is longer
_NARROWEST = 32  # letters of a line of a title
_LETTER = 0.55  # mean width of a letter, in its size


def plain(name: str) -> str:
    """Return a name as text that is drawn as it is: no formula, no control characters.

    Args:
        name: The name; the middle of a long one is left out.
    """
    shown = visible(name)
    if len(shown) > LONGEST:
        shown = f"{shown[: LONGEST - _END - 1]}…{shown[-_END:]}"
    return literal(shown)


def literal(text: str) -> str:
    """Return one line of text in which dollar signs begin no formula."""
    return visible(text).replace("$", r"\$")


def name_rows(axes: Sequence[Any], names: Sequence[Sequence[str]]) -> None:
    """Name the rows of panels, from the top; in the first column only, if all have the same.

    Args:
        axes: The panels.
        names: The names of the rows of each, as `plain` returns them.
    """
    same = all(labels == names[0] for labels in names)
    for panel, labels in zip(axes, names, strict=True):
        panel.set_yticks(range(len(labels)), labels)
        panel.set_ylim(len(labels) - 0.5, -0.5)
        shown = not same or panel.get_subplotspec().is_first_col()
        panel.tick_params(axis="y", length=0, labelleft=shown)


def write_title(figure: Any, look: Look, *lines: str) -> None:
    """Write the title over all panels, in lines that are no wider than the figure.

    Args:
        figure: The figure.
        look: The title, if the user chose one.
        lines: The plot's own title, and lines below it.
    """
    titles: Sequence[str] = lines if look.title is None else [look.title]
    points = figure.get_size_inches()[0] * 72
    widest = max(20, int(points / (look.text(1.05) * _LETTER)))
    text = "\n".join(part for line in titles for part in wrap(literal(line), widest))
    if text:
        figure.suptitle(text, x=0.01, ha="left", fontsize=look.text(1.05))


def write_cell_title(axes: Any, look: Look, *lines: str) -> None:
    """Write the title of a table of cells over its left end, in lines about as wide as it is."""
    titles: Sequence[str] = lines if look.title is None else [look.title]
    points = axes.figure.get_size_inches()[0] * 72
    widest = max(_NARROWEST, int(points / (look.text() * _LETTER)))
    parts = (wrap(literal(line), widest, break_on_hyphens=False) for line in titles)
    text = "\n".join(part for each in parts for part in each)
    axes.set_title(text, loc="left", fontsize=look.text(), pad=8)


def legend_below(figure: Any, look: Look, handles: Sequence[Any]) -> None:
    """Add a legend below all panels, where it covers no data.

    Args:
        figure: The figure.
        look: Size of the text.
        handles: What it explains, with labels.
    """
    for handle in handles:
        if handle.get_label().startswith("_"):  # before matplotlib 3.10 it would be left out
            handle.set_label(f" {handle.get_label()}")
    longest = max((len(handle.get_label()) for handle in handles), default=1)
    each = look.text(0.95) * (longest * _LETTER + 4)
    columns = max(1, min(len(handles), int(figure.get_size_inches()[0] * 72 / each)))
    figure.legend(
        handles=handles, loc="outside lower left", ncols=columns, frameon=False,
        fontsize=look.text(0.95), handlelength=1.4, columnspacing=1.2,
    )  # fmt: skip


ENDINGS = (".png", ".svg", ".pdf", ".html")
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#000000")
"""Colours that readers with a colour-vision deficiency can tell apart (Okabe and Ito 2008)."""
ACCENT, SECOND = PALETTE[:2]
MUTED = "#9aa3ad"
DARK, GRID = "#333333", "#e3e5e8"
IN_A_ROW, MOST_COLUMNS = 3, 4  # panels beside each other: without a second row, and at most

_MISSING = "Plots need matplotlib; install it with: pip install 'sacreval[plots]'."


def check_plottable(path: Path) -> None:
    """Check, before any computation, that a plot can be drawn and has a format.

    Args:
        path: The file to write.

    Raises:
        NotSetUpError: If matplotlib is not installed.
        UsageError: If the path has another ending.
    """
    from importlib.util import find_spec

    _ending(path)
    if find_spec("matplotlib") is None:
        raise NotSetUpError(_MISSING)


def new_figure(
    width: float, height: float, columns: int = 1, *, rows: int = 1, look: Look = PLAIN
) -> tuple[Any, Any]:
    """Create a figure.

    Args:
        width: Width in inches, unless the look has a size.
        height: Height in inches, unless the look has a size.
        columns: Number of axes beside each other.
        rows: Number of axes above each other.
        look: Size and resolution.

    Returns:
        The figure, and its axes: one object, or an array if there are several.

    Raises:
        NotSetUpError: If matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NotSetUpError(_MISSING) from error
    figure = Figure(figsize=look.size or (width, height), layout="constrained", dpi=look.dpi)
    FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns)


def panels(
    count: int, *, look: Look, single: tuple[float, float], each: tuple[float, float]
) -> tuple[Any, list[Any]]:
    """Create a figure with a grid of axes.

    Args:
        count: Number of axes, at least one.
        look: Size and resolution.
        single: Width and height in inches of the only panel.
        each: Width and height in inches of one of several.

    Returns:
        The figure and its axes, row by row.
    """
    columns = count if count <= IN_A_ROW else min(MOST_COLUMNS, math.ceil(math.sqrt(count)))
    rows = math.ceil(count / columns)
    width, height = single if count == 1 else each
    figure, axes = new_figure(width * columns, height * rows, columns, rows=rows, look=look)
    listed = [axes] if count == 1 else list(axes.flat)
    for unused in listed[count:]:
        unused.remove()
    return figure, listed[:count]


def cell_axes(columns: int, rows: int, look: Look = PLAIN) -> tuple[Any, Any]:
    """Create a figure for a table of cells; its size does not depend on the labels' length.

    Args:
        columns: Number of columns.
        rows: Number of rows.
        look: Size of the text, by which cells are larger; a size of the figure squeezes the cells.
    """
    scale = max(1.0, look.text() / PLAIN.text())
    width, height = max(0.4 * columns, 1.0) * scale, max(0.3 * rows, 0.8) * scale
    figure, axes = new_figure(width, height, look=look)
    if look.size is None:
        figure.set_layout_engine("none")
        axes.set_position((0, 0, 1, 1))
    return figure, axes


def colour_bar(figure: Any, image: Any, look: Look = PLAIN, *, below: bool = False) -> None:
    """Add a colour bar to the right of the cells.

    Args:
        figure: The figure.
        image: The cells.
        look: Size of the text; where the figure has a size, the cells make room for the bar.
        below: Whether some values are below the range of colours, which an arrow shows.
    """
    extend = "min" if below else "neither"
    if look.size is not None:
        bar = figure.colorbar(image, ax=image.axes, shrink=0.6, extend=extend)
    else:
        width, height = figure.get_size_inches()
        tall = min(height, 2.4) / height
        place = figure.add_axes((1 + 0.15 / width, (1 - tall) / 2, 0.12 / width, tall))
        bar = figure.colorbar(image, cax=place, extend=extend)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=look.text(0.8))


def plain_axes(axes: Any, look: Look = PLAIN, *, x: str = "", y: str = "") -> None:
    """Remove the top and right spines, and label both axes.

    Args:
        axes: The axes.
        look: Size of the text.
        x: Label of the horizontal axis.
        y: Label of the vertical axis.
    """
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=look.text(0.9))
    axes.set_xlabel(x, fontsize=look.text())
    axes.set_ylabel(y, fontsize=look.text())


def save(figure: Any, path: str | Path, title: str, look: Look = PLAIN) -> Path:
    """Write a figure in the format of the file's ending; HTML contains it as SVG.

    Args:
        figure: A figure from `new_figure`, `panels` or `cell_axes`.
        path: A path ending in .png, .svg, .pdf or .html.
        title: Title of the HTML page.
        look: A figure with a size of the user's is not widened for its labels.

    Raises:
        UsageError: If the path has another ending.
    """
    target = Path(path)
    ending = _ending(target)
    fitted = look.size is None
    if ending == ".html":
        content = _page(figure, look.title or title, fitted=fitted)
    else:
        content = _bytes(figure, ending[1:], fitted=fitted)
    with write_bytes(target) as stream:
        stream.write(content)
    return target


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(
            f"{path}: plots are written as {', '.join(ENDINGS)}; choose one of these endings."
        )
    return ending


def _bytes(figure: Any, kind: str, *, fitted: bool) -> bytes:
    import matplotlib as mpl

    stream = io.BytesIO()
    # Without a date and with fixed ids, equal data give equal bytes.
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    with mpl.rc_context({"svg.hashsalt": "sacreval"}):
        # Tight: labels and titles that are wider than the figure widen it.
        box = "tight" if fitted else None
        figure.savefig(stream, format=kind, metadata=metadata, bbox_inches=box)
    return stream.getvalue()


def _page(figure: Any, title: str, *, fitted: bool) -> bytes:
    import html

    svg = _bytes(figure, "svg", fitted=fitted).decode()
    name = html.escape(title)
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>'
    return f"{head}<body>{svg[svg.index('<svg') :]}</body></html>\n".encode()
