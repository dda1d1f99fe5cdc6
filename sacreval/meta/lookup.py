"""Check names that users type: levels and their spellings, metrics, human scores."""

from collections.abc import Iterable

from sacreval.errors import UsageError, nearest
from sacreval.stats.levels import Level

LEVELS = {level.value: level for level in Level} | {
    "instance": Level.SUMMARY,
    "segment": Level.SUMMARY,
    "item": Level.SUMMARY,
    "input": Level.SUMMARY,
}


def pick(name: str, options: Iterable[str], what: str, remedy: str = "") -> str:
    """Check that a name is one of several.

    Args:
        name: What the user wrote.
        options: The valid names.
        what: What they are names of, for the message.
        remedy: What to do where no name is similar; by default the names are listed.

    Returns:
        The name.

    Raises:
        UsageError: No such name; the message suggests the most similar one.
    """
    known = list(options)
    if name in known:
        return name
    raise UsageError(f"There is no {what} {name!r}; {nearest(name, known, remedy)}")


def level_named(name: str) -> Level:
    """Return the level of any accepted spelling."""
    return LEVELS[pick(name.lower().replace("_", "-"), LEVELS, "level")]
