"""Objects of Python named by the user, as in `py:MODULE:NAME`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from sacreval.errors import NotSetUpError, UsageError, nearest, one_line


def named(path: str, kinds: str) -> Any:
    """Import an object; modules of the working directory are found too, after all others.

    Args:
        path: MODULE:NAME.
        kinds: What it may be, for the message, such as `py:MODULE:CLASS, or py:MODULE:FUNCTION`.

    Raises:
        UsageError: If it is not written as a module and a name.
        NotSetUpError: If it cannot be imported.
    """
    module, _, attribute = path.partition(":")
    name = module.removeprefix("./").removesuffix(".py")
    if module.endswith(".py") and attribute and name.isidentifier():
        raise UsageError(f"py:{path}: name the module, not its file: py:{name}:{attribute}")
    if not attribute or not all(map(str.isidentifier, module.split("."))):
        raise UsageError(f"py:{path}: write {kinds}")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path holds text
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        found = import_module(module)
        if hasattr(found, attribute):
            return getattr(found, attribute)
    except (ImportError, AttributeError) as error:
        raise NotSetUpError(
            f"py:{path} cannot be imported ({one_line(error)}); install its package, or run in "
            "its folder"
        ) from error
    except (Exception, SystemExit) as error:
        raise NotSetUpError(
            f"py:{path} fails to import ({one_line(error)}); fix the module"
        ) from error
    names = [one for one in vars(found) if not one.startswith("_")]
    raise UsageError(f"py:{path}: {module} has no '{attribute}'; {nearest(attribute, names)}")
