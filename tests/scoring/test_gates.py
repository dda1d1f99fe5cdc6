"""Gates: bounds, drops and paired tests against an accepted run."""

import json
import shutil

import pytest

from sacreval.core.results import Result
from sacreval.scoring.gates import Gate
from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
EVALUATE = ("evaluate", "bleu", SAMPLE)


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        (["--fail-under", "bleu=13"], 0),
        (["--fail-under", "bleu=14"], 1),
        (["--check", "bleu >= 13"], 0),
        (["--check", "bleu>20"], 1),
        (["--check", "bleu < 80", "--check", "bleu <= 77.4"], 0),
        (["--check", "bleu < 77"], 1),
    ],
)
def test_bounds(cli, gate, code):
    """A gate holds for every system or the run exits with 1; the results are printed either way."""
    done = cli(*EVALUATE, *gate)
    assert done.code == code
    assert "careful" in done.out
    assert ("gate failed" in done.err) == bool(code)


def test_fail_under_knows_where_lower_is_better(cli):
    """--fail-under ter=60 fails above 60 and passes below."""
    assert cli("evaluate", "ter", SAMPLE, "--fail-under", "ter=70").code == 0
    done = cli("evaluate", "ter", SAMPLE, "--fail-under", "ter=60")
    assert done.code == 1
    assert "literal" in done.err
    assert "careful" not in done.err


def result(value):
    return Result(
        metric="m", output="m", system_id="s", group=None, value=value, n=1,
        higher_is_better=True, interval=None, signature="m", engine="official",
    )  # fmt: skip


@pytest.mark.parametrize("operator", [">=", "<=", ">", "<"])
@pytest.mark.parametrize("value", [None, float("nan")])
def test_nothing_never_passes(operator, value):
    """A number that is missing or NaN fails every gate."""
    assert not Gate("g", "m", operator, 0.0).verdict(result(value)).passed


@pytest.mark.parametrize(
    ("operator", "passes"), [(">=", True), ("<=", True), (">", False), ("<", False)]
)
def test_the_boundary(operator, passes):
    """The bound itself passes >= and <=, and float noise does not move it."""
    assert Gate("g", "m", operator, 0.3).verdict(result(0.1 + 0.2)).passed is passes


def test_every_violated_gate_is_printed(cli):
    """All violated gates are told, quiet or not, and counted."""
    done = cli(*EVALUATE, "--fail-under", "bleu=50", "--check", "bleu < 70", "-q")
    assert done.code == 1
    assert done.err.count("gate failed") == 3
    assert "3 of 6 gates failed" in done.err


BAD = {
    "an unknown number": (["--fail-under", "blue=3"], "'blue'", "'bleu'"),
    "an unknown number in a check": (["--check", "rouge1_f1 >= 3"], "'rouge1_f1'", "bleu"),
    "no value": (["--fail-under", "bleu"], "METRIC=VALUE"),
    "not a number": (["--fail-under", "bleu=high"], "'high'", "0.3"),
    "not a finite number": (["--check", "bleu >= nan"], "'nan'", "finite"),
    "a bound twice": (["--fail-under", "bleu=3", "--fail-under", "bleu=4"], "repeated"),
    "no condition": (["--check", "bleu = 3"], "bleu >= 30"),
    "a drop from nothing": (["--max-drop", "bleu=1"], "--baseline"),
    "a negative drop": (["--baseline", "b.json", "--max-drop", "bleu=-1"], "0 or more"),
    "an unknown drop": (["--baseline", "b.json", "--max-drop", "blue=1"], "'blue'"),
    "no such baseline": (["--baseline", "gone.json"], "gone.json", "no such file"),
    "no baseline but something else": (
        ["--baseline", "no.json"],
        "no.json",
        "not a result of `sacreval evaluate`",
    ),
    "a file twice": (["--junit", "x.xml", "--instances", "x.xml"], "named twice"),
    "no folder": (["--junit", "gone/x.xml"], "gone", "create it first"),
    "an existing file": (["--junit", "no.json"], "no.json", "--force"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_gates(cli, tmp_path, name):
    """A gate that cannot be judged exits with 2 before any work, with one sentence."""
    (tmp_path / "no.json").write_text("{}")
    words, *fragments = BAD[name]
    done = cli(*EVALUATE, *words)
    assert done.code == 2
    assert done.out == ""
    for fragment in fragments:
        assert fragment in done.err


ACCEPT = ("-o", "r.json", "--instances", "s.jsonl", "-q")


def system(n=40, *, wrong=(), drop=(), name="a", reference="the cat sat on the mat"):
    """Write records of which some are wrong and some are missing."""
    return [
        {
            "instance_id": str(i),
            "system_id": name,
            "prediction": "a dog ran" if i in wrong else f"the cat sat on the mat {i}",
            "references": [reference + f" {i}"],
        }
        for i in range(n)
        if i not in drop
    ]


@pytest.fixture
def accepted(cli, tmp_path):
    """Accept a run of a system that is wrong on every eighth instance."""
    write_jsonl(tmp_path / "old.jsonl", system(wrong=range(0, 40, 8)))
    assert cli("evaluate", "chrf", "old.jsonl", *ACCEPT).code == 0
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    return tmp_path


def against(cli, folder, records, *options):
    write_jsonl(folder / "new.jsonl", records)
    return cli("evaluate", "chrf", "new.jsonl", "--baseline", "base.json", *options)


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


def test_other_versions_are_not_refused(cli, accepted):
    """Versions and outputs may differ between a baseline and a run."""
    content = (accepted / "base.json").read_text()
    (accepted / "base.json").write_text(content.replace("sacrebleu:", "sacrebleu:0."))
    assert against(cli, accepted, system()).code == 0


def test_a_system_without_baseline_is_refused(cli, accepted):
    """A second system has nothing to be held against; --force-baseline leaves it out."""
    records = [*system(), *system(name="b")]
    done = against(cli, accepted, records)
    assert done.code == 2
    assert "no chrf of 'b'" in done.err
    assert against(cli, accepted, records, "--force-baseline").code == 0


def test_a_paired_test_needs_the_records(cli, accepted):
    """Without --instances only --max-drop can judge, and the message says so."""
    cli("evaluate", "chrf", "old.jsonl", "-o", "base.json", "--force")
    done = against(cli, accepted, system())
    assert done.code == 2
    assert "--instances" in done.err
    assert "--max-drop" in done.err
    assert against(cli, accepted, system(), "--max-drop", "chrf=1").code == 0


def test_changed_records_of_a_baseline_are_found(cli, accepted):
    """The file of the records must be the one that was written with the result."""
    beside = accepted / "base.instances.jsonl"
    beside.write_text(beside.read_text().replace('"a"', '"b"', 1))
    done = against(cli, accepted, system())
    assert done.code == 2
    assert "base.instances.jsonl" in done.err


def test_a_baseline_moves_by_command_only(cli, accepted):
    """A run never writes its baseline; `baseline set` replaces it, and wants two files."""
    before = (accepted / "base.json").read_bytes()
    against(cli, accepted, system(), "-o", "r.json", "--instances", "s.jsonl", "--force")
    assert (accepted / "base.json").read_bytes() == before
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    assert (accepted / "base.json").read_bytes() != before
    shutil.rmtree(accepted / "elsewhere", ignore_errors=True)
    (accepted / "elsewhere").mkdir()
    assert cli("baseline", "set", "r.json", "elsewhere/base.json").code == 0
    for words, fragment in (
        (["r.json", "r.json"], "another file"),
        (["r.json", "base.txt"], ".json"),
        (["gone.json", "base.json"], "no such file"),
    ):
        done = cli("baseline", "set", *words)
        assert done.code == 2
        assert fragment in done.err


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
