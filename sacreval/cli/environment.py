"""The environment: variables that look like options of sacreval and are none."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from typing import Any

PREFIX = "SACREVAL_"
OTHERS = frozenset(
    PREFIX + name
    for name in (
        "HOME", "CACHE_HOME", "MIRROR", "NO_NATIVE", "WORDNET",  # what sacreval reads itself
        "CASES", "KILLS", "SANITIZED",  # what its tests read
    )
)  # fmt: skip
SCORES = "scores"  # the command of correlate that has options of its own


def unknown(own: Collection[str]) -> Iterator[str]:
    """Describe every variable that sets no option of any command.

    Args:
        own: The variables of the command that runs.
    """
    strange = [name for name in os.environ if name.startswith(PREFIX)]
    strange = sorted(name for name in strange if name not in own and name not in OTHERS)
    if not strange:
        return
    from difflib import get_close_matches

    known = variables() | OTHERS
    for name in strange:
        if name not in known:
            ends = sorted(other.removeprefix(PREFIX) for other in known)
            near = get_close_matches(name.removeprefix(PREFIX), ends, n=1)
            remedy = f"did you mean {PREFIX}{near[0]}?" if near else "remove it"
            yield f"{name} in the environment sets no option and does nothing; {remedy}"


def variables() -> set[str]:
    """List the variables that set options, of all verbs."""
    from importlib import import_module

    from sacreval.cli.suite import VERBS, suite_of

    commands: list[Any] = [suite_of(verb) for verb in VERBS]
    commands.append(import_module("sacreval.cli.correlate").make(SCORES))
    return {p.envvar for command in commands for p in command.params if p.envvar}
