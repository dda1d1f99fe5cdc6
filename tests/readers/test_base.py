"""Readers: batches, line numbers, fields, types, and what becomes of foreign records."""

import json

import msgspec
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.io import lines
from sacreval.readers import _base as reader
from sacreval.readers._base import BATCH_SIZE, batches, mapper
from sacreval.readers._fields import shape
from sacreval.readers._typed import converted, typed
from sacreval.readers.jsonl import JsonlReader
from sacreval.readers.parallel_text import ParallelTextReader
from sacreval.readers.table import TableReader

pytestmark = pytest.mark.usefixtures("alone")


RECORD = {"prediction": "a", "references": ["b"]}


def flat(batches):
    """List (line, instance) of all batches."""
    return [(line, x) for batch in batches for line, x in zip(batch.lines, batch, strict=True)]


@pytest.mark.parametrize("chunk", [3, 7, 64, 2**20])
def test_jsonl_blocks(chunk, tmp_path, monkeypatch):
    """Blocks of any size give the same records with the same line numbers, blank lines apart."""
    monkeypatch.setattr(lines, "CHUNK", chunk)
    rows = [json.dumps(RECORD | {"prediction": f"é{i}"}, ensure_ascii=False) for i in range(9)]
    rows[4:4] = ["", "  "]
    path = tmp_path / "a.jsonl"
    path.write_text("\ufeff" + "\n".join(rows), encoding="utf-8")
    read = flat(JsonlReader().read(str(path)))
    assert [line for line, _ in read] == [1, 2, 3, 4, 7, 8, 9, 10, 11]
    assert [x.prediction for _, x in read] == [f"é{i}" for i in range(9)]
    mapped = flat(JsonlReader(fields={"prediction": "prediction"}).read(str(path)))
    assert mapped == read


@pytest.mark.parametrize("made", [JsonlReader(), TableReader(), ParallelTextReader()])
def test_batches(made, tmp_path):
    """Every reader gives batches of limited size, whose ids are line numbers and file names."""
    n = BATCH_SIZE + 5
    path = tmp_path / "sys.x"
    text = {
        "jsonl": f"{json.dumps({'prediction': 'a'})}\n" * n,
        "table": "prediction\n" + "a\n" * n,
        "parallel-text": "a\n" * n,
    }[made.name]
    path.write_text(text)
    read = list(made.read(str(path)))
    assert [len(batch) for batch in read] == [BATCH_SIZE, 5]
    first = 2 if made.name == "table" else 1
    assert read[1].instance_ids[-1] == str(n + first - 1)
    assert set(read[0].system_ids) == {"sys"}
    assert read[0].where(0) == f"{path}:{first}"


def test_explicit_ids():
    """Ids of the record win, numbers are read as text, and 0 is an id."""
    batch = Batch([Instance(instance_id=0), Instance(instance_id="x", system_id="s"), Instance()])
    assert batch.instance_ids == ["0", "x", "3"]
    assert batch.system_ids == ["system", "s", "system"]


def test_reference_singular():
    """`reference` is read into `references`; both at once are refused."""
    assert Instance(reference="a").references == ["a"]
    assert Instance(reference="a").reference is None
    with pytest.raises(ValueError, match="both"):
        Instance(reference="a", references=["b"])


def test_mapper():
    """Mapped fields come from where the map says, known ones stay, the rest goes to meta."""
    apply = mapper({"prediction": "out.text", "references": "answers"})
    record = {"out": {"text": "p"}, "answers": "g", "instance_id": 3, "extra": 1, "meta": {"m": 2}}
    assert apply(record) == {
        "prediction": "p", "references": ["g"], "instance_id": 3, "meta": {"m": 2, "extra": 1},
    }  # fmt: skip
    assert record["meta"] == {"m": 2}


def test_mapper_over_a_known_field():
    """A map over a field that the record has as well takes the map's value."""
    apply = mapper({"prediction": "meta.better"})
    assert apply({"prediction": "old", "meta": {"better": "new"}})["prediction"] == "new"


def test_bad_map():
    """Fields that do not exist and broken expressions are refused before anything is read."""
    with pytest.raises(UsageError, match="did you mean 'prediction'"):
        JsonlReader(fields={"predction": "x"})
    with pytest.raises(UsageError, match="JMESPath"):
        mapper({"prediction": "x["})


def test_table_cells(tmp_path):
    """Numbered references skip empty cells, nested fields fill mappings, JSON cells are lists."""
    path = tmp_path / "a.csv"
    path.write_text(
        "prediction,reference_1,reference_2,groups.g,judgments.q,judgments.r,sources\n"
        'p,,b,x,4.5,"[1, 2]",[laughs]\n'
        ",a,,,,,\n"
    )
    first, second = (x for _, x in flat(TableReader().read(str(path))))
    assert first == Instance(
        prediction="p", references=["b"], groups={"g": "x"}, judgments={"q": 4.5, "r": [1, 2]},
        sources=["[laughs]"],
    )  # fmt: skip
    assert second.prediction == ""
    assert second.references == ["a"]
    assert second.groups is None


def test_parallel_text_references(tmp_path):
    """With one reference file a blank line is an empty reference, with more it is none."""
    for name, text in (("h", "x\r\ny\n"), ("r1", "a\n\n"), ("r2", " \nb\n")):
        (tmp_path / name).write_bytes(text.encode())
    path, r1, r2 = (str(tmp_path / name) for name in ("h", "r1", "r2"))
    records = [x for _, x in flat(ParallelTextReader(references=(r1,)).read(path))]
    assert [x.references for x in records] == [["a"], [""]]
    assert [x.prediction for x in records] == ["x", "y"]
    two = [x for _, x in flat(ParallelTextReader(references=(r1, r2)).read(path))]
    assert [x.references for x in two] == [["a"], ["b"]]


def test_batches_keep_numbers(monkeypatch):
    """Slices and selections of a batch know the lines of their records."""
    monkeypatch.setattr(reader, "BATCH_SIZE", 3)
    parts = list(batches(((10 + i, Instance(prediction=str(i))) for i in range(5)), "f", "s"))
    assert [tuple(batch.lines) for batch in parts] == [(10, 11, 12), (13, 14)]
    assert parts[0][1:].where(0) == "f:11"
    assert parts[0].select([2, 0]).where(1) == "f:10"
    assert [x.prediction for x in parts[0].select([2, 0])] == ["2", "0"]


def test_missing_file(tmp_path):
    """A reader of a missing file says so at once."""
    with pytest.raises(InputError, match="no such file"):
        list(JsonlReader().read(str(tmp_path / "x.jsonl")))


def test_a_text_that_an_expression_cannot_read():
    """A record in which number() or yes_no() finds nothing has no output, and says why."""
    apply = mapper({"prediction": "number(p)", "references": "[yes_no(r)]"})
    mapped = apply({"p": "1.5", "r": "no"})
    assert (mapped["prediction"], mapped["references"]) == (1.5, [False])
    for record, field in (
        ({"p": "x", "r": "no"}, "prediction"),
        ({"p": "1", "r": "?"}, "references"),
    ):
        mapped = apply(record)
        assert mapped["error"].startswith(f"unparsed: {field}=")
        assert "prediction" not in mapped
    assert apply({"p": None, "r": "no", "error": "timeout"})["error"] == "timeout"


def test_null_of_other_expressions():
    """A null of any other expression stays null, which is a mistake of the file if it is needed."""
    mapped = mapper({"prediction": "lower(p)"})({"p": None})
    assert (mapped["prediction"], "error" in mapped) == (None, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [("references", 3), ("sources", "a"), ("samples", "a"), ("predictions", 1), ("ranking", "d1"),
     ("choices", "a"), ("scus", "u1")],
)  # fmt: skip
def test_one_value_is_a_list_of_one(field, value):
    """One text where a list is wanted is a list of one, in each field of several values."""
    assert getattr(reader.convert({field: value}, "f:1"), field) == [value]


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("squad", '{"data": [{"paragraphs": [{"context": "c", "qas": [{"id": ["q"]}]}]}]}'),
        ("squad", '{"data": [{"paragraphs": 3}]}'),
        ("sacrerouge", '{"instance_id": "1", "summarizer_id": "s", "metrics": 3}'),
        ("sacrerouge", '{"instance_id": "1", "summarizer_id": "s", "summary": {"text": [1, 2]}}'),
    ],
)
def test_values_of_other_types(read, tmp_path, reader, text):
    """A value of another type than its place in a format is refused with the file."""
    path = tmp_path / "x.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(InputError, match="x.jsonl"):
        read(reader, path)


@pytest.mark.parametrize("meta", [{"x": 1}, None])
def test_private_records_stay_private(meta):
    """A map of `meta` keeps the mark that no model may see a record."""
    mapped = mapper({"meta": "m"})({"prediction": "a", "meta": {"private": True}, "m": meta})
    assert mapped["meta"] == {**(meta or {}), "private": True}


def test_shape():
    """What no expression selects is left out; parts of a field are put together."""
    apply = shape({
        "prediction": "out.text", "input": "q", "judgments.fluency": "f", "judgments.style": "s",
    })  # fmt: skip
    assert apply({"out": {"text": "a"}, "other": 1, "f": 3}) == {
        "prediction": "a", "judgments": {"fluency": 3, "style": None},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "named"),
    [({"predicton": "a"}, "'prediction'"), ({"prediction": "a["}, "prediction=")],
)
def test_refused(fields, named):
    """An unknown field is answered with the nearest, and a bad expression is named."""
    with pytest.raises(UsageError, match=named):
        shape(fields)


class Wanted(msgspec.Struct):
    """What a reader needs."""

    name: str
    value: float | None = None


DECODER = msgspec.json.Decoder(Wanted)


def test_constants():
    """NaN and Infinity, which Python writes, are null outside texts."""
    assert typed(DECODER, b'{"name": "a \\" NaN", "value": NaN}', "x").value is None
    assert typed(DECODER, b'{"name": "NaN", "value": -Infinity}', "x").name == "NaN"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"name": 1}', r"x:3: `name` must be text, not a whole number; this is not the tool's"),
        (b'{"name": "a"', "x:3: this is not JSON"),
        (b'{"name": "\\ud800"}', "x:3: a text has half of a surrogate pair|x:3: this is not JSON"),
        (b"[" * 100_000, "x:3: this is not JSON|x:3: it must"),
        (b'{"name": "a", "value": 1e999}', "x:3: .*range"),
        (b'{"name": "\xff"}', "x:3: this is not JSON"),
    ],
)
def test_faults(text, why):
    """Each fault has its place and a remedy."""
    with pytest.raises(InputError, match=why):
        typed(DECODER, text, "x:3")


def test_plain_data():
    """Data from YAML is checked alike."""
    assert converted(Wanted, {"name": "a"}, "x").name == "a"
    with pytest.raises(InputError, match="`name` must be text"):
        converted(Wanted, {"name": []}, "x")


def test_empty():
    """An empty log is called empty, not damaged JSON."""
    with pytest.raises(InputError, match="x: this is empty; copy the log again"):
        typed(DECODER, b"\n", "x")


@pytest.mark.parametrize(
    ("spec", "content", "part"),
    [
        ("json", "{", "this is not JSON"),
        ("squad", "{}", "not in the layout of SQuAD"),
        ("qags", "{}", "not QAGS|not in the layout of QAGS"),
        ("sgml", "text", "no segments"),
        ("wmt-xml", "text", "not XML"),
        ("mtme", "", "none: this is not a folder"),
        ("sacrerouge", "[1]", "not a JSON object"),
        ("raters", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_other_files(read, tmp_path, spec, content, part):
    """A file of another format is told from the right one, in a sentence."""
    data = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match=part):
        read(spec, tmp_path / "x")


def test_options_are_checked(read, tmp_path):
    """Options that do not go together or are misspelt are errors before anything is read."""
    with pytest.raises(UsageError, match="did you mean 'literals'"):
        read('json{"literal": ["x"]}', tmp_path / "x")
    with pytest.raises(UsageError, match="`rater` needs `by`"):
        read('raters{"rater": "w"}', tmp_path / "x")
    with pytest.raises(UsageError, match="there is no field"):
        read("json", tmp_path / "x", {"predicted": "x"})
