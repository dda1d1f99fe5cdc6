"""The sections of help: their order, and those that `--help` leaves to `--help-all`."""

import re

import pytest

from sacreval.cli.verb_index import collected

LINES = 60  # of the help of BLEU at 100 columns
LONG = ("evaluate bleu", "evaluate suite", "evaluate judge", "compare bleu", "compare suite",
        "score bleu", "score suite", "correlate bleu", "correlate suite",
        "correlate scores")  # fmt: skip


def options_in(shown):
    """Return the options and arguments of help, by the rows that they begin."""
    return re.findall(r"^  (\[?[A-Z]{4}\S*|-[^\s,]+(?:, --[^\s,]+)*)", shown, re.MULTILINE)


def test_examples_come_first_and_asking_last(cli):
    """The example precedes all options, and options of asking a model follow the others."""
    for verb in collected("EXAMPLES"):
        shown = cli(verb, "suite", "--help-all").out
        titles = [line for line in shown.splitlines() if line.endswith(":") and line[0].isupper()]
        assert titles[0] == "Example:"
        assert titles[-1] == "Asking a model:"
        assert "--base-url" in shown[shown.index(titles[-1]) :]


@pytest.mark.parametrize("words", LONG)
def test_help_names_what_it_leaves_out(cli, words):
    """--help has some options of --help-all, at most twenty in common, and counts the others."""
    short, whole = (cli(*words.split(), flag).out for flag in ("--help", "--help-all"))
    shown, every = options_in(short), options_in(whole)
    assert set(shown) < set(every)
    count, sections = re.search(
        r" (\d+) further options: (.*)\.$", " ".join(short.split())
    ).groups()
    assert len(every) == len(shown) + int(count)
    assert sum(map(int, re.findall(r"\((\d+)\)", sections))) == int(count)
    for title in re.findall(r"([A-Z][a-z ]+) \(", sections):
        assert f"\n{title}:\n" in whole
        assert f"\n{title}:\n" not in short
    common = options_in(short[short.index("\nCommon options:\n") :])
    assert len(set(common) - {"-m, --metrics", "--with", "-h, --help, --help-all"}) <= 20


def test_help_is_short(cli, monkeypatch):
    """The help of BLEU fits 60 lines."""
    monkeypatch.setenv("COLUMNS", "100")
    assert cli("evaluate", "bleu", "--help").out.count("\n") <= LINES


@pytest.mark.parametrize("words", ["correlate list", "compare results", "evaluate agree"])
def test_few_options_are_all_shown(cli, words):
    """The help of a command with few options is whole."""
    assert cli(*words.split(), "--help").out == cli(*words.split(), "--help-all").out


@pytest.mark.parametrize("verb", sorted(collected("EXAMPLES")))
def test_all_help_of_a_verb(cli, verb):
    """Without a metric, --help-all shows the options that every metric's command has."""
    assert cli(verb, "--help-all").out == cli(verb, "suite", "--help-all").out


@pytest.mark.parametrize(
    ("words", "flag"),
    [("evaluate bleu --resamples x", "--help-all"), ("correlate scores --oops", "--help-all"),
     ("arena --oops", "--help"), ("evaluate --oops", "--help")],
)  # fmt: skip
def test_errors_name_the_help_that_has_the_option(cli, words, flag):
    """A refused option is explained by the help that the message names."""
    done = cli(*words.split())
    assert (done.code, done.err.split()[-1]) == (2, flag)
