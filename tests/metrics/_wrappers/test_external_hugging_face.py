"""Metrics of Hugging Face evaluate: with a stand-in for the library, and with the library."""

import json
import sys
from types import SimpleNamespace

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from support.program import write_jsonl
from support.tasks import scores_of
from support.tool_pythons import interpreter, run_in

RECORDS = [{"prediction": "ab", "references": ["bc"]}, {"prediction": "a", "references": ["b"]}]
WEIGHTED = [
    {"prediction": "the cat sat", "references": ["a cat sat", "the dog"], "meta": {"w": 1}},
    {"prediction": "a dog ran off", "references": ["the dog ran"], "meta": {"w": 2}},
    {"prediction": "x", "references": ["y", "x"], "meta": {"w": 3}},
]
SCRIPT = """
import datasets
import evaluate

VALUE = datasets.Value


class Overlap(evaluate.Metric):
    def _info(self):
        kinds = VALUE("string"), datasets.Sequence(VALUE("string"))
        features = [
            datasets.Features(
                {"predictions": VALUE("string"), "references": kind, "weights": VALUE("float64")}
            )
            for kind in kinds
        ]
        return evaluate.MetricInfo(
            description="", citation="", inputs_description="", features=features
        )

    def _compute(self, predictions, references, weights, bonus=0.0):
        scores = []
        for text, own, weight in zip(predictions, references, weights):
            own = [own] if isinstance(own, str) else own
            words = set(text.split())
            best = max(len(words & set(one.split())) / len(words) for one in own)
            scores.append(weight * best + bonus)
        return {"overlap": sum(scores) / len(scores), "each": scores}
"""
PER_RECORD = [2 / 3, 1.0, 3.0]  # of WEIGHTED, by hand


@pytest.fixture
def evaluate(monkeypatch):
    """Return a function that puts a metric into a stand-in for evaluate; it returns its calls."""
    monkeypatch.setattr("sacreval.scoring.rows.fingerprint.version", lambda name="": f"{name} 0")

    def use(compute):
        calls = []

        def recorded(**arguments):
            calls.append(arguments)
            return compute(**arguments)

        fake = SimpleNamespace(load=lambda _: SimpleNamespace(compute=recorded))
        monkeypatch.setitem(sys.modules, "evaluate", fake)
        return calls

    return use


def lengths(*, predictions, weights=None, **_):
    weighted = [len(text) * weight for text, weight in zip(predictions, weights, strict=True)]
    return {"m": sum(weighted) / len(weighted), "each": weighted, "word": "x"}


WEIGHTS = {"record_arguments": ["weights=meta.w"], "numbers": ["m"]}


def test_arguments_of_records(evaluate):
    """Further arguments have a value for each record, or one for all."""
    calls = evaluate(lengths)
    options = {**WEIGHTS, "arguments": '{"x": 2}', "scale": 10}
    assert scores_of("hf:m", WEIGHTED, options) == {"m": (11 + 26 + 3) / 3 * 10}
    (call,) = calls
    assert (call["weights"], call["x"]) == ([1, 2, 3], 2)


def test_records(evaluate):
    """--per record calls the metric for each record; --per batch takes a list of numbers."""
    calls = evaluate(lengths)
    assert scores_of("hf:m", WEIGHTED, {**WEIGHTS, "per": "record"}) == {"m": 40 / 3}
    assert [call["references"] for call in calls] == [
        [["a cat sat", "the dog"]], ["the dog ran"], [["y", "x"]],
    ]  # fmt: skip
    calls.clear()
    options = {**WEIGHTS, "per": "batch", "numbers": ["each"]}
    assert scores_of("hf:m", WEIGHTED, options) == {"each": 40 / 3}
    assert [len(call["predictions"]) for call in calls] == [1, 2]  # by the form of references


def test_predictions_only(evaluate):
    """References are left out where the metric takes none, and need not be there."""
    calls = evaluate(lengths)
    records = [{"prediction": "abc", "meta": {"w": 1}}]
    assert scores_of("hf:m", records, {**WEIGHTS, "predictions_only": True}) == {"m": 3}
    assert set(calls[0]) == {"predictions", "weights"}


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"numbers": ["each"]}, UsageError, "a list of each; give --per batch"),
        ({"numbers": ["word"]}, UsageError, "returned a non-number"),
        ({"numbers": ["m"], "per": "batch"}, UsageError, "one number for m of . records; give"),
        ({"numbers": ["f1"], "per": "record"}, UsageError, "returns m, each, word, but not f1"),
        ({"scale": 0}, UsageError, "--scale"),
        ({"arguments": '{"weights": 1}'}, UsageError, "'weights' is in --arguments and --rec"),
        ({"record_arguments": ["weights"]}, UsageError, "write NAME=JMESPATH"),
        ({"record_arguments": ["=meta"]}, UsageError, "write NAME=JMESPATH"),
        ({"record_arguments": ["w="]}, UsageError, "write NAME=JMESPATH"),
        ({"record_arguments": ["w=meta["]}, UsageError, "not a JMESPath expression"),
        ({"record_arguments": ["w=meta", "w=input"]}, UsageError, "'w' is given already"),
        ({"record_arguments": ["references=meta"]}, UsageError, "'references' is given already"),
        ({"record_arguments": ["w=`1`"]}, UsageError, "names no field of records"),
        ({"record_arguments": ["w=mta.x"]}, UsageError, "no field 'mta'; did you mean 'meta'"),
        ({"record_arguments": ["w=meta.x"]}, InputError, "records:1: .* w= finds nothing"),
        ({"record_arguments": ["w=abs(meta)"]}, InputError, "w=abs.meta. cannot be applied"),
    ],
)
def test_what_cannot_be_used(evaluate, options, error, said):
    """Options that cannot be used, and results of another form, are one sentence."""
    evaluate(lengths)
    with pytest.raises(error, match=said):
        scores_of("hf:m", WEIGHTED, {**WEIGHTS, **options})


def test_a_record_that_is_rejected(evaluate):
    """Called for each record, a metric that rejects one leaves the others."""

    def picky(*, predictions, **_):
        if predictions == ["x"]:
            raise ValueError("no x")
        return {"m": [2.0]}  # a list of one, as of BERTScore

    evaluate(picky)
    options = {"numbers": ["m"], "per": "record"}
    assert scores_of("hf:m", WEIGHTED, options) == {"m": 2.0}


def test_no_mapping(evaluate):
    """A metric that returns no names is one sentence."""
    evaluate(lambda **_: 3)
    with pytest.raises(UsageError, match="returned int instead of numbers by name"):
        scores_of("hf:m", RECORDS)


@pytest.mark.long
def test_with_evaluate(tmp_path):
    """A script on this disk has scores of sets, of records, comparisons and reductions."""
    python = interpreter("evaluate", "metrics of Hugging Face's evaluate")
    (tmp_path / "overlap").mkdir()
    (tmp_path / "overlap" / "overlap.py").write_text(SCRIPT)
    write_jsonl(tmp_path / "a.jsonl", WEIGHTED)
    write_jsonl(tmp_path / "b.jsonl", [r | {"prediction": "the dog"} for r in WEIGHTED])
    how = ("--record-arguments", "weights=meta.w", "-q")

    def run(*words):
        home = {"HF_HOME": str(tmp_path / "home")}
        return run_in(python, "-m", "sacreval", *words, *how, cwd=tmp_path, **home)

    def of_records(*words):
        lines = run("score", "hf:./overlap", "a.jsonl", *words).splitlines()
        return [json.loads(line)["scores"] for line in lines]

    report = json.loads(run("evaluate", "hf:./overlap", "a.jsonl", "--format", "json"))
    assert report["results"][0]["value"] == pytest.approx(sum(PER_RECORD) / 3)
    single = of_records("--per", "record", "--scale", "100")
    assert [row["overlap"] for row in single] == pytest.approx([100 * x for x in PER_RECORD])
    assert [row["overlap_jk"] for row in single if len(row) > 1] == pytest.approx([50, 150])
    each = of_records("--per", "batch", "--numbers", "each")
    assert [row["each"] for row in each] == pytest.approx(PER_RECORD)
    words = ("--per", "record", "--reduce-references", "min", "--format", "json")
    report = json.loads(run("evaluate", "hf:./overlap", "a.jsonl", *words))
    assert report["results"][0]["value"] == pytest.approx((1 / 3 + 1 + 0) / 3)
    words = ("--per", "batch", "--numbers", "each")
    assert "each" in run("compare", "hf:./overlap", "a.jsonl", "b.jsonl", *words)


def test_hugging_face(monkeypatch):
    """A metric of evaluate is given all predictions, and its numbers are taken by name."""

    def compute(*, predictions, references, offset=0):
        hits = sum(p == r for p, r in zip(predictions, references, strict=True))
        return {"my_metric": hits + offset, "n": len(predictions)}

    loaded = {"some/my_metric": SimpleNamespace(compute=compute)}
    fake = SimpleNamespace(load=loaded.get)
    monkeypatch.setattr("sacreval.scoring.rows.fingerprint.version", lambda name="": f"{name} 0")
    monkeypatch.setitem(sys.modules, "evaluate", fake)
    assert scores_of("hf:some/my_metric", RECORDS) == {"my_metric": 0.0}
    options = {"numbers": ["my_metric", "n"], "arguments": '{"offset": 2}'}
    assert scores_of("hf:some/my_metric", RECORDS, options) == {"my_metric": 2.0, "n": 2.0}
    for arguments in ("{", "3"):
        with pytest.raises(UsageError, match="not a JSON object"):
            scores_of("hf:some/my_metric", RECORDS, {"arguments": arguments})
    with pytest.raises(UsageError, match="returns my_metric, n, but not f1"):
        scores_of("hf:some/my_metric", RECORDS, {"numbers": ["f1"]})


def test_hugging_face_is_an_extra(monkeypatch):
    """Without evaluate the sentence names the extra."""
    monkeypatch.setitem(sys.modules, "evaluate", None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[huggingface\]'"):
        scores_of("hf:some/my_metric", RECORDS)


@pytest.mark.parametrize(
    ("load", "error", "part"),
    [
        ("import", NotSetUpError, r"cannot be loaded \(ImportError: you need x, 'y'\); install"),
        ("compute", InputError, r"rejects these records \(ValueError: no list\)"),
    ],
)
def test_hugging_face_fails(monkeypatch, load, error, part):
    """What goes wrong inside evaluate is one sentence."""

    def fail(*_, **__):
        if load == "import":
            raise ImportError("you need x,\n 'y'")
        raise ValueError("no list")

    loader = fail if load == "import" else lambda _: SimpleNamespace(compute=fail)
    monkeypatch.setitem(sys.modules, "evaluate", SimpleNamespace(load=loader))
    monkeypatch.setattr("sacreval.scoring.rows.fingerprint.version", lambda name="": f"{name} 0")
    with pytest.raises(error, match=part):
        scores_of("hf:some/my_metric", RECORDS)
