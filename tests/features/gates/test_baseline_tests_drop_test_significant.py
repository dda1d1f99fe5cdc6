"""--significant-drop: a loss fails only if a test finds it and it is larger than a value."""

import json
from pathlib import Path

import pytest

from support.accepted import ACCEPT, against, system
from support.program import write_jsonl


@pytest.fixture
def accepted_large(cli, tmp_path):
    """Accept a run of 400 records."""
    write_jsonl(tmp_path / "old.jsonl", system(400))
    words = ["-o", "r.json", "--instances", "s.jsonl", "-q"]
    assert cli("evaluate", "chrf", "old.jsonl", *words).code == 0
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    return tmp_path


def slightly_worse(n=400):
    """Return records of which each tenth lacks its last words."""
    return [
        {**one, "prediction": one["prediction"][:-3]} if i % 10 == 0 else one
        for i, one in enumerate(system(n))
    ]


def test_a_small_loss_that_a_test_finds_passes(cli, accepted_large):
    """The same loss fails the paired test, and the gate whose value is below it."""
    plain = against(cli, accepted_large, slightly_worse())
    assert plain.code == 1
    assert "p <0.0001" in plain.err
    large = against(cli, accepted_large, slightly_worse(), "--significant-drop", "chrf=5")
    assert large.code == 0, large.err
    kept = against(cli, accepted_large, slightly_worse(), "--significant-drop", "chrf=5", "-o",
                   "kept.json")  # fmt: skip
    assert kept.code == 0, kept.err
    [gate] = json.loads(Path("kept.json").read_text())["gates"]
    assert ", worse, but by no more than 5, on " in gate["sentence"]
    small = against(cli, accepted_large, slightly_worse(), "--significant-drop", "chrf=0.2")
    assert small.code == 1
    assert "chrf is not significantly worse than the baseline by more than 0.2" in small.err


def test_a_loss_that_chance_explains_passes_whatever_its_size(cli, accepted):
    """--max-drop fails where no test finds a loss, and --significant-drop does not."""
    records = system(wrong=[1, *range(0, 40, 8)])
    assert against(cli, accepted, records, "--max-drop", "chrf=0.5").code == 1
    assert against(cli, accepted, records, "--significant-drop", "chrf=0.5").code == 0


def test_the_records_with_the_largest_losses_are_named(cli, accepted):
    """A failed gate on a drop names five records that are worse, and counts the others."""
    records = system(wrong=range(0, 40, 2))
    for option in ((), ("--significant-drop", "chrf=1"), ("--max-drop", "chrf=1")):
        done = against(cli, accepted, records, *option)
        assert done.code == 1
        assert "; largest losses in records " in done.err
        assert "and 10 more" in done.err


def test_a_drop_without_scores_of_records_names_none(cli, accepted):
    """--max-drop compares with a baseline that has numbers alone."""
    cli("evaluate", "chrf", "old.jsonl", "-o", "base.json", "--force")
    done = against(cli, accepted, system(wrong=range(20)), "--max-drop", "chrf=1")
    assert done.code == 1
    assert "largest losses" not in done.err


def test_it_is_about_groups(cli, tmp_path):
    """With --by the gate names a group, and only that is tested."""

    def records(wrong):
        return [
            {**one, "groups": {"half": "ab"[i % 2]}}
            for i, one in enumerate(system(80, wrong=wrong))
        ]

    write_jsonl(tmp_path / "a.jsonl", records(()))
    assert cli("evaluate", "chrf", "a.jsonl", "--by", "half", *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", records(range(0, 80, 2)))
    words = ["evaluate", "chrf", "a.jsonl", "--by", "half", "--baseline", "r.json"]
    assert cli(*words, "--significant-drop", "chrf[half=b]=1").code == 0
    assert cli(*words, "--significant-drop", "chrf[half=a]=1").code == 1


def test_it_is_about_data_sets(cli, tmp_path):
    """Over data sets it applies to the set that it names, else to each."""
    write_jsonl(tmp_path / "a.jsonl", system())
    write_jsonl(tmp_path / "b.jsonl", system())
    sets = ["--dataset", "one=a.jsonl", "--dataset", "two=b.jsonl"]
    assert cli("evaluate", "chrf", *sets, *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", system(wrong=range(20)))
    words = ["evaluate", "chrf", *sets, "--baseline", "r.json", "--significant-drop"]
    assert cli(*words, "chrf[dataset=two]=1").code == 0
    assert cli(*words, "chrf[dataset=one]=1").code == 1
    assert cli(*words, "chrf=1").code == 1


def test_it_goes_with_other_gates(cli, accepted):
    """Each option judges the outputs that it names, all in one run."""
    options = ["--significant-drop", "chrf=1", "--not-worse", "chrf=1", "--max-drop", "chrf=1"]
    done = against(cli, accepted, system(wrong=range(0, 40, 2)), *options)
    assert done.code == 1
    assert "3 of 3 gates failed" in done.err


@pytest.mark.parametrize(
    ("value", "fragment"),
    [
        ("chrf", "write METRIC=VALUE"),
        ("chrf=-1", "give 0 or more"),
        ("chrf=nan", "not a finite number"),
        ("bleu=1", "chrf"),
        ("chrf[half=a]=1", "--by half"),
    ],
)
def test_bad_values_are_refused(cli, accepted, value, fragment):
    """What cannot be tested is refused with exit code 2 and a remedy."""
    done = against(cli, accepted, system(), "--significant-drop", value)
    assert done.code == 2
    assert "--significant-drop" in done.err
    assert fragment in done.err


@pytest.mark.usefixtures("accepted")
def test_it_needs_a_baseline_and_a_direction(cli):
    """Without a baseline there is nothing to compare with; a length cannot be worse."""
    done = cli("evaluate", "chrf", "old.jsonl", "--significant-drop", "chrf=1")
    assert (done.code, "--baseline RESULT.json" in done.err) == (2, True)
    cli("evaluate", "length", "old.jsonl", *ACCEPT, "--force")
    words = ["length", "old.jsonl", "--baseline", "r.json"]
    done = cli("evaluate", *words, "--significant-drop", "length_words=1")
    assert done.code == 2
    assert "--max-drop length_words=1" in done.err
