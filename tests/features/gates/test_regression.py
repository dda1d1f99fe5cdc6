"""Regressions since a baseline, by a paired test or by --max-drop."""

import json
import re

import pytest

from support.accepted import ACCEPT, against, system
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few


def test_the_same_run_passes(cli, accepted):
    """Nothing has changed: the gate holds and says how many instances are aligned."""
    done = against(cli, accepted, system(wrong=range(0, 40, 8)))
    assert done.code == 0
    assert "40 aligned, 0 gone, 0 new" in done.err


def test_a_significant_drop_fails(cli, accepted):
    """A drop that chance does not explain exits with 1 and gives both scores and p."""
    done = against(cli, accepted, system(wrong=range(0, 40, 2)))
    assert done.code == 1
    assert "chrf of a: it went from" in done.err
    assert "p <0.0001" in done.err


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
        (system(drop=[3, 4]), [], ["38 aligned, 2 gone (3, 4), 0 new"]),
        (system(n=41), [], ["40 aligned, 0 gone, 1 new (40)"]),
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
    message = against(cli, accepted, records, *options).err
    for name in ("--force-baseline", "--max-drop"):
        assert (f"give {name}" in message or f"and {name}" in message) == (name in remedy)
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
    assert "39 aligned, 1 gone (1), 40 new (40, 41, 42, …)" in done.err


def test_missing_records_fail_a_gate_in_one_sentence(cli, accepted):
    """It has the scores of the shared records, whose change it is, and no notice says it passed."""
    records = system(wrong=[20, *range(0, 40, 8)])
    records[1:4] = [record | {"prediction": None, "error": "failed"} for record in records[1:4]]
    for gate in ([], ["--not-worse", "chrf=50"]):
        done = against(cli, accepted, records, "--allow-errors", *gate)
        (sentence,) = (line for line in done.err.splitlines() if "chrf of a:" in line)
        assert sentence.startswith("sacreval: gate failed")
        old, now, change = re.findall(r"[-\d.]+", sentence.partition("it went")[2])[:3]
        assert float(now) - float(old) == pytest.approx(float(change), abs=1e-3)
        assert "; but 3 of 40 records are missing" in sentence
        assert "the test finds these true drops" not in done.err


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


def test_a_pass_names_the_smallest_drop(cli, accepted):
    """A test that passes prints, once, the smallest drop that this run can find."""
    records = system(wrong=[1, *range(0, 40, 8)])
    done = against(cli, accepted, records, "-o", "now.json")
    (line,) = [line for line in done.err.splitlines() if "true drops in 80 % of runs" in line]
    (gate,) = json.loads((accepted / "now.json").read_text())["gates"]
    assert f"chrf {gate['detectable']:.3g}" in line
    assert "no score of a record has changed" in against(cli, accepted, [
        *system(wrong=range(0, 40, 8))]).err  # fmt: skip


ANSWERS = {
    "not worse": (["--not-worse", "chrf=45"], 0, "gate passed: chrf of a: not worse:", []),
    "worse": (["--not-worse", "chrf=5"], 1, "gate failed: chrf of a: worse:", ["1 gates failed"]),
    "cannot tell": (
        ["--not-worse", "chrf=20"], 1, "gate undecided: chrf of a: cannot tell:",
        ["cannot tell whether", "needs about"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_margin_has_three_answers(cli, accepted, answer):
    """Each answer has its own text on stderr, in JSON and in JUnit; two of them fail."""
    options, code, text, rest = ANSWERS[answer]
    records = system(wrong=range(0, 40, 3))
    done = against(cli, accepted, records, *options, "-o", "now.json", "--junit", "gates.xml")
    assert done.code == code
    for fragment in (text, *rest):
        assert fragment in done.err
    (gate,) = json.loads((accepted / "now.json").read_text())["gates"]
    assert (gate["answer"], gate["passed"]) == (answer, not code)
    xml = (accepted / "gates.xml").read_text()
    assert (f'type="{answer}"' in xml) == bool(code)


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["--not-worse", "chrf=1"], "--not-worse needs a baseline"),
        (["--baseline", "base.json", "--not-worse", "chrf=-1"], "give 0 or more"),
        (["--baseline", "base.json", "--not-worse", "chrf"], "write METRIC=VALUE"),
    ],
)
def test_margins_are_checked(cli, accepted, words, fragment):
    """A margin needs a baseline, and is no drop below 0."""
    assert (accepted / "base.json").exists()
    done = cli("evaluate", "chrf", "old.jsonl", *words)
    assert done.code == 2
    assert fragment in done.err


def test_margins_and_drops_share_a_run(cli, accepted):
    """An output may have a margin and a bound on its drop; others are not judged."""
    both = ("--not-worse", "chrf=1", "--max-drop", "chrf=1")
    done = against(cli, accepted, system(wrong=range(0, 40, 8)), *both, "--format", "json")
    assert done.code == 0
    assert [gate["gate"] for gate in done.json()["gates"]] == [
        "chrf drops by 1 at most", "chrf is not worse than the baseline by 1",
    ]  # fmt: skip


def test_passages_are_units(cli, tmp_path):
    """Records of one passage that change together are one unit; --resample-by names it."""

    def records(bad):
        return [
            {**record, "groups": {"passage": f"p{int(record['instance_id']) // 5}"}}
            for record in system(wrong=[i for i in range(60) if i // 5 in bad], n=60)
        ]  # fmt: skip

    write_jsonl(tmp_path / "a.jsonl", records(bad={0}))
    assert cli("evaluate", "chrf", "a.jsonl", *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", records(bad={0, 1, 2}))
    run = ("evaluate", "chrf", "a.jsonl", "--baseline", "r.json")
    result = cli(*run)
    assert (result.code, "tests of the baseline are over passage" in result.err) == (0, True)
    assert cli(*run, "--resample-by", "passage").code == 0
    assert cli(*run, "--interval", "percentile").code == 1


def test_a_few_groups_are_refused(cli, accepted):
    """Fewer than six groups cannot test: exit 2 before any verdict."""
    records = [{**record, "groups": {"half": str(i % 2)}} for i, record in enumerate(system())]
    done = against(cli, accepted, records, "--resample-by", "half")
    assert done.code == 2
    assert "2 values of half are too few" in done.err


def test_a_length_has_no_margin(cli):
    """--not-worse of an output without a direction names --max-drop."""
    done = cli(
        "evaluate", "length", SAMPLE, "--baseline", "b.json", "--not-worse", "length_words=1"
    )
    assert done.code == 2
    assert "--max-drop length_words=1" in done.err


REFERENCE = "a cat sat here"


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file of outputs, one for each text."""

    def file(name, texts):
        records = [
            {"prediction": text, "references": [REFERENCE], "groups": {"part": "xy"[i % 2]}}
            for i, text in enumerate(texts)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", records)

    return file


@pytest.fixture
def baseline(cli, write):
    """Accept a run whose first three records are right."""
    write("sys", [REFERENCE, REFERENCE, REFERENCE, "wrong", "a cat"])
    words = ("suite", "-m", "exact-match", "-m", "chrf", "sys.jsonl", "--by", "part")
    assert cli("evaluate", *words, "-o", "old.json", "--instances", "old.jsonl").code == 0


def again(cli, metric, option, *words):
    return cli(
        "evaluate", metric, "sys.jsonl", "--baseline", "old.json", "--no-new-failures", option,
        *words,
    )  # fmt: skip


@pytest.mark.usefixtures("baseline")
def test_right_and_wrong(cli, write):
    """A record that was right and is wrong is named, however many others are right now."""
    write("sys", [REFERENCE, "wrong", REFERENCE, REFERENCE, REFERENCE])
    done = again(cli, "exact-match", "exact_match")
    assert done.code == 1
    assert (
        "exact_match of sys: 1 of 3 records that met it in the baseline no longer do, 2 (1 to 0); "
        "2 others now do (no new failures of exact_match)"
    ) in done.err
    write("sys", [REFERENCE] * 4 + ["new"])
    assert again(cli, "exact-match", "exact-match").code == 0


@pytest.mark.usefixtures("baseline")
def test_absent_records(cli, write):
    """A record that was right and is not in the run fails, also where the comparison is forced."""
    write("sys", [REFERENCE, REFERENCE])
    done = again(cli, "exact-match", "exact_match", "--force-baseline")
    assert done.code == 1
    assert "1 of 3 records that met it in the baseline no longer do, 3 (absent)" in done.err
    chosen = again(cli, "exact-match", "exact_match", "--force-baseline", "--limit", "1")
    assert chosen.code == 0, chosen.err


@pytest.mark.usefixtures("baseline")
def test_conditions(cli, write):
    """A condition decides which scores fail."""
    write("sys", [REFERENCE, REFERENCE, "a cat sat her", "wrong", "x"])
    assert again(cli, "chrf", "chrf >= 60").code == 0
    done = again(cli, "chrf", "chrf > 20")
    assert done.code == 1
    assert "chrf > 20 of sys: 1 of 4 records that met it" in done.err
    assert ", 5 (" in done.err
    done = again(cli, "chrf", "chrf", "--max-drop", "chrf=50")
    assert (done.code, 'as in --no-new-failures "chrf >= VALUE"' in done.err) == (2, True), done.err


@pytest.mark.usefixtures("baseline")
def test_groups_and_other_gates(cli, write):
    """It holds for a group, and beside other gates on the baseline."""
    write("sys", [REFERENCE, "wrong", REFERENCE, REFERENCE, REFERENCE])
    words = ("--by", "part")
    assert again(cli, "exact-match", "exact_match[part=x]", *words).code == 0
    done = again(cli, "exact-match", "exact_match[part=y]", *words)
    assert (done.code, "exact_match[part=y] of sys: 1 of 1" in done.err) == (1, True), done.err
    done = again(cli, "exact-match", "exact_match", "--max-drop", "exact_match=1")
    assert done.err.count("gate failed") == 1
    done = again(cli, "exact-match", "exact_match", "--not-worse", "exact_match=0.9")
    assert done.code == 1
    assert "no longer do" in done.err


@few(3,
    ("words", "said"),
    [
        (("chrf", "--no-new-failures", "chrf >= 40"), "needs a baseline"),
        (("chrf", "--no-new-failures", "bleu", "--baseline", "old.json"), "bleu"),
        (("chrf", "--no-new-failures", "chrf >= x", "--baseline", "old.json"), "x"),
        (("chrf", "--no-new-failures", "", "--baseline", "old.json"), "--no-new-failures"),
        (
            ("chrf", "--no-new-failures", "chrf", "--no-new-failures", "chrf > 3", "--baseline",
             "old.json"),
            "repeated",
        ),
        (("chrf", "--no-new-failures", "chrf > 4", "--baseline", "bare.json"), "--instances"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("baseline")
def test_bad_options(cli, words, said):
    """What cannot be is one sentence and exit code 2."""
    cli("evaluate", "chrf", "sys.jsonl", "-o", "bare.json")
    done = cli("evaluate", words[0], "sys.jsonl", *words[1:])
    assert (done.code, done.err.count("\n"), said in done.err) == (2, 1, True), done.err
