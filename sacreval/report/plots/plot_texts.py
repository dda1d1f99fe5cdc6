"""Texts of plots: names, titles and legends, which cover no data and are drawn as they are."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from sacreval.report.plots.plot_look import Look
from sacreval.text.visible import visible

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
    same = all(found == names[0] for found in names)
    for panel, found in zip(axes, names, strict=True):
        panel.set_yticks(range(len(found)), found)
        panel.set_ylim(len(found) - 0.5, -0.5)
        shown = not same or panel.get_subplotspec().is_first_col()
        panel.tick_params(axis="y", length=0, labelleft=shown)


def write_title(figure: Any, look: Look, *lines: str) -> None:
    """Write the title over all panels, in lines that are no wider than the figure.

    Args:
        figure: The figure.
        look: The title, if the user chose one.
        lines: The plot's own title, and lines below it.
    """
    own: Sequence[str] = lines if look.title is None else [look.title]
    points = figure.get_size_inches()[0] * 72
    widest = max(20, int(points / (look.text(1.05) * _LETTER)))
    text = "\n".join(part for line in own for part in wrap(literal(line), widest))
    if text:
        figure.suptitle(text, x=0.01, ha="left", fontsize=look.text(1.05))


def write_cell_title(axes: Any, look: Look, *lines: str) -> None:
    """Write the title of a table of cells over its left end, in lines about as wide as it is."""
    own: Sequence[str] = lines if look.title is None else [look.title]
    points = axes.figure.get_size_inches()[0] * 72
    widest = max(_NARROWEST, int(points / (look.text() * _LETTER)))
    parts = (wrap(literal(line), widest, break_on_hyphens=False) for line in own)
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
