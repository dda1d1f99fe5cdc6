"""A plugin that runs tests of the kernel while no feature can be imported.

Tests that use a feature themselves, by a verb or by an import of their own, are skipped. A module
of the kernel that imports one fails: the error is what a deleted folder would give.
"""

import sys

import pytest

FEATURES = "sacreval.features."
ABOVE = ("sacreval.commands", "sacreval.python", "sacreval.testing", "sacreval.integrations")
VERBS = "sacreval.cli.verb_index"  # imports the verb that the user names


class Hidden:
    """Finds no feature."""

    def find_spec(self, name, _path=None, _target=None):
        """Refuse a feature: skip the test that needs it, or fail where the kernel does."""
        if not name.startswith(FEATURES):
            return
        importer = _importer()
        if (
            importer.startswith("sacreval.")
            and importer != VERBS
            and not importer.startswith(ABOVE)
        ):
            raise ModuleNotFoundError(f"{name} is hidden, and {importer} imports it", name=name)
        pytest.skip(f"needs {name}", allow_module_level=True)


def _importer():
    """Return the name of the module whose code imports another."""
    frame = sys._getframe(2)
    while frame.f_globals["__name__"].startswith("importlib"):
        frame = frame.f_back
    return frame.f_globals["__name__"]


def pytest_sessionstart():
    """Hide the features, also those that fixtures have imported by now."""
    for name in [name for name in sys.modules if name.startswith(FEATURES)]:
        del sys.modules[name]
    sys.meta_path.insert(0, Hidden())


def pytest_collection_modifyitems(config, items):
    """Leave out the tests whose fixtures set up corpora, which is a feature."""
    away = [item for item in items if _sets_up(item)]
    config.hook.pytest_deselected(items=away)
    items[:] = [item for item in items if item not in away]


def _sets_up(item):
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    return any(f.func.__module__ == "support.corpora" for group in fixtures for f in group)
