"""Creating and saving matplotlib figures; matplotlib is optional, and imported only here."""

import html
import io
from pathlib import Path
from typing import Any

from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.files import write_bytes

ENDINGS = (".png", ".svg", ".pdf", ".html")
ACCENT = "#1f5fa8"
MUTED = "#9aa3ad"
SECOND = "#c1440e"


def new_figure(width: float, height: float, columns: int = 1) -> tuple[Any, Any]:
    """Create a figure.

    Args:
        width: Width in inches.
        height: Height in inches.
        columns: Number of axes beside each other.

    Returns:
        The figure, and its axes: one object, or an array if there are several columns.

    Raises:
        NotSetUpError: If matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NotSetUpError(
            "Plots need matplotlib; install it with: pip install 'sacreval[plots]'."
        ) from error
    figure = Figure(figsize=(width, height), layout="constrained", dpi=130)
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns)


def cell_axes(columns: int, rows: int) -> tuple[Any, Any]:
    """Create a figure for a table of cells; its size does not depend on the labels' length."""
    width, height = max(0.36 * columns, 1.0), max(0.28 * rows, 0.8)
    figure, axes = new_figure(width, height)
    figure.set_layout_engine("none")
    axes.set_position((0, 0, 1, 1))
    return figure, axes


def colour_bar(figure: Any, image: Any) -> None:
    """Add a colour bar to the right of the cells."""
    width, height = figure.get_size_inches()
    tall = min(height, 2.4) / height
    place = figure.add_axes((1 + 0.15 / width, (1 - tall) / 2, 0.12 / width, tall))
    figure.colorbar(image, cax=place).ax.tick_params(labelsize=7)


def plain_axes(axes: Any) -> None:
    """Remove the top and right spines."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)


def save(figure: Any, path: str | Path, title: str) -> Path:
    """Write a figure in the format of the file's ending; HTML contains it as SVG.

    Args:
        figure: A figure from `new_figure` or `cell_axes`.
        path: A path ending in .png, .svg, .pdf or .html.
        title: Title of the HTML page.

    Raises:
        UsageError: If the path has another ending.
    """
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(
            f"{target}: plots are written as {', '.join(ENDINGS)}; choose one of these endings."
        )
    content = _page(figure, title) if ending == ".html" else _bytes(figure, ending[1:])
    with write_bytes(target) as stream:
        stream.write(content)
    return target


def _bytes(figure: Any, kind: str) -> bytes:
    import matplotlib as mpl

    stream = io.BytesIO()
    # Without a date and with fixed ids, equal data give equal bytes.
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    with mpl.rc_context({"svg.hashsalt": "sacreval"}):
        # Tight: labels and titles that are wider than the figure widen it.
        figure.savefig(stream, format=kind, metadata=metadata, bbox_inches="tight")
    return stream.getvalue()


def _page(figure: Any, title: str) -> bytes:
    svg = _bytes(figure, "svg").decode()
    name = html.escape(title)
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>'
    return f"{head}<body>{svg[svg.index('<svg') :]}</body></html>\n".encode()
