"""What the laws share: modules of laws, which `test_metrics.py` imports, and commands made once."""

from functools import cache

import pytest

from sacreval.cli import metric_commands
from sacreval.cli.config import suite_options
from sacreval.cli.lazy_groups import LazyGroup
from sacreval.commands.verbs import VerbGroup

pytest.register_assert_rewrite("laws")


@pytest.fixture(scope="module")
def cached_commands():
    """Make each command once for a file of tests, not for each line of words that it reads."""
    with pytest.MonkeyPatch.context() as patched:
        for group in (LazyGroup, VerbGroup):
            patched.setattr(group, "get_command", _remembering(group.get_command))
        patched.setattr(
            metric_commands, "assembled_metric", _kept(metric_commands.assembled_metric)
        )
        patched.setattr(suite_options, "assembled_suite", cache(suite_options.assembled_suite))
        yield


def _kept(assembled_metric):
    cached = cache(assembled_metric)

    def kept(verb, cls, name, alias=None):
        """Keep the options of metrics; those of aliases cannot be hashed."""
        return (
            cached(verb, cls, name) if alias is None else assembled_metric(verb, cls, name, alias)
        )

    return kept


def _remembering(get):
    commands = {}

    def get_command(self, ctx, cmd_name):
        key = type(self), cmd_name
        if key not in commands:
            commands[key] = get(self, ctx, cmd_name)
        return commands[key]

    return get_command
