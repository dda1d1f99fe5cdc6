"""Names that users type, and what they mean; a misspelt one is answered with the nearest."""

from collections.abc import Iterable
from difflib import get_close_matches

from sacreval.errors import UsageError
from sacreval.stats.levels import Level

LEVELS = {level.value: level for level in Level} | {
    "instance": Level.SUMMARY,
    "segment": Level.SUMMARY,
    "item": Level.SUMMARY,
    "input": Level.SUMMARY,
}


def pick(name: str, options: Iterable[str], what: str, remedy: str = "") -> str:
    """Check a name.

    Args:
        name: What the user gave.
        options: What there is.
        what: The thing's kind, for the message.
        remedy: How to get one that is not there; by default the options are listed.

    Raises:
        UsageError: No such name; the message names the nearest.
    """
    known = list(options)
    if name in known:
        return name
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(repr(n) for n in near)}?" if near else ""
    listed = ", ".join(sorted(known)[:20]) + (", …" if len(known) > 20 else "")  # noqa: PLR2004
    offer = remedy or f"choose from: {listed or 'none'}."
    raise UsageError(f"There is no {what} {name!r}; {hint or offer}")


def level_named(name: str) -> Level:
    """Find a level under any accepted spelling."""
    return LEVELS[pick(name.lower().replace("_", "-"), LEVELS, "level")]
