"""The public face: the verbs as functions, on every kind of input."""

import subprocess
import sys

import pytest

import sacreval
from sacreval.errors import InputError, ResultWarning, UsageError
from support.set_results import write_sets

OUTPUTS = ["The cat sat on the mat.", "Rain falls in the north.", "Frost."]
REFERENCES = ["The cat sat on a mat.", "It rains in the north.", "Frost at night."]


@pytest.fixture
def records():
    """Give the same data as records of two systems."""
    return [
        {"instance_id": i, "system_id": system, "prediction": text, "references": [reference]}
        for system in ("a", "b")
        for i, (text, reference) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))
    ]


def test_names():
    """Every public name is there, and importing the package imports nothing of it."""
    assert all(getattr(sacreval, name) is not None for name in sacreval.__all__)
    assert dir(sacreval) == sacreval.__all__
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        _ = sacreval.evaluat
    words = "import sys, sacreval; print([m for m in sys.modules if m.startswith('sacreval.')])"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_registries_are_packages():
    """`sacreval.metrics` is the registry, before and after a metric's module was imported."""
    import sacreval.metrics.ngrams.bleu

    assert sacreval.metrics.get("bleu") is sacreval.metrics.ngrams.bleu.Bleu
    assert "bleu" in sacreval.metrics
    assert {"bleu", "chrf"} <= set(sacreval.metrics)
    assert "jsonl" in sacreval.readers


def test_kinds_of_outputs(records, tmp_path):
    """Lists, mappings, records, instances and files give the same numbers."""
    one = sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf")["chrf"]
    lists = sacreval.evaluate(OUTPUTS, [[r] for r in REFERENCES], metrics="chrf")["chrf"]
    (tmp_path / "out.txt").write_text("\n".join(OUTPUTS) + "\n")
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCES) + "\n")
    files = sacreval.evaluate(tmp_path / "out.txt", tmp_path / "ref.txt", metrics="chrf")["chrf"]
    several = sacreval.evaluate({"a": OUTPUTS, "b": OUTPUTS}, REFERENCES, metrics="chrf")
    mapped = sacreval.evaluate(records, metrics="chrf")
    instances = sacreval.evaluate([sacreval.Instance(**r) for r in records], metrics="chrf")
    values = [r.value for found in (several, mapped, instances) for r in found.report.results]
    assert [lists, files, *values] == [one] * 8


def test_compare_and_score_and_correlate(records):
    """The other verbs find what their commands find."""
    found = sacreval.compare(records, metrics="chrf", trials=100)
    assert [c.finding for c in found.report.comparisons] == ["no difference shown"]
    assert "no difference shown" in str(found)
    assert found.rows()[0]["other"] == "b"
    scored = sacreval.score(records, metrics="chrf", jackknife=False)
    assert len(scored) == 6
    assert "chrf" in str(scored)
    assert scored.to_dict()["scores"][0]["scores"]
    judged = [
        {**one, "judgments": {"quality": i % 4}, "prediction": one["prediction"][: 4 + i]}
        for i, one in enumerate(records)
    ]
    agreement = sacreval.correlate(
        sacreval.score(judged, metrics="chrf"), human="quality", level="global",
        metrics="chrf", coefficient="spearman", interval="none",
    )  # fmt: skip
    (row,) = agreement.rows()
    assert (row["metric"], row["n_used"]) == ("chrf", 6)
    assert "spearman" in str(agreement)


def test_verify(records):
    """Numbers come out again from the same outputs, and not from others."""
    found = sacreval.evaluate(records, metrics=["bleu", "exact-match"])
    assert sacreval.verify(found, records)
    other = [{**one, "prediction": "no"} for one in records]
    assert not sacreval.verify(found, other)


@pytest.mark.parametrize(
    ("outputs", "references", "sentence"),
    [
        (OUTPUTS, REFERENCES[:2], "3 outputs of 'system' but 2 references"),
        (42, None, "`outputs` is of type int; give a list"),
        ([], None, "there are no outputs"),
        ([{"prediction": "a", "reference": "a"}], ["a"], "records contain their references"),
        ("no-such-file.txt", None, "no-such-file.txt: there is no such file"),
    ],
)
def test_bad_input(outputs, references, sentence):
    """What cannot be meant is one sentence."""
    with pytest.raises((UsageError, InputError), match=sentence):
        sacreval.evaluate(outputs, references, metrics="chrf")


def test_bad_records_and_metrics():
    """An unknown field is named with its place, an unknown metric with the nearest."""
    with pytest.raises(InputError, match=r"outputs\[1\]: unknown field 'prediktion'"):
        sacreval.evaluate([{"prediction": "a"}, {"prediktion": "a"}], metrics="length")
    with pytest.raises(UsageError, match="did you mean 'bleu'"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="blue")
    with pytest.raises(UsageError, match="there is no metric"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics=[])


def test_notices_are_warnings():
    """What the command writes to standard error is a warning."""
    with pytest.warns(ResultWarning, match="almost no tokens"):
        sacreval.evaluate(["猫坐在垫子上。"] * 3, ["猫坐在垫子上。"] * 3, metrics="rouge")


def test_one_name_stands_for_a_list_of_one(records):
    """A system, or a kind of systems, may be named without a list."""
    found = sacreval.evaluate(records, metrics="chrf", systems="a")
    assert [r.system_id for r in found.report.results] == ["a"]
    rest = sacreval.evaluate(records, metrics="chrf", exclude="a", systems="peer")
    assert [r.system_id for r in rest.report.results] == ["b"]
    assert {one.system_id for one in sacreval.score(records, metrics="chrf", systems="b")} == {"b"}


def test_references_of_files(tmp_path):
    """Beside files of outputs, references are files too; texts are never dropped in silence."""
    (tmp_path / "out.txt").write_text("\n".join(OUTPUTS) + "\n")
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCES) + "\n")
    out, ref = tmp_path / "out.txt", str(tmp_path / "ref.txt")
    one = sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf")["chrf"]
    assert sacreval.evaluate(out, [ref], metrics="chrf")["chrf"] == one
    with pytest.raises(UsageError, match="references must be files too"):
        sacreval.evaluate(out, [REFERENCES], metrics="chrf")
    with pytest.raises(InputError, match="there is no such file"):
        sacreval.evaluate(out, REFERENCES, metrics="chrf")


@pytest.mark.parametrize(
    "options", [{"resamples": 1}, {"confidence": 95}, {"confidence": 0}, {"resamples": -3}]
)
def test_ranges(options):
    """What the command's options refuse is refused here too."""
    with pytest.raises(UsageError, match=f"{next(iter(options))} is"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf", ci=True, **options)
    with pytest.raises(UsageError, match="trials is 3"):
        sacreval.compare({"a": OUTPUTS, "b": OUTPUTS}, REFERENCES, metrics="chrf", trials=3)


def test_score_says_what_the_command_says(records):
    """Outputs without a second reference have no jackknifed scores, which is a warning."""
    with pytest.warns(ResultWarning, match="6 outputs have only one reference"):
        sacreval.score(records, metrics="chrf")


def test_compare_results(tmp_path):
    """Data sets are files, named files, or groups of one file, as for the command."""
    files = write_sets(tmp_path, {f"s{i}": {"a": i % 3, "b": 2 + i % 2} for i in range(6)})
    found = sacreval.compare_results(files)
    assert [x["system_id"] for x in found.rows()] == ["b", "a"]
    named = sacreval.compare_results({path.stem: path for path in files})
    assert found.to_dict() == named.to_dict()
    assert "mean-of-sets" in str(found)
    with pytest.raises(UsageError, match="--test-share 1"):
        sacreval.compare_results(files, bayes=True, test_share=1)
    with pytest.warns(ResultWarning, match="2 data sets are few"):
        sacreval.compare_results(files[:2], base="b")


def test_pairs_with_human_texts(records):
    """Systems and human texts are scored pair by pair where that is asked for."""
    several = [{**one, "references": [*one["references"], "Another text."]} for one in records]
    found = sacreval.score(several, metrics="chrf", pairs=True, references_as_systems=True)
    assert {one.n for one in found.against_humans()} == {3}
    with pytest.raises(UsageError, match="drop jackknife=False"):
        sacreval.score(several, metrics="chrf", pairs=True, jackknife=False)


@pytest.mark.parametrize(
    ("options", "method"),
    [
        ({"covariate": "length=2.5"}, "adjusted"),
        ({"strata": "g:x=0.25,y=0.75"}, "stratified"),
        ({"anytime": True}, "anytime"),
        ({"guarantee": True}, "clopper-pearson"),
    ],
)
def test_options_of_intervals(options, method):
    """Options of intervals have the names of the command's, and imply intervals."""
    records = [
        {
            "prediction": "a" if i % 3 else "b",
            "references": ["a"],
            "meta": {"length": i % 5},
            "groups": {"g": "xy"[i % 2]},
        }
        for i in range(20)
    ]
    found = sacreval.evaluate(records, metrics="exact-match", **options)
    assert found.report.results[0].interval.method == method
    assert found.rows()[0]["method"] == method


def test_fixed_items_in_python():
    """Samples have an interval for the same items, and their variance is in the flat rows."""
    records = [{"samples": [True, i % 2 == 0, True]} for i in range(12)]
    found = sacreval.evaluate(records, metrics='avg-at-k{"k": [3]}', fixed_items=True, item_cost=9)
    assert found.report.results[0].interval.method == "fixed-items"
    assert found.rows()[0]["repeats_item_cost"] == 9


def test_compare_has_the_options_of_the_command(records):
    """Tests, families, units and margins have the names that they have on the command line."""
    more = [{**one, "groups": {"doc": one["instance_id"]}} for one in records]
    found = sacreval.compare(
        more, metrics="chrf", test="mid-p", interval="jackknife", family="all", all_tests=True,
        primary="chrf", all_pairs=True, ranks="separate", resample_by="doc",
        equivalent={"chrf": 5.0}, not_worse={"chrf": 5.0}, trials=100,
    )  # fmt: skip
    [one] = found.report.comparisons
    assert (one.test, one.interval.method, one.unit) == ("mid-p", "jackknife", "doc")
    assert [answer.question for answer in one.margins] == ["equivalent", "not worse"]
    assert len(one.tests) == 6
    with pytest.raises(UsageError, match="not_worse: the margin of chrf is 0"):
        sacreval.compare(more, metrics="chrf", not_worse={"chrf": 0.0})
