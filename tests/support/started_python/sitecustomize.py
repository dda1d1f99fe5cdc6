"""Python start-up file: installed releases newer than the tested ones count as tested.

Python runs this file at its start where PYTHONPATH names its folder (`support.releases`).
"""

import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

MODULE = "sacreval.core.version"


def extend(versions: ModuleType) -> bool:
    """Raise the last tested release of each library to the installed one, where that is newer.

    Args:
        versions: The module `sacreval.core.version`, which has the tested releases.

    Returns:
        Whether there was a newer one.
    """
    newer = {
        name: releases._replace(last=versions.version(name))
        for name, releases in versions.TESTED.items()
        if versions.is_there(name) and not releases.covers(versions.version(name))
    }
    versions.TESTED.update(newer)
    return bool(newer)


class Finder:
    """Import hook that extends the tested releases when their module is imported."""

    def find_spec(self, name: str, path: object, _target: object = None) -> ModuleSpec | None:
        """Return the spec of the module of tested releases, and None for others."""
        if name != MODULE:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path)
        execute = spec.loader.exec_module

        def execute_and_extend(module: ModuleType) -> None:
            execute(module)
            extend(module)

        spec.loader.exec_module = execute_and_extend
        return spec


if __name__ == "sitecustomize":
    sys.meta_path.insert(0, Finder())
