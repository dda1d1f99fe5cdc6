"""Regressions since a baseline, by a paired test or by --max-drop."""

import json

import pytest

from sacreval.scoring.point_estimates import worsening
from support.accepted import ACCEPT, against, system
from support.mirror import CHECKOUT
from support.program import write_jsonl


def test_the_same_run_passes(cli, accepted):
    """Nothing has changed: the gate holds and says how many instances are aligned."""
    done = against(cli, accepted, system(wrong=range(0, 40, 8)))
    assert done.code == 0
    assert "40 aligned, 0 missing, 0 new" in done.err


def test_a_significant_drop_fails(cli, accepted):
    """A drop that chance does not explain exits with 1 and gives both scores and p."""
    done = against(cli, accepted, system(wrong=range(0, 40, 2)))
    assert done.code == 1
    assert "chrf of a: it went from" in done.err
    assert "p 0.000" in done.err


def test_a_drop_that_chance_explains_passes_the_test_but_not_max_drop(cli, accepted):
    """One instance more is wrong: no evidence, but --max-drop is strict."""
    records = system(wrong=[1, *range(0, 40, 8)])
    assert against(cli, accepted, records).code == 0
    assert against(cli, accepted, records, "--max-drop", "chrf=0.5").code == 1
    assert against(cli, accepted, records, "--max-drop", "chrf=50").code == 0


def test_a_gain_passes(cli, accepted):
    """A better run passes both gates."""
    assert against(cli, accepted, system()).code == 0
    assert against(cli, accepted, system(), "--max-drop", "chrf=0").code == 0


@pytest.mark.parametrize(
    ("records", "options", "fragments"),
    [
        (system(), ["--word-order", "2"], ["chrf has word_order 0 there, 2 here"]),
        (system(reference="a cat sat"), [], ["references and sources"]),
        (system(drop=[3, 4]), [], ["38 aligned, 2 missing (3, 4), 0 new"]),
        (system(n=41), [], ["40 aligned, 0 missing, 1 new (40)"]),
    ],
    ids=["options", "references", "missing", "new"],
)
def test_other_signatures_are_refused(cli, accepted, records, options, fragments):
    """A baseline of another metric or data is no baseline: exit 2, naming what differs."""
    done = against(cli, accepted, records, *options)
    assert done.code == 2
    assert done.out == ""
    for fragment in (*fragments, "--force-baseline", "baseline set"):
        assert fragment in done.err
    forced = against(cli, accepted, records, *options, "--force-baseline", "--max-drop", "chrf=99")
    assert forced.code == 0
    for fragment in fragments:
        assert fragment in forced.err


def test_other_options_cannot_be_tested(cli, accepted):
    """Even when forced, statistics of other options are not shuffled into each other."""
    done = against(cli, accepted, system(), "--word-order", "2", "--force-baseline")
    assert done.code == 2
    assert "--max-drop" in done.err


@pytest.mark.parametrize(
    ("records", "options", "remedy"),
    [
        (system(drop=[3, 4]), [], ["--force-baseline"]),
        (system(), ["--word-order", "2"], ["--force-baseline", "--max-drop", "chrf=99"]),
        (system(drop=[3]), ["--max-drop", "chrf=99"], ["--force-baseline"]),
    ],
    ids=["instances", "options", "a drop"],
)
def test_the_remedy_of_a_refusal_works(cli, accepted, records, options, remedy):
    """What the refusal of a baseline names, no more and no less, ends the run well."""
    told = against(cli, accepted, records, *options).err
    for name in ("--force-baseline", "--max-drop"):
        assert (f"give {name}" in told or f"and {name}" in told) == (name in remedy)
    assert against(cli, accepted, records, *options, *remedy).code == 0


@pytest.mark.usefixtures("accepted")
def test_a_baseline_with_nothing_in_common_is_refused_even_when_forced(cli):
    """A gate that has nothing to compare does not pass, and no option is named that would."""
    words = ["wer", "old.jsonl", "--baseline", "base.json"]
    for more in ([], ["--force-baseline"], ["--force-baseline", "--max-drop", "wer=1"]):
        done = cli("evaluate", *words, *more)
        assert done.code == 2
        assert "it has no wer of 'a'" in done.err
        assert "give --force-baseline" not in done.err


def test_only_shared_instances_are_tested(cli, accepted):
    """When forced, instances of one run alone do not count in the test."""
    hard = system(n=80, wrong=range(40, 80), drop=[1])
    done = against(cli, accepted, hard, "--force-baseline")
    assert done.code == 0, done.err
    assert "39 aligned, 1 missing (1), 40 new (40, 41, 42, …)" in done.err


def test_a_paired_test_needs_the_records(cli, accepted):
    """Without --instances only --max-drop can judge, and the message says so."""
    cli("evaluate", "chrf", "old.jsonl", "-o", "base.json", "--force")
    done = against(cli, accepted, system())
    assert done.code == 2
    assert "--instances" in done.err
    assert "--max-drop" in done.err
    assert against(cli, accepted, system(), "--max-drop", "chrf=1").code == 0


def test_a_suite_is_held_against_a_suite(cli, tmp_path):
    """Each metric of a suite is tested on its own, under its name, corrected by Holm."""
    specs = ["-m", "chrf", "-m", 'wer{"as": "words"}']
    write_jsonl(tmp_path / "a.jsonl", system())
    assert cli("evaluate", "suite", *specs, "a.jsonl", *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", system(wrong=range(20)))
    done = cli("evaluate", "suite", *specs, "a.jsonl", "--baseline", "r.json", "-o", "now.json")
    assert done.code == 1
    gates = json.loads((tmp_path / "now.json").read_text())["gates"]
    assert {("chrf", False), ("words_wer", False)} <= {(g["output"], g["passed"]) for g in gates}


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.fixture
def lengths(cli, tmp_path):
    """Accept a run of outputs of five words each."""

    def records(words):
        return [
            {"instance_id": str(i), "system_id": "a", "prediction": "w " * words, "references": [
                "w w w w w"]} for i in range(8)
        ]  # fmt: skip

    write_jsonl(tmp_path / "5.jsonl", records(5))
    write_jsonl(tmp_path / "4.jsonl", records(4))
    write_jsonl(tmp_path / "6.jsonl", records(6))
    for name in ("length", "length-to-reference"):
        done = cli("evaluate", name, "5.jsonl", "-o", f"{name}.json", "--instances",
                   f"{name}.jsonl", "-q")  # fmt: skip
        assert done.code == 0


@pytest.mark.usefixtures("lengths")
@pytest.mark.parametrize("records", ["4.jsonl", "6.jsonl"])
def test_max_drop_bounds_a_change_in_either_direction(cli, records):
    """--max-drop of a length says "changes by" and fails a rise as it fails a fall."""
    held = ("evaluate", "length", records, "--baseline", "length.json", "--max-drop")
    assert cli(*held, "length_words=1").code == 0
    done = cli(*held, "length_words=0.5")
    assert done.code == 1
    assert "(length_words changes by 0.5 at most)" in done.err


@pytest.mark.usefixtures("lengths")
def test_a_paired_test_leaves_them_out_and_says_so(cli):
    """A baseline's test judges the deviation and not the ratio; of lengths alone it is refused."""
    done = cli("evaluate", "length-to-reference", "6.jsonl", "--baseline",
               "length-to-reference.json", "--format", "json")  # fmt: skip
    assert {gate["output"] for gate in done.json()["gates"]} == {"length_deviation"}
    assert "--max-drop length_ratio=VALUE" in done.err
    done = cli("evaluate", "length", "6.jsonl", "--baseline", "length.json")
    assert done.code == 2
    assert "--max-drop length_words=VALUE" in done.err


@pytest.mark.parametrize(
    ("old", "now", "better", "want"),
    [(3.0, 1.0, True, 2.0), (3.0, 1.0, False, -2.0), (3.0, 1.0, None, 2.0), (1.0, 3.0, None, 2.0)],
)
def test_worsening(old, now, better, want):
    """A number worsens by its fall, by its rise, or by either, as its direction says."""
    assert worsening(old, now, higher_is_better=better) == want


def test_noise_of_floats_is_no_drop():
    """A drop from 0.3 to 0.29 is 0.01, not 0.01000000000000001."""
    assert worsening(0.3, 0.29, higher_is_better=True) == 0.01
    assert worsening(0.29, 0.3, higher_is_better=False) == 0.01
    assert worsening(1.0, 1e-11, higher_is_better=True) < 1.0


@pytest.mark.parametrize("metric", ["wer", "ter"])
def test_max_drop_where_lower_is_better(cli, tmp_path, metric):
    """A rate that rises past --max-drop fails with "worsens by"; one that falls passes."""
    sides = {"good": "the cat sat on the mat", "bad": "the cat sat on a rug"}
    for name, text in sides.items():
        record = {"system_id": "a", "prediction": text, "references": ["the cat sat on the mat"]}
        write_jsonl(tmp_path / f"{name}.jsonl", [{"instance_id": str(i), **record}
                                                 for i in range(4)])  # fmt: skip
        cli("evaluate", metric, f"{name}.jsonl", "-o", f"{name}.json", "-q")
    done = cli("evaluate", metric, "bad.jsonl", "--baseline", "good.json",
               "--max-drop", f"{metric}=0.01")  # fmt: skip
    assert done.code == 1
    assert f"({metric} worsens by 0.01 at most)" in done.err
    assert "drops" not in done.err
    done = cli("evaluate", metric, "good.jsonl", "--baseline", "bad.json",
               "--max-drop", f"{metric}=0")  # fmt: skip
    assert done.code == 0, done.err


def test_max_drop_says_drops_where_higher_is_better(cli):
    """The gate of BLEU says "drops by"."""
    cli("evaluate", "bleu", SAMPLE, "-o", "r.json", "-q")
    done = cli("evaluate", "bleu", SAMPLE, "--baseline", "r.json", "--max-drop", "bleu=1",
               "--format", "json")  # fmt: skip
    assert {gate["gate"] for gate in done.json()["gates"]} == {"bleu drops by 1 at most"}
