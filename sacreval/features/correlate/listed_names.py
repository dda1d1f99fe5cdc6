"""Names in notes: the first of them, and how many more there are."""

from collections.abc import Sequence


def first_names(names: Sequence[str], most: int = 5) -> str:
    """Join names by commas; beyond the first ones, state how many there are.

    Args:
        names: The names.
        most: Number of names that are written.
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
