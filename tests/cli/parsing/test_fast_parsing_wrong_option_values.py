"""What is wrong with the values of options."""

from typing import Literal

import pytest

from sacreval.cli.parsing.fast_parsing import plain_words, repeated

INTERVALS = Literal["auto", "wilson", "percentile"]
SHARE = "95: write a number from 0.5 to 0.9999, a share; did you mean 0.95?"
MEANT = "there is no 'bootstrapp'; did you mean 'percentile'?"
FORMATS = Literal["text", "json", "md"]


@pytest.mark.parametrize(
    ("value", "kind", "low", "high", "message"),
    [
        (95, float, 0.5, 0.9999, SHARE),
        ("5", float, 0.5, 0.9999, "'5': write a number from 0.5 to 0.9999"),
        ("nan", float, None, 1.0, "'nan': write a number, 1 or less"),
        ("many", int, 2, None, "'many': write a whole number, 2 or more"),
        (True, int, None, None, "True: write a whole number"),
        ("1.5", int, 2, 10**7, "'1.5': write a whole number from 2 to 10000000"),
        ("3", int, 2, 10**7, None),
        (["3", "x"], list[int], None, None, "'x': write a whole number"),
        ("wilsn", INTERVALS, None, None, "there is no 'wilsn'; did you mean 'wilson'?"),
        ("bootstrapp", INTERVALS, None, None, MEANT),
        ("z", INTERVALS, None, None, "there is no 'z'; write one of auto, wilson, percentile"),
        ("auto", INTERVALS, None, None, None),
        (
            "junit", FORMATS, None, None,
            "there is no 'junit'; gates are written as test cases by evaluate: --junit FILE.xml",
        ),
        (3, str, None, None, "3: write text"),
    ],
)  # fmt: skip
def test_plain_words(value, kind, low, high, message):
    """A sentence has the value, the range or the choices, and what was probably meant."""
    assert plain_words(value, kind, low, high) == message


def test_repeated():
    """Values with commas are answered with the option given for each."""
    assert repeated(["1, 2"], "--types") == "repeat the option: --types 1 --types 2"
    assert repeated(["1", "2"], "--types") == repeated("1,2", "--types") == ""


@pytest.mark.parametrize("written", ["command", "config"])
def test_in_a_command_and_a_config(cli, tmp_path, written):
    """The sentence stands in the place of that of a library, without a reference to --help."""
    (tmp_path / "r.jsonl").write_text('{"prediction": "a", "references": ["a"]}\n')
    (tmp_path / "c.yaml").write_text("metrics: [chrf]\ninputs: r.jsonl\nconfidence: 95\n")
    words = (
        ("chrf", "r.jsonl", "--confidence", "95") if written == "command" else ("suite", "c.yaml")
    )
    result = cli("evaluate", *words)
    assert result.code == 2
    assert result.err.endswith(", a share; did you mean 0.95?\n")
