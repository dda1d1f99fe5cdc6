"""Folders of Hugging Face data sets, logs of OpenAI evals, and readers of one's own.

Also tests `external`.
"""

import json

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._base import readers
from sacreval.readers._by_content import by_content
from sacreval.readers._hf_folders import (
    by_feature,
    columns_of,
    data_files,
    features_of,
    labels_of,
    split_folder,
)
from sacreval.readers.hf_dataset import HfDatasetReader
from sacreval.readers.openai_evals import LINE
from support import tool_logs
from support.arrow_tables import hf_folder, pyarrow
from support.program import write_jsonl

LABELS = {"_type": "ClassLabel", "names": ["no", "yes"]}

LABEL = {"_type": "ClassLabel", "names": ["no", "yes"]}

ROWS = [{"prediction": "7"}]


@pytest.mark.parametrize("entry", tool_logs.entries("hf_datasets"), ids=lambda e: e["file"])
def test_expected(entry, read):
    """The shared folder holds the records that should come out, with the option of its note."""
    pyarrow()
    path = tool_logs.folder("hf_datasets") / entry["file"]
    assert by_content(str(path)) == "hf-dataset"
    records = read("hf-dataset", path, {"input": "question"})
    for record, wanted in zip(records, entry["records"], strict=True):
        assert {name: getattr(record, name) for name in wanted} == wanted
        assert record.meta is not None


def test_splits_and_labels(tmp_path, read):
    """A split is an option; its files are read in order, and labels by name."""
    features = {"prediction": {"_type": "Value"}, "reference": LABELS}
    rows = [{"prediction": "yes", "reference": 1}]
    hf_folder(tmp_path / "test", rows, [{"prediction": "no", "reference": 0}], features=features)
    (tmp_path / "dataset_dict.json").write_text(json.dumps({"splits": ["test", "train"]}))
    records = read('hf-dataset{"split": "test"}', tmp_path)
    assert [(r.prediction, r.references) for r in records] == [("yes", ["yes"]), ("no", ["no"])]
    numbered = list(HfDatasetReader(split="test").records(str(tmp_path)))
    assert [number for number, _ in numbered] == [1, 2]


def test_names():
    """Labels have names wherever they are nested; -1 is a missing label."""
    features = {
        "plain": LABEL,
        "list": {"_type": "List", "feature": LABEL},
        "old_list": [LABEL],
        "rows": {"_type": "Sequence", "feature": {"label": LABEL, "text": {"_type": "Value"}}},
        "text": {"_type": "Value", "dtype": "string"},
    }
    name = by_feature(features)
    assert name is not None
    fields = name({
        "plain": -1, "list": [0, 1], "old_list": [1, None], "text": "x",
        "rows": {"label": 1, "text": "x"},
    })  # fmt: skip
    assert fields == {
        "plain": None, "list": ["no", "yes"], "old_list": ["yes", None], "text": "x",
        "rows": {"label": "yes", "text": "x"},
    }  # fmt: skip


def test_without_labels():
    """Nothing is changed without labels, or where the note cannot be read."""
    assert by_feature({"text": {"_type": "Value"}}) is None
    assert by_feature({"x": {"_type": "ClassLabel"}}) is None
    assert labels_of("") is None
    assert labels_of("[") is None
    assert labels_of('{"info": 1}') is None


def test_files(tmp_path):
    """The files with rows are those of the state, in its order."""
    folder = hf_folder(tmp_path / "x", ROWS, ROWS)
    assert [file[-25:] for file in data_files(str(folder))] == [
        "data-00000-of-00002.arrow", "data-00001-of-00002.arrow",
    ]  # fmt: skip
    assert columns_of(str(folder)) == {"prediction"}


def test_selections(tmp_path):
    """A selection of rows that was not written out is refused with the remedy."""
    for i, name in enumerate(("_indices_files", "_indices_data_files")):
        folder = hf_folder(tmp_path / str(i), ROWS, **{name: [{"filename": "indices.arrow"}]})
        with pytest.raises(InputError, match=r"call flatten_indices\(\)"):
            data_files(str(folder))


def test_damaged(tmp_path):
    """Files outside of the folder, and documents of another layout, are refused."""
    folder = hf_folder(tmp_path / "x", ROWS, _data_files=[{"filename": "../y.arrow"}])
    with pytest.raises(InputError, match=r"'../y.arrow' is not in this folder"):
        data_files(str(folder))
    for text, reason in (("{", "not JSON"), ("{}", "missing required field `_data_files`")):
        (folder / "state.json").write_text(text)
        with pytest.raises(InputError, match=reason):
            data_files(str(folder))
    (folder / "dataset_info.json").write_text("[]")
    with pytest.raises(InputError, match="save the data set again"):
        features_of(str(folder))
    assert columns_of(str(folder)) == frozenset()


def test_splits(tmp_path):
    """A split is named where there are several, and only there."""
    (tmp_path / "dataset_dict.json").write_text(json.dumps({"splits": ["test", "train"]}))
    hf_folder(tmp_path / "test", ROWS)
    assert split_folder(str(tmp_path), "test") == str(tmp_path / "test")
    for split in (None, "dev"):
        with pytest.raises(UsageError, match="one of the splits test, train: --reader 'hf-data"):
            split_folder(str(tmp_path), split)
    with pytest.raises(UsageError, match="has no splits"):
        split_folder(str(tmp_path / "test"), "test")
    (tmp_path / "dataset_dict.json").write_text(json.dumps({"splits": ["test"]}))
    assert split_folder(str(tmp_path), None) == str(tmp_path / "test")
    assert columns_of(str(tmp_path)) == {"prediction"}


NAME = "py:support.own_readers"


@pytest.fixture
def pairs(tmp_path):
    """Write two records."""
    (tmp_path / "x.pairs").write_text("a => a\nb => c\n", encoding="utf-8")


@pytest.mark.usefixtures("pairs")
def test_a_class_with_options(cli, tmp_path):
    """A class is named with its options, by an option or in a suite."""
    spec = NAME + ':Arrows{"arrow": "=>"}'
    done = cli("evaluate", "exact-match", "x.pairs", "--reader", spec)
    assert (done.code, done.err) == (0, "")
    assert "x       2         0.5000" in done.out
    (tmp_path / "s.yaml").write_text(
        f"metrics: [exact-match]\ninputs: [x.pairs]\nreader:\n  {NAME}:Arrows: {{arrow: '=>'}}\n"
    )
    assert cli("evaluate", "suite", "s.yaml").out == done.out


@pytest.mark.usefixtures("pairs")
def test_a_function(cli):
    """A function yields records, and --map applies to them."""
    done = cli("convert", "x.pairs", "--reader", f"{NAME}:by_line")
    assert done.out.splitlines()[1] == '{"instance_id":"2","system_id":"x","prediction":"b => c"}'
    mapped = cli("convert", "x.pairs", "--reader", f"{NAME}:by_line", "--map", "input=prediction")
    assert '"input":"a => a"' in mapped.out


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Raises", "x.pairs: py:support.own_readers:Raises raised IndexError"),
        ("Arrows", "x.pairs:1: no -> in this line; add it"),
        ("Incomplete", "does not define read; add what is missing"),
        ("yields_numbers", "x.pairs:1: each record must be an object, not a whole number"),
        ("raises", "raised ZeroDivisionError"),
        ("InputError", "is neither a subclass of Reader nor a function"),
        ("nothing", "has no 'nothing'"),
    ],
)
@pytest.mark.usefixtures("pairs")
def test_wrong_readers(cli, name, part):
    """What fails in a reader, and what is none, is one sentence."""
    done = cli("evaluate", "exact-match", "x.pairs", "--reader", f"{NAME}:{name}")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_a_missing_file(cli, tmp_path):
    """A file that a function cannot open is named."""
    write_jsonl(tmp_path / "a.jsonl", [])
    done = cli("evaluate", "exact-match", "none.txt", "--reader", f"{NAME}:opens")
    assert done.code == 2
    assert "none.txt" in done.err


SPEC = {"spec": {"completion_fns": ["m"], "eval_name": "t"}}

REPORT = {"final_report": {"accuracy": 0.5}}


def event(name, kind, **data):
    """Return an event of a sample."""
    return {"sample_id": name, "type": kind, "data": data}


def log(path, *events, report=REPORT):
    """Write a log."""
    rows = [SPEC, *events, *([report] if report else [])]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("openai_evals"), ids=lambda e: e["file"])
def test_expected_of_openai_evals(entry):
    """The shared log holds the records that should come out."""
    tool_logs.check("openai_evals", entry)


def test_interleaved(tmp_path):
    """The events of samples may be interleaved; each is a record when its last event is read."""
    events = [
        event("a", "sampling", prompt="qa", sampled=["1", "2"]),
        event("b", "sampling", prompt="qb", sampled="3"),
        event("b", "metrics", score=0.25, choice="C"),
        event("a", "match", correct=True, expected=["1"], picked="1"),
    ]
    b, a = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (b["prediction"], b["meta"]["scores"]) == ("3", {"score": 0.25, "choice": "C"})
    assert (a["samples"], a["references"], a["input"]) == (["1", "2"], ["1"], "qa")
    assert (a["meta"]["scores"], a["groups"]) == ({"match": 1.0}, {"task": "t"})


def test_doubled(tmp_path):
    """Of a sample that was tried twice the last try counts, also if the tries are interleaved."""
    events = [
        event("a", "sampling", prompt="q", sampled=["late"]),
        event("a", "sampling", prompt="q", sampled=["new"]),
        event("a", "match", correct=False, expected="x", sampled="late"),
        event("a", "match", correct=True, expected="x", sampled="new"),
    ]
    with pytest.warns(InputNotice, match="tried more than once: 1; the last try counts"):
        (record,) = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (record["prediction"], record["meta"]["match"]) == ("new", True)


def test_several_requests(tmp_path):
    """Of several requests of a sample, as of a grader, the first is the output; all are kept."""
    events = [
        event("a", "sampling", prompt="q", sampled=["answer"]),
        event("a", "sampling", prompt="grade it", sampled=["Y"]),
        event("a", "metrics", score=1.0),
    ]
    (record,) = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (record["prediction"], record["input"]) == ("answer", "q")
    assert record["meta"]["sampled"] == [["answer"], ["Y"]]


@pytest.mark.parametrize(
    ("events", "error"),
    [
        ([event("a", "error", type="Timeout", message="too late")], "failed: too late"),
        ([event("a", "extra", x=1)], "not asked: no event has an output"),
    ],
)
def test_without_output(tmp_path, events, error):
    """What has no output is counted by kind, and its events are kept."""
    (record,) = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (record["error"], "prediction" in record) == (error, False)
    assert record["meta"]


def test_other_events(tmp_path):
    """A likelihood is a sequence, and an option that was picked the prediction."""
    events = [
        event("a", "cond_logp", prompt="q", completion="x", logp=-1.5),
        event("b", "pick_option", prompt="q", options=["x", "y"], picked="y"),
    ]
    a, b = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (a["sequence"], b["prediction"]) == ({"logprob": -1.5}, "y")


def test_unfinished(tmp_path):
    """A log without a report is named; one whose events come first is damaged."""
    sampling = event("a", "sampling", sampled="x")
    with pytest.warns(InputNotice, match="not finished: it has no final_report"):
        assert tool_logs.records(log(tmp_path / "a.jsonl", sampling, report=None))
    path = tmp_path / "b.jsonl"
    path.write_text(f"{json.dumps(sampling)}\n{json.dumps(SPEC)}\n")
    with pytest.raises(InputError, match=r"b\.jsonl:1: an event before"):
        list(from_spec(readers, "openai-evals").read(str(path)))


def test_damage(tmp_path):
    """A damaged line is named with its number."""
    path = log(tmp_path / "a.jsonl", event("a", "match", correct="yes"))
    with pytest.raises(InputError, match=r"a\.jsonl:2: `correct` must be true or false"):
        tool_logs.records(path)


def test_stored_scores(tmp_path):
    """The report's numbers are stored scores; its error is found however it is spelt."""
    report = {"final_report": {"accuracy": 0.5, "boostrap_std": 0.1, "note": "x"}}
    path = log(tmp_path / "a.jsonl", report=report)
    (score,) = from_spec(readers, "openai-evals").stored_scores(str(path))
    assert msgspec.structs.astuple(score)[:5] == ("accuracy", 0.5, 0.1, "m", "t")


def test_lines():
    """A line is the run, an event whose data stays encoded, or the report."""
    assert LINE.decode(b'{"spec": {"eval_name": "t"}}').spec.eval_name == "t"
    event = LINE.decode(b'{"sample_id": "a", "type": "match", "data": {"x": 1}}')
    assert (event.type, bytes(event.data)) == ("match", b'{"x": 1}')
