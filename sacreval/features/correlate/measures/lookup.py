"""Check names in options: levels and their spellings, metrics, human scores."""

from collections.abc import Iterable

from sacreval.errors import UsageError, nearest
from sacreval.features.correlate.listed_names import first_names
from sacreval.stats.association.levels import Level

NAMED = 24  # valid names that a message lists
LEVELS = {level.value: level for level in Level} | {
    "instance": Level.SUMMARY,
    "segment": Level.SUMMARY,
    "item": Level.SUMMARY,
    "input": Level.SUMMARY,
}


def pick(name: str, options: Iterable[str], what: str, remedy: str = "") -> str:
    """Check that a name is valid.

    Args:
        name: The name.
        options: The valid names.
        what: The kind of name, for the message, such as "metric".
        remedy: What to do if no valid name is similar; by default the valid names are listed.

    Returns:
        The name.

    Raises:
        UsageError: An unknown name; the message suggests the most similar one.
    """
    valid = list(options)
    if name in valid:
        return name
    if not valid and what == "human score":
        raise UsageError(
            f"There is no human score {name!r}, as the inputs have no judgments at all; add files "
            f"of records with judgments.{name}"
        )
    if not remedy:
        known = f"the {what}s are" if len(valid) > 1 else f"the {what} is"
        remedy = f"{known} {first_names(sorted(valid), NAMED)}"
    raise UsageError(f"There is no {what} {name!r}; {nearest(name, valid, remedy)}")


def level_named(name: str) -> Level:
    """Return the level of any accepted spelling."""
    return LEVELS[pick(name.lower().replace("_", "-"), LEVELS, "level")]
