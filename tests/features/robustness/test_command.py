"""robustness: definitions, pairs of records, swapped files, failed records."""

import csv
import io
import json

import pytest

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
    code, found, err = run(*records())
    assert code == 0, err
    (result,) = found["results"]
    names = ("mean", "perturbed_mean", "change", "absolute_change", "worst", "share_changed")
    values = [result[name]["value"] for name in names]
    assert values == pytest.approx([2 / 3, 1 / 6, -0.5, 0.5, 0.0, 0.5])
    assert (result["n"], result["variants"], result["system_id"]) == (3, 2, "o")
    (realised,) = found["realised"]
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
    own = {one["instance_id"]: one["prediction"] for one in originals}
    variants = [one | {"prediction": own[one["instance_id"]]} for one in variants]
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
    code, found, err = run(originals, variants)
    assert code == 3
    assert "timed out" in err
    assert (found["results"][0]["n"], found["results"][0]["missing"]) == (3, {"failed": 1})
    assert "unanswered" not in found["results"][0]
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
    both = [[one | {"system_id": s} for s in systems for one in x] for x in (originals, variants)]
    found = run(*both)[1]
    assert [one["system_id"] for one in found["results"]] == ["a", "b"]
    assert found["results"][0]["change"] == found["results"][1]["change"]
    code, _, err = run(both[0], both[1][:6])
    assert code == 2
    assert "system 'b' is in one of the two files only" in err


def test_always_wrong_is_not_robust(run):
    """Scores of 0 cannot become worse, which is said."""
    originals, variants = records()
    for one in (*originals, *variants):
        one["references"] = ["other"]
    code, found, err = run(originals, variants)
    assert code == 0
    assert found["results"][0]["absolute_change"]["value"] == 0.0
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
        given, expected = case["input"], case["expected"]
        own = {"references": [given["target_output"]], "instance_id": "1"}
        variants = [
            own | {"prediction": text, "groups": {"variant": i}}
            for i, text in enumerate(given["perturbed_outputs"])
        ]
        _, found, _ = run([own | {"prediction": given["model_output"]}], variants)
        (result,) = found["results"]
        assert result["mean"]["value"] == expected["classification_accuracy_score"]
        delta = expected["delta_classification_accuracy_score"]
        assert result["absolute_change"]["value"] == delta
