"""Functions in Python: arguments, score, verify, select, and results that print themselves.

Also tests `python_records`, `shown_results`.
"""

import pytest

import sacreval
from sacreval.errors import InputError, ResultWarning, UsageError
from sacreval.python.python_arguments import entry_of
from support import missing

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


def test_bad_records_and_metrics():
    """An unknown field is named with its place, an unknown metric with the nearest."""
    with pytest.raises(InputError, match=r"outputs:2: unknown field 'prediktion'"):
        sacreval.evaluate([{"prediction": "a"}, {"prediktion": "a"}], metrics="length")
    with pytest.raises(UsageError, match="did you mean 'bleu'"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="blue")
    with pytest.raises(UsageError, match="there is no metric"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics=[])


def test_one_name_stands_for_a_list_of_one(records):
    """A system, or a kind of systems, may be named without a list."""
    result = sacreval.evaluate(records, metrics="chrf", systems="a")
    assert [r.system_id for r in result.report.results] == ["a"]
    rest = sacreval.evaluate(records, metrics="chrf", exclude="a", systems="peer")
    assert [r.system_id for r in rest.report.results] == ["b"]
    assert {r.system_id for r in sacreval.score(records, metrics="chrf", systems="b")} == {"b"}


@pytest.mark.parametrize(
    "options", [{"resamples": 1}, {"confidence": 95}, {"confidence": 0}, {"resamples": -3}]
)
def test_ranges(options):
    """What the command's options refuse is refused here too."""
    with pytest.raises(UsageError, match=f"{next(iter(options))} is"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf", ci=True, **options)
    with pytest.raises(UsageError, match="trials is 3"):
        sacreval.compare({"a": OUTPUTS, "b": OUTPUTS}, REFERENCES, metrics="chrf", trials=3)


def test_notices_are_warnings():
    """What the command writes to standard error is a warning."""
    with pytest.warns(ResultWarning, match="almost no tokens"):
        sacreval.evaluate(["猫坐在垫子上。"] * 3, ["猫坐在垫子上。"] * 3, metrics="rouge")


METRICS_OUTPUTS, METRICS_REFERENCES = ["a b", "C"], ["a b", "c"]


def same_length(prediction, references):
    """Return 1 if the texts have the same length."""
    return float(len(prediction) == len(references[0]))


def test_a_function_is_a_metric():
    """A function is the metric that `py:MODULE:NAME` names, also after it was defined anew."""
    result = sacreval.evaluate(
        METRICS_OUTPUTS, METRICS_REFERENCES, metrics=[same_length, "exact-match"]
    )
    assert (result["same_length"], result["exact_match"]) == (1.0, 0.5)
    (first, _) = result.report.results
    assert first.signature.startswith(f"py:{__name__}:same_length")
    assert (
        sacreval.evaluate(METRICS_OUTPUTS, METRICS_REFERENCES, metrics=same_length)["same_length"]
        == 1.0
    )


def test_a_function_without_a_place():
    """A function that no module has under its name is refused, since signatures cannot name it."""

    def inner(prediction):
        return float(bool(prediction))

    with pytest.raises(UsageError, match="not at the top of a module"):
        sacreval.evaluate(METRICS_OUTPUTS, METRICS_REFERENCES, metrics=inner)


def test_options_as_a_mapping():
    """A mapping from one name to its options is that metric with these options."""
    options = {"exact-match": {"normalize": "lower"}}
    for metrics in (options, [options]):
        assert (
            sacreval.evaluate(METRICS_OUTPUTS, METRICS_REFERENCES, metrics=metrics)["exact_match"]
            == 1.0
        )


@pytest.mark.parametrize("given", [{}, {"bleu": 1}, {"bleu": {}, "chrf": {}}, {1: {}}])
def test_other_mappings(given):
    """A mapping of another form is refused with an example."""
    with pytest.raises(UsageError, match="no metric; give one name with its options"):
        entry_of(given)


def test_what_is_no_metric():
    """A suite is named as one, with where it belongs; another value is no metric."""
    with pytest.raises(UsageError, match="gsm8k is a suite.*evaluate suite gsm8k FILE"):
        sacreval.evaluate(METRICS_OUTPUTS, METRICS_REFERENCES, metrics=["gsm8k"])
    with pytest.raises(UsageError, match="1 is no metric"):
        sacreval.evaluate(METRICS_OUTPUTS, METRICS_REFERENCES, metrics=1)


def test_kinds_of_outputs(records, tmp_path):
    """Lists, mappings, records, instances and files give the same numbers."""
    score = sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf")["chrf"]
    lists = sacreval.evaluate(OUTPUTS, [[r] for r in REFERENCES], metrics="chrf")["chrf"]
    (tmp_path / "out.txt").write_text("\n".join(OUTPUTS) + "\n")
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCES) + "\n")
    files = sacreval.evaluate(tmp_path / "out.txt", tmp_path / "ref.txt", metrics="chrf")["chrf"]
    several = sacreval.evaluate({"a": OUTPUTS, "b": OUTPUTS}, REFERENCES, metrics="chrf")
    mapped = sacreval.evaluate(records, metrics="chrf")
    instances = sacreval.evaluate([sacreval.Instance(**r) for r in records], metrics="chrf")
    values = [r.value for result in (several, mapped, instances) for r in result.report.results]
    assert [lists, files, *values] == [score] * 8


@pytest.mark.parametrize(
    ("outputs", "references", "sentence"),
    [
        (OUTPUTS, REFERENCES[:2], "3 outputs of 'system' but 2 references"),
        ({"a b", "c"}, None, "`outputs` is a set, which has no order; give a list"),
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


def test_references_of_files(tmp_path):
    """Beside files of outputs, references are files too; texts are never dropped in silence."""
    (tmp_path / "out.txt").write_text("\n".join(OUTPUTS) + "\n")
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCES) + "\n")
    out, ref = tmp_path / "out.txt", str(tmp_path / "ref.txt")
    score = sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf")["chrf"]
    assert sacreval.evaluate(out, [ref], metrics="chrf")["chrf"] == score
    with pytest.raises(UsageError, match="references must be files too"):
        sacreval.evaluate(out, [REFERENCES], metrics="chrf")
    with pytest.raises(InputError, match="there is no such file"):
        sacreval.evaluate(out, REFERENCES, metrics="chrf")


def test_fields_of_mappings_are_found():
    """`map` finds fields in mappings and frames, and is refused where it would find nothing."""
    rows = [{"answer": {"text": "a"}, "gold": "a"}]
    fields = {"prediction": "answer.text", "references": "gold"}
    assert sacreval.evaluate(rows, metrics="exact-match", map=fields)["exact_match"] == 1
    for outputs in (["a"], {"x": ["a"]}, [sacreval.Instance(prediction="a", references=["a"])]):
        with pytest.raises(UsageError, match="`map` finds fields in mappings"):
            sacreval.evaluate(outputs, metrics="exact-match", map=fields)


def test_verify(records):
    """Numbers come out again from the same outputs, and not from others."""
    result = sacreval.evaluate(records, metrics=["bleu", "exact-match"])
    assert sacreval.verify(result, records)
    other = [{**record, "prediction": "no"} for record in records]
    assert not sacreval.verify(result, other)


def test_verdicts_are_a_table(records):
    """Each verdict has both values and what differs; printed, as a document, and as a frame."""
    result = sacreval.evaluate(records, metrics=["bleu", "exact-match"])
    other = [{**record, "prediction": "no"} for record in records if record["system_id"] == "a"]
    verified = sacreval.verify(result, other)
    rows = {(x["system_id"], x["output"]): x for x in verified.rows()}
    assert rows["a", "bleu"]["recomputed"] != rows["a", "bleu"]["value"]
    assert not rows["b", "bleu"]["equal"]
    assert rows["b", "bleu"]["differences"] == "the inputs have no such system"
    assert verified.to_dict() == {"verdicts": verified.rows()}
    assert str(verified).splitlines()[0].split()[:3] == ["system_id", "metric", "output"]
    assert len(verified.render("csv").splitlines()) == 1 + len(rows)
    missing.module("pandas", "data frames of pandas")
    frame = verified.to_pandas()
    assert (frame["equal"].dtype, frame["value"].dtype) == (bool, float)


def test_score_says_what_the_command_says(records):
    """Outputs without a second reference have no jackknifed scores, which is a warning."""
    with pytest.warns(ResultWarning, match="6 outputs have one reference"):
        sacreval.score(records, metrics="chrf")


def test_pairs_with_human_texts(records):
    """Systems and human texts are scored pair by pair where that is asked for."""
    several = [{**r, "references": [*r["references"], "Another text."]} for r in records]
    result = sacreval.score(several, metrics="chrf", pairs=True, references_as_systems=True)
    assert {comparison.n for comparison in result.against_humans()} == {3}
    with pytest.raises(UsageError, match="drop jackknife=False"):
        sacreval.score(several, metrics="chrf", pairs=True, jackknife=False)


TEXTS = [["a b c d", "x", "a b c"], ["y", "y", "z"]]


def test_lists_of_texts():
    """Lists of texts are the outputs for each input."""
    selected = sacreval.select(TEXTS, "chrf")
    assert [record.prediction for record in selected] == ["a b c d", "y"]
    assert selected[0].meta["selected"]["of"] == 3


def test_files_and_records(tmp_path):
    """A file, its records and their engine make no difference."""
    path = tmp_path / "k.jsonl"
    path.write_text('{"out": ["a b c d", "x", "a b c"]}\n{"out": ["y", "y", "z"]}\n')
    from_file = sacreval.select(path, "bleu", map={"samples": "out"}, engine="official")
    from_records = sacreval.select([{"predictions": x} for x in TEXTS], "bleu", of="predictions")
    picked = [record.meta["selected"]["index"] for record in from_file]
    assert picked == [record.meta["selected"]["index"] for record in from_records]
    assert from_file[0].system_id == "k"


def test_wrong_arguments():
    """Several metrics, and outputs that are no lists, are refused in one sentence."""
    with pytest.raises(UsageError, match="one metric"):
        sacreval.select(TEXTS, ["chrf", "bleu"])
    with pytest.raises(sacreval.errors.InputError, match="no `samples`"):
        sacreval.select(["a", "b"], "chrf")


def test_failures_are_warnings():
    """What could not be scored is told."""
    metric = 'exact-match{"extract": "gsm8k-strict"}'
    with pytest.warns(ResultWarning, match="could not be scored"):
        selected = sacreval.select([["a", "#### 1", "#### 1"]], metric)
    assert selected[0].prediction == "#### 1"


RECORDS = [
    {"instance_id": i, "system_id": system, "prediction": text, "references": ["the cat"]}
    for system in ("a", "b")
    for i, text in enumerate(["the cat", "a dog"])
]


def test_the_same_numbers_in_every_form():
    """A result has its scores as text, LaTeX and plain data, and those of records by record."""
    result = sacreval.evaluate(RECORDS, metrics="exact-match")
    assert "0.5000" in str(result)
    assert "0.5000" in result.to_latex()
    assert [row["value"] for row in result.to_dict()["results"]] == [0.5, 0.5]
    scores = sacreval.score(RECORDS, metrics="exact-match", jackknife=False).to_dict()["scores"]
    assert [row["scores"]["exact_match"] for row in scores] == [1.0, 1.0, 0.0, 0.0]
