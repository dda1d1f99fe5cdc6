"""The look of a plot: title, size, size of the text, and resolution."""

from msgspec import Struct

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
