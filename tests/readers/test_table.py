"""Tables, Parquet and Arrow: rows with types, columns, and limits of memory."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.io.formats.arrow_files import ArrowLimit
from sacreval.readers._base import by_extension, readers
from sacreval.readers._limited import WholeFileReader
from sacreval.readers._plain_table import ArrowTable, MemoryLimitReader, table_batches
from support.arrow_tables import arrow, parquet, pyarrow
from support.program import scores_by_system, tsv
from support.sizes import few

MEBIBYTES_10 = 10 * 2**20
pytestmark = pytest.mark.usefixtures("alone")


EVERY = [reader for _, reader in readers.importable()]
WHOLE = [reader for reader in EVERY if issubclass(reader, WholeFileReader)]
ARROW = [reader for reader in EVERY if issubclass(reader, MemoryLimitReader)]


def test_csv(cli, tmp_path):
    """CSV: quoted cells, line ends in cells, numbered references, systems and groups."""
    (tmp_path / "all.csv").write_text(
        "system_id,instance_id,prediction,reference_1,reference_2,groups.kind\n"
        'a,1,"say ""x"", y","say ""x"", y",,news\n'
        'a,2,"two\nlines",other,"two\nlines",talk\n'
        "b,1,z,z,,news\n"
        "b,2,,,q,talk\n"
    )
    rows = tsv(cli, "all.csv", "--by", "kind", "-q")
    scores = {(row[2], row[3]): float(row[4]) for row in rows}
    assert scores == {
        ("a", ""): 1.0, ("a", "kind=news"): 1.0, ("a", "kind=talk"): 1.0,
        ("b", ""): 0.5, ("b", "kind=news"): 1.0, ("b", "kind=talk"): 0.0,
    }  # fmt: skip


def test_tsv(cli, tmp_path):
    """TSV takes quotes literally, and `references` may hold a JSON list."""
    (tmp_path / "all.tsv").write_text('prediction\treferences\n"a\t["b", "\\"a"]\nc\t[c]\n')
    outcome = cli("evaluate", "exact-match", "all.tsv", "--format", "tsv")
    assert outcome.code == 0
    assert "\t0.5\t2\t" in outcome.out
    quoted = 'table{"quoting": "quotes", "delimiter": "\\t"}'
    (tmp_path / "all.tsv").write_text('prediction\treferences\n"a\tb"\t"a\tb"\n')
    assert scores_by_system(tsv(cli, "all.tsv", "--reader", quoted)) == {"all": (1.0, 1)}


def test_a_cell_over_many_lines(cli, tmp_path):
    """A quote that is not closed does not gather a whole file into one cell."""
    lines = "word\n" * (MEBIBYTES_10 // 5)
    (tmp_path / "a.csv").write_text(f'prediction,references\na,a\n"{lines}')
    outcome = cli("evaluate", "exact-match", "a.csv")
    assert outcome.code == 2
    assert "this cell is longer than 8 MiB" in outcome.err


def test_an_error_instead_of_an_output(cli, tmp_path):
    """In a table, an empty prediction with an error is a record without an output, as null is."""
    (tmp_path / "a.csv").write_text(
        "prediction,reference,error\n,a,timeout\na,a,\n,a,refused: no\n,a,\n"
    )
    done = cli("evaluate", "exact-match", "a.csv", "--format", "json")
    missing = done.json()["results"][0]["missing"]
    assert (done.code, missing["failed"], missing["refused"]) == (3, 1, 1)
    assert "without an output: 1 failed, 1 refused" in done.err
    done = cli("evaluate", "exact-match", "a.csv", "--map", "prediction=lower(prediction)")
    assert (done.code, "without an output: 1 failed, 1 refused" in done.err) == (3, True)


def records(*rows, fields=None):
    """Return the records of rows."""
    return [record for batch in table_batches(rows, "x", fields or {}) for record in batch]


def test_missing_values():
    """A missing value is a field that the record does not have, in groups and judgments too."""
    row = {"prediction": "7", "input": None, "system_type": None, "groups": {"a": "x", "b": None}}
    (record,) = records(row)
    assert (record.input, record.system_type, record.groups) == (None, "peer", {"a": "x"})


def test_named_columns():
    """Columns `judgments.NAME` and values of the type map become values by name."""
    (record,) = records({"prediction": "7", "judgments.fluency": 4.0, "groups": [["topic", "add"]]})
    assert (record.judgments, record.groups) == ({"fluency": 4.0}, {"topic": "add"})


def test_wrong_types():
    """A field of the wrong type is an error with the row."""
    with pytest.raises(InputError, match="x:2: `references` must be a list"):
        records({"prediction": "7"}, {"prediction": "7", "references": {"a": 1}})


def test_map():
    """Mapped fields are found by expressions, and unused columns are kept in `meta`."""
    (record,) = records({"out": {"text": "7"}, "more": 1}, fields={"prediction": "out.text"})
    assert (record.prediction, record.meta) == ("7", {"more": 1})
    with pytest.raises(InputError, match="matches nothing"):
        records({"out": "7"}, fields={"prediction": "put"})


def test_labels(tmp_path):
    """Numbers of labels have the names that the schema notes."""
    features = '{"info": {"features": {"gold": {"names": ["no", "yes"], "_type": "ClassLabel"}}}}'
    table = pyarrow().table({"gold": [1]}).replace_schema_metadata({"huggingface": features})
    path = str(arrow(tmp_path / "x.arrow", table))
    assert list(ArrowTable(path, "arrow", ArrowLimit(512.0, "arrow")).rows()) == [{"gold": "yes"}]


@few(2, "name", ["x.arrow", "x.arrows", "x.feather", "x.ipc"])
def test_arrow_records(read, tmp_path, name):
    """Columns are fields of records, in a file and in a stream."""
    path = arrow(tmp_path / name, [{"prediction": "7"}], stream=name.endswith("s"))
    assert by_extension(str(path)) == "arrow"
    (record,) = read("arrow", path)
    assert record.prediction == "7"


def test_parquet_records(read, tmp_path):
    """Columns are fields of records; the file's stem is the system."""
    rows = [{"prediction": "7", "references": ["7", "seven"], "groups.topic": "add"}]
    (r,) = read("parquet", parquet(tmp_path / "x.parquet", rows))
    assert (r.prediction, r.references, r.groups) == ("7", ["7", "seven"], {"topic": "add"})


def test_unknown_columns(read, tmp_path):
    """A column that is no field is an error that shows how to map it."""
    path = parquet(tmp_path / "x.parquet", [{"output": "7", "target": "7"}])
    with pytest.raises(InputError, match=r"x.parquet:1: unknown field.*--map prediction=output"):
        read("parquet", path)
    (record,) = read("parquet", path, {"prediction": "output", "references": "target"})
    assert (record.prediction, record.references) == ("7", ["7"])
    (record,) = read('parquet{"columns": ["output"]}', path, {"prediction": "output"})
    assert (record.prediction, record.meta) == ("7", None)


@pytest.mark.parametrize("reader", WHOLE, ids=lambda reader: reader.name)
def test_sizes(reader, tmp_path):
    """A limit below 0 is refused, and a file above the limit is refused by the reader's name."""
    with pytest.raises(UsageError, match="max_size"):
        reader(max_size=-1)
    large = tmp_path / "large.json"
    large.write_text("[" + "1," * 40_000 + "1]")
    with pytest.raises(InputError, match=reader.name):
        list(reader(max_size=0.01).read(str(large)))


@pytest.mark.parametrize("reader", ARROW, ids=lambda reader: reader.name)
def test_memory(reader):
    """A limit below 0 is refused."""
    with pytest.raises(UsageError, match="max_memory"):
        reader(max_memory=-1)
