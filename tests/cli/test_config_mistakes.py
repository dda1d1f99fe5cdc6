"""Mistakes of a config, gathered."""

import pytest

from sacreval.cli.config_mistakes import elsewhere, gathered, raise_all, sentences
from sacreval.errors import InputError, MistakesError, UsageError


def raising(error):
    def make():
        raise error

    return make


def test_values_are_returned_in_order():
    """Without an error all values are returned."""
    assert gathered([lambda: 1, lambda: 2]) == [1, 2]


def test_one_error_stays_itself():
    """Its type, which may be another, says what happened."""
    with pytest.raises(InputError, match="no file"):
        gathered([lambda: 1, raising(InputError("no file"))])


def test_all_errors_are_in_one():
    """They are in the order of their lines, each once; line 10 follows line 9."""
    errors = [UsageError("a.yaml:10: x"), MistakesError(["a.yaml:9: y", "a.yaml:10: x"])]
    with pytest.raises(MistakesError) as caught:
        gathered(map(raising, errors))
    assert sentences(caught.value) == ("a.yaml:9: y", "a.yaml:10: x")


def test_no_mistake_raises_nothing():
    """One is a plain error."""
    raise_all([])
    with pytest.raises(UsageError) as caught:
        raise_all(["a.yaml:1: x", "a.yaml:1: x"])
    assert not isinstance(caught.value, MistakesError)


def test_missing_files_have_their_lines(cli, tmp_path):
    """All files of a config that are missing are told at once, each with its line."""
    text = "metrics: [chrf]\ninputs: [a.txt, b.txt]\nreferences: [c.txt]\nbaseline: d.json\n"
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    done = cli("evaluate", "suite", "s.yaml")
    places = [
        line.removeprefix("sacreval: error: ").split(": ")[:2] for line in done.err.splitlines()
    ]
    assert places == [
        ["s.yaml:2", "a.txt"], ["s.yaml:2", "b.txt"], ["s.yaml:3", "c.txt"], ["s.yaml:4", "d.json"],
    ]  # fmt: skip


def test_mistakes_of_other_lines_are_kept():
    """A line about which a mistake is known needs no second sentence."""
    assert elsewhere(["a.yaml:1: x", "a.yaml:2: y"], ["a.yaml:1: z"]) == ["a.yaml:2: y"]
