"""The order of sections in help."""

from sacreval.cli.verb_index import collected


def test_examples_come_first_and_asking_last(cli):
    """The example precedes all options, and options of asking a model follow the others."""
    for verb in collected("EXAMPLES"):
        shown = cli(verb, "suite", "--help").out
        titles = [line for line in shown.splitlines() if line.endswith(":") and line[0].isupper()]
        assert titles[0] == "Example:"
        assert titles[-2:] == ["Asking a model, for metrics that need one:", "Notices and help:"]
        assert "--base-url" in shown[shown.index(titles[-2]) :]
