"""Notices on outputs that contain what they are compared with."""

import json

import pytest

HINT = "--extract finds the answer in an output"


@pytest.fixture
def told(cli, tmp_path):
    """Return a function that scores pairs of output and reference, and returns the notices."""

    def run(pairs, *options, metric="exact-match", systems=None):
        lines = [
            json.dumps(
                {"prediction": a, "references": [b], "system_id": name, "instance_id": str(i)}
            )
            for name, own in (systems or {"s": pairs}).items()
            for i, (a, b) in enumerate(own)
        ]
        (tmp_path / "r.jsonl").write_text("\n".join(lines))
        return cli("evaluate", metric, "r.jsonl", *options).err

    return run


LETTERS = [("ANSWER: B", "B"), ("I think it is C.", "C"), ("no", "A")]


def test_references_inside_outputs(told):
    """Where the score is 0 and outputs contain references, the option is named that finds them."""
    assert "'s' equals a reference, but 2 of 3 checked contain one" in told(LETTERS)
    assert "as in --extract letter; " in told(LETTERS)
    assert "as in --extract 'regex:" in told([("The answer is 42.", "42")])


@pytest.mark.parametrize(
    ("pairs", "options", "metric"),
    [
        ([*LETTERS, ("B", "B")], (), "exact-match"),  # a score above 0
        ([("Absent", "B"), ("x", "y"), ("", "")], (), "exact-match"),
        ([("a1b", "1"), ("12", "2")], (), "exact-match"),  # parts of words
        (LETTERS, ("--extract", "first-word"), "exact-match"),
        (LETTERS, (), "token-f1"),
    ],
)
def test_no_notice(told, pairs, options, metric):
    """Nothing is said of scores above 0, of other words, of extracted answers, of other metrics."""
    assert HINT not in told(pairs, *options, metric=metric)


def test_each_system(told):
    """Systems are counted apart."""
    found = told((), systems={"a": LETTERS, "b": [("B", "B"), ("C", "C"), ("A", "A")]})
    assert ("no output of 'a'" in found, "no output of 'b'" in found) == (True, False)


def test_the_option_works(cli, told):
    """The option that the notice names gives a score."""
    assert HINT in told(LETTERS[:2])
    found = cli("evaluate", "exact-match", "r.jsonl", "--extract", "letter", "--format", "json")
    assert json.loads(found.out)["results"][0]["value"] == 1.0
