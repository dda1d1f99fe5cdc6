"""Environment variables that begin like options of sacreval but set none."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

PREFIX = "SACREVAL_"
OTHERS = frozenset(
    PREFIX + name
    for name in (
        # by itself
        "HOME", "CACHE_HOME", "METRICS", "MIRROR", "NO_NATIVE", "NOTICES", "TRACEBACK", "WORDNET",
        # by its tests
        "AXE", "CASES", "CODE", "DOCKER_IMAGE", "KILLS", "METEOR_JAR", "NEURAL_PEERS",
        "PODMAN_IMAGE", "PROMPTFOO", "ROUGE_155", "SANITIZED", "TOOLS",
        # by benchmarks
        "PEERS",
    )
)  # fmt: skip


def unknown(names: Collection[str]) -> Iterator[str]:
    """Yield a sentence on every variable that sets no option of any command."""
    strange = [name for name in os.environ if name.startswith(PREFIX)]
    strange = sorted(name for name in strange if name not in names and name not in OTHERS)
    if not strange:
        return
    from difflib import get_close_matches

    known = variables() | OTHERS
    for name in strange:
        if name not in known:
            ends = sorted(other.removeprefix(PREFIX) for other in known)
            near = get_close_matches(name.removeprefix(PREFIX), ends, n=1)
            remedy = f"did you mean {PREFIX}{near[0]}?" if near else "remove it"
            yield f"{name} in the environment sets no option and has no effect; {remedy}"


def variables() -> set[str]:
    """Return the variables that set options of any verb."""
    from sacreval.cli.verb_index import collected, verb_of

    commands = [
        verb_of(verb).make(name)
        for verb, names in collected("CONFIGURED").items()
        for name in names
    ]
    return {p.envvar for command in commands for p in command.params if p.envvar}
