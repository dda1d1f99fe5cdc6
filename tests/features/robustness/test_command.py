"""robustness: definitions, pairs of records, swapped files, failed records."""

import csv
import io
import json

import pytest

from sacreval.features.robustness.command import long_table, notes, render, wide_table
from sacreval.features.robustness.result import (
    MeanWithInterval,
    Realised,
    Robustness,
    RobustnessReport,
)
from support import missing
from support.cases import COLLECTIONS
from support.variant_outputs import records, write


@pytest.fixture
def run(cli, tmp_path):
    """Runs robustness on two lists of records, and returns code, document and messages."""

    def call(originals, variants, *words, metric="accuracy"):
        files = write(tmp_path / "o.jsonl", originals), write(tmp_path / "p.jsonl", variants)
        code, out, err = cli("robustness", metric, *files, *words, "--format", "json")
        return code, json.loads(out) if out else None, err

    return call


def test_definitions(run):
    """Means over records of two variants each, and the realised changes, by hand."""
    code, report, err = run(*records())
    assert code == 0, err
    (result,) = report["results"]
    names = ("mean", "perturbed_mean", "change", "absolute_change", "worst", "share_changed")
    values = [result[name]["value"] for name in names]
    assert values == pytest.approx([2 / 3, 1 / 6, -0.5, 0.5, 0.0, 0.5])
    assert (result["n"], result["variants"], result["system_id"]) == (3, 2, "o")
    (realised,) = report["realised"]
    assert realised["inputs_changed"] == pytest.approx(5 / 6)
    assert realised["character_rate"] == pytest.approx(5 / 26)
    assert realised["outputs_changed"] == pytest.approx(5 / 6)
    assert "1 of 6 variants have the `input` of their original" in err


@pytest.mark.long
def test_order_of_records_and_workers_changes_nothing(run):
    """Variants and records are joined by their names."""
    originals, variants = records()
    expected = run(originals, variants)[1]
    assert run(originals[::-1], variants[::-1])[1] == expected
    assert run(originals, variants, "--workers", "2")[1] == expected


def test_a_constant_metric_changes_nothing(run):
    """Outputs that are the same have no change, with an interval that is not zero."""
    originals, variants = records()
    outputs = {original["instance_id"]: original["prediction"] for original in originals}
    variants = [variant | {"prediction": outputs[variant["instance_id"]]} for variant in variants]
    (result,) = run(originals, variants)[1]["results"]
    assert result["change"]["value"] == result["share_changed"]["value"] == 0.0
    assert result["change"]["low"] < 0 < result["change"]["high"]


def test_swapped_files_are_found(run):
    """The first file has no variants."""
    originals, variants = records()
    code, _, err = run(variants, originals)
    assert code == 2
    assert "o.jsonl:1" in err
    assert "name" in err
    assert "p.jsonl first" in err


def test_unpaired_records_are_named(run):
    """A variant without original, an original without variant, and one variant too few."""
    originals, variants = records()
    assert "have no original ('3')" in run(originals[:2], variants)[2]
    assert "have no output for p (butter-finger 1) ('3')" in run(originals, variants[:4])[2]
    code, _, err = run(originals, variants[:-1])
    assert code == 2
    assert "'3'" in err
    code, _, err = run(originals, [*variants, variants[0]])
    assert code == 2
    assert "p.jsonl:7" in err


def test_other_references_are_refused(run):
    """A variant is judged against what its original is judged against."""
    originals, variants = records()
    variants[2]["references"] = ["5"]
    code, _, err = run(originals, variants)
    assert code == 2
    assert "instance '2' is judged against other references" in err


def test_failed_records_leave_their_instance_out(run):
    """A variant with an error is no empty output: its record has no change."""
    originals, variants = records()
    variants[4] = {key: x for key, x in variants[4].items() if key != "prediction"}
    variants[4]["error"] = "timed out"
    code, report, err = run(originals, variants)
    assert code == 3
    assert "timed out" in err
    assert (report["results"][0]["n"], report["results"][0]["missing"]) == (3, {"failed": 1})
    assert "unanswered" not in report["results"][0]
    assert run(originals, variants, "--allow-errors")[0] == 0


def test_missing_and_unanswered_records_are_in_every_format(cli, tmp_path):
    """A record counts once, whether the output is that of the original or of variants."""
    originals, variants = records()
    variants[0]["prediction"] = variants[1]["prediction"] = ""
    originals[2] = {"error": "timed out", **originals[2], "prediction": None}
    pairs = zip("op", (originals, variants), strict=True)
    files = [write(tmp_path / f"{name}.jsonl", lines) for name, lines in pairs]

    def out(form):
        words = ("exact-match", *files, "--allow-errors", "-q", "--format", form)
        return cli("robustness", *words).out

    (result,) = json.loads(out("json"))["results"]
    assert (result["n"], result["unanswered"], result["missing"]) == (3, 1, {"failed": 1})
    (row,) = csv.DictReader(io.StringIO(out("csv")))
    assert (row["n"], row["unanswered"], row["missing_failed"]) == ("3", "1", "1")
    assert out("text").splitlines()[1].split()[:6] == ["o", "exact_match", "↑", "3", "1", "1"]
    for form in ("text", "md", "tex"):
        assert "missing, and not scored: o 1 of 3 (1 failed)" in out(form)


def test_systems_are_paired_by_name(run):
    """With several systems, each has its own variants; a system in one file only is named."""
    originals, variants = records()
    systems = ("a", "b")
    both = [[row | {"system_id": s} for s in systems for row in x] for x in (originals, variants)]
    report = run(*both)[1]
    assert [result["system_id"] for result in report["results"]] == ["a", "b"]
    assert report["results"][0]["change"] == report["results"][1]["change"]
    code, _, err = run(both[0], both[1][:6])
    assert code == 2
    assert "system 'b' is in one of the two files only" in err


def test_always_wrong_is_not_robust(run):
    """Scores of 0 cannot become worse, which is said."""
    originals, variants = records()
    for record in (*originals, *variants):
        record["references"] = ["other"]
    code, report, err = run(originals, variants)
    assert code == 0
    assert report["results"][0]["absolute_change"]["value"] == 0.0
    assert "no sign of robustness" in err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--field", "inputs"), "there is no field 'inputs'"),
        (("--confidence", "1"), "confidence"),
    ],
)
def test_wrong_options(run, words, why):
    """Each is one sentence."""
    code, _, err = run(*records(), *words)
    assert code == 2
    assert why in err


def test_two_files_are_needed(cli, tmp_path):
    """One file, or three, are refused; so is a metric of whole sets."""
    first = write(tmp_path / "o.jsonl", records()[0])
    assert "compares two files, and 1 were given" in cli("robustness", "accuracy", first)[2]
    assert cli("robustness", "self-bleu", first, first)[0] == 2


def test_every_input_option_counts(cli, tmp_path):
    """Joined records, and names of systems before their files, are used."""
    first = write(tmp_path / "o.jsonl", [{"instance_id": "1", "prediction": "x"}])
    second = write(tmp_path / "p.jsonl", [{"instance_id": "1", "prediction": "y"}])
    beside = write(tmp_path / "r.jsonl", [{"instance_id": "1", "references": ["x"]}])
    words = (f"s={first}", f"s={second}", "--join", beside, "--format", "json")
    (result,) = cli("robustness", "exact-match", *words).json()["results"]
    assert (result["system_id"], result["change"]["value"]) == ("s", -1)


@pytest.mark.parametrize("form", ["text", "md", "tex", "csv", "tsv", "jsonl"])
def test_every_format(cli, tmp_path, form):
    """The mean change is in each."""
    files = [write(tmp_path / f"{x}.jsonl", y) for x, y in zip("op", records(), strict=True)]
    code, out, _ = cli("robustness", "accuracy", *files, "--format", form)
    assert code == 0
    assert "-0.5" in out


def test_cases_of_fmeval(run):
    """The mean absolute change is fmeval's delta score of classification accuracy."""
    path = COLLECTIONS / "fmeval.json"
    if not path.exists():
        missing.say("fmeval's robustness: SACREVAL_CASES is not set")
        pytest.skip("no cases")
    wanted = "classification_accuracy_semantic_robustness"
    cases = [x for x in json.loads(path.read_text())["cases"] if x["algorithm"] == wanted]
    assert cases
    for case in cases:
        source, expected = case["input"], case["expected"]
        record = {"references": [source["target_output"]], "instance_id": "1"}
        variants = [
            record | {"prediction": text, "groups": {"variant": i}}
            for i, text in enumerate(source["perturbed_outputs"])
        ]
        _, report, _ = run([record | {"prediction": source["model_output"]}], variants)
        (result,) = report["results"]
        assert result["mean"]["value"] == expected["classification_accuracy_score"]
        delta = expected["delta_classification_accuracy_score"]
        assert result["absolute_change"]["value"] == delta


@pytest.fixture
def data(tmp_path):
    """Two records."""
    path = tmp_path / "data.jsonl"
    lines = [{"instance_id": i, "input": f"this is question number {i}"} for i in (1, 2)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_perturb(cli, data, tmp_path):
    """Variants are written in the order of the records, and counted."""
    out = tmp_path / "variants.jsonl"
    code, printed, err = cli("perturb", data, "--type", "butter-finger", "--n", 3, "-o", out)
    assert (code, printed) == (0, ""), err
    assert "6 variants of 2 records" in err
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(x["instance_id"], x["groups"]["variant"]) for x in rows] == [
        (i, v) for i in ("1", "2") for v in (1, 2, 3)
    ]
    assert cli("perturb", data, "--type", "butter-finger", "--n", 3)[1] == out.read_text()


def test_nothing_is_left_of_a_failed_run(cli, data, tmp_path):
    """A record without the field is named, and no file remains."""
    data.write_text(data.read_text() + '{"prediction": "x"}\n')
    out = tmp_path / "variants.jsonl"
    code, _, err = cli("perturb", data, "--type", "butter-finger", "-o", out)
    assert code == 2
    assert "data.jsonl:3" in err
    assert not out.exists()


def test_list_perturbations(cli):
    """They are listed with their options."""
    code, out, _ = cli("list", "perturbations", "--format", "json")
    assert code == 0
    assert {"name", "options", "summary"} == set(json.loads(out)[0])


NONE, KNOWN = MeanWithInterval(None), MeanWithInterval(0.5, 0.25, 0.75)

RESULT = Robustness(
    metric="length", output="length_words", system_id="a", n=2, variants=3, higher_is_better=None,
    mean=KNOWN, perturbed_mean=KNOWN, change=MeanWithInterval(0.0), absolute_change=KNOWN,
    worst=NONE,
    share_changed=KNOWN, signature="length|", engine="definition",
)  # fmt: skip


def report(rate):
    realised = Realised(
        system_id="a", variants=6, inputs_changed=rate, character_rate=rate, outputs_changed=1.0
    )
    return RobustnessReport(level=0.9, results=[RESULT], realised=[realised])


def test_cells():
    """A mean has its interval, unless there is none, and no value is a dash."""
    (row,) = wide_table(report(0.5)).rows
    assert row[:4] == ["a", "length_words", "2", "3"]
    assert row[4:] == ["0.5000 [0.2500, 0.7500]"] * 2 + ["0.0000"] + [row[4], "-", row[4]]


def test_unknown_inputs_are_not_zero():
    """The line states that how far inputs were changed is unknown."""
    assert "50.0% of inputs changed, by 50.0% of their characters" in notes(report(0.5))[0]
    assert "inputs unknown" in notes(report(None))[0]
    assert "90%" in notes(report(None))[1]


def test_tables_have_bounds_in_own_columns():
    """Programs read numbers at full precision."""
    table = long_table([RESULT])
    row = dict(zip(table.head, table.rows[0], strict=True))
    assert (row["mean"], row["mean_low"], row["worst"]) == ("0.5", "0.25", "")


@pytest.mark.parametrize("form", ["json", "jsonl", "tsv", "csv", "md", "tex", "text"])
def test_every_format_has_the_output(form):
    """Each names the output."""
    assert "length" in render(report(0.5), form)
