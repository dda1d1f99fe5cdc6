"""How the scores behind a correlation were made, as a part of its signature."""

from typing import NamedTuple


class Signatures(NamedTuple):
    """How scores were made, such as the signatures of metrics.

    Args:
        of_outputs: Of scores of outputs, and their means.
        of_systems: Of metrics' own scores of systems.
    """

    of_outputs: str | None = None
    of_systems: str | None = None

    def of(self, scores: str | None) -> str | None:
        """Return those of scores from `metric`, `mean` or `files`; None at other levels."""
        return self.of_systems if scores == "metric" else self.of_outputs


def origin(stated: str | None) -> dict[str, str | None]:
    """Return the field of a signature that states how scores were made.

    Args:
        stated: The signatures of metrics, joined by ` + `; or references that were chosen.

    Returns:
        `metrics` with signatures, which have a field `refs` each, or `refs` with references.
    """
    return {"metrics" if stated is not None and "|" in stated else "refs": stated}
