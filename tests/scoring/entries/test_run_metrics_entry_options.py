"""The keys of suites beside a metric's own options."""

import pytest

from sacreval.core.options.specs import OptionError
from sacreval.scoring.entries.run_metrics import EntryOptions


def test_values():
    """A mapping, or a list of NAME=VALUE as on the command line, names fields and outputs."""
    given = {"as": "two", "map": ["references=sources"], "rename": {"bleu": "b"}, "by": "kind"}
    found = EntryOptions.of("bleu", {**given, "where": "meta.n > `1`"})
    assert (found.alias, found.map, found.by) == ("two", {"references": "sources"}, "kind")
    assert (found.rename, found.where) == ({"bleu": "b"}, "meta.n > `1`")


@pytest.mark.parametrize(
    ("values", "option"),
    [
        ({"as": "a b"}, "as"),
        ({"map": 3}, "map"),
        ({"map": {}}, "map"),
        ({"map": ["a=b", "a=c"]}, "map"),
        ({"rename": {"bleu": "1x"}}, "rename"),
        ({"where": " "}, "where"),
        ({"by": ["a"]}, "by"),
    ],
)
def test_other_forms_are_refused(values, option):
    """A value of another form is an error that names its key."""
    with pytest.raises(OptionError) as caught:
        EntryOptions.of("bleu", values)
    assert caught.value.option == option
