"""Inputs of a run: files, systems, and records joined from other files.

Also tests `system_parts`.
"""

import json
from pathlib import Path

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._base import readers
from sacreval.scoring.inputs.joined_records import (
    Join,
    JoinedQrels,
    JoinedValue,
    RecordIndex,
    join_of,
)
from sacreval.scoring.inputs.source import Source, _system_names
from support.lm_eval_logs import row, write
from support.program import write_jsonl
from support.two_sets import RECORDS, write_lines


def lines(path, *records):
    """Write records."""
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return str(path)


@pytest.fixture
def outputs(tmp_path):
    """Write two outputs without references."""
    return lines(
        tmp_path / "o.jsonl",
        {"instance_id": "a", "prediction": "x", "groups": {"g": 1}},
        {"instance_id": "b", "prediction": "y"},
    )


def joined(outputs, *records, on=None):
    """Return the records of a file joined with others."""
    file = lines(Path(outputs).parent / "j.jsonl", *records)
    batches = Source((outputs,), join=join_of(file, on)).batches()
    return [instance for batch in batches for instance in batch]


def test_fields(outputs):
    """Fields that a record lacks are filled in; groups are merged; others go to meta."""
    first, second = joined(
        outputs,
        {"instance_id": "b", "references": ["r"], "judgments": {"q": 2}},
        {"instance_id": "a", "reference": "s", "groups": {"h": 2}, "topic": "t"},
    )
    assert (first.references, first.groups) == (["s"], {"g": 1, "h": 2})
    assert (first.meta, first.prediction) == ({"topic": "t"}, "x")
    assert (second.references, second.judgments, second.meta) == (["r"], {"q": 2}, None)


def test_other_fields(outputs):
    """The id may have another name in the file."""
    instances = joined(
        outputs, {"key name": "a", "gold": 1}, {"key name": "b", "gold": 2}, on="key name"
    )
    assert [(instance.gold, instance.meta) for instance in instances] == [(1, None), (2, None)]
    with pytest.raises(InputError, match="--on keyname matches nothing in any record"):
        joined(outputs, {"key name": "a"}, {"key name": "b"}, on="keyname")


def test_expression(tmp_path):
    """The id of an input may be anywhere in it."""
    path = write(tmp_path, row(0, target=None, doc_hash="h0"), row(1, target=None, doc_hash="h1"))
    instances = joined(
        str(path),
        {"hash": "h1", "references": ["one"]},
        {"hash": "h0", "references": ["zero"]},
        on="meta.doc_hash=hash",
    )
    assert [instance.references for instance in instances] == [["zero"], ["one"]]
    with pytest.raises(InputError, match=r":1: no id at `meta.hash`, which --on names"):
        joined(str(path), {"hash": "h1"}, on="meta.hash=hash")


def test_errors(outputs):
    """A clash, and an id that is missing or repeated, is an error with its place."""
    both = ({"instance_id": "a"}, {"instance_id": "b"})
    with pytest.raises(InputError, match=r"o.jsonl:2: .*j.jsonl has no records of instance 'b'"):
        joined(outputs, both[0])
    with pytest.raises(InputError, match=r"j.jsonl:3: the records of instance 'a' are at .*:1 alr"):
        joined(outputs, *both, both[0])
    with pytest.raises(InputError, match=r"j.jsonl:2: no `instance_id`"):
        joined(outputs, both[0], {"input": "q"})
    with pytest.raises(InputError, match=r":1 and .*j.jsonl:1: both records have `groups.g`"):
        joined(outputs, both[0] | {"groups": {"g": 2}}, both[1])
    with pytest.raises(InputError, match="both records have `prediction`, with other values"):
        joined(outputs, both[0] | {"prediction": "z"}, both[1])
    assert joined(outputs, both[0] | {"groups": {"g": 1}, "prediction": "x"}, both[1])


def test_unused(outputs):
    """Records that were joined to none are counted."""
    with pytest.warns(InputNotice, match=r"1 records were joined to none, the first at .*:3"):
        joined(outputs, *({"instance_id": name, "input": "q"} for name in "abc"))


def test_options():
    """The values of --join and --on."""
    assert join_of("f", None) == Join("f", "instance_id", "instance_id")
    assert join_of("f", "custom_id") == Join("f", "instance_id", "custom_id")
    assert join_of("f", "meta.x=y") == Join("f", "meta.x", "y")
    assert join_of(None, None) is None
    with pytest.raises(UsageError, match="give --join FILE too"):
        join_of(None, "x")
    for wrong in ("=x", "x=", "="):
        with pytest.raises(UsageError, match="write FIELD or LEFT=RIGHT"):
            join_of("f", wrong)


def test_commands(cli, tmp_path, outputs):
    """Commands with inputs have --join; tables can be joined; the file is never replaced."""
    (tmp_path / "j.tsv").write_text("instance_id\treference\na\tx\nb\tz\n")
    words = (outputs, "--join", "j.tsv")
    result = cli("evaluate", "exact-match", *words, "--format", "tsv")
    assert result.code == 0, result.err
    assert "0.5" in result.out
    assert '"references":["z"]' in cli("convert", *words).out
    result = cli("evaluate", "exact-match", *words, "-o", "j.tsv", "--force")
    assert (result.code, "this is an input" in result.err) == (2, True)
    assert "give --join FILE too" in cli("convert", outputs, "--on", "x").err


def test_many_tasks(tmp_path):
    """Ids of several tasks are `TASK:ID`, so that none is joined to that of another."""
    for task in "ab":
        write(tmp_path / "m", row(0, target=None), task=task)
    records = [{"instance_id": f"{task}:0", "reference": task} for task in "ab"]
    assert [x.references for x in joined(str(tmp_path / "m"), *records)] == [["a"], ["b"]]
    with pytest.raises(InputError, match="no records of instance 'a:0'"):
        joined(str(tmp_path / "m"), {"instance_id": 0, "reference": "a"})


def test_join(tmp_path):
    """Judgments are joined by topic, whose id is the instance's."""
    (tmp_path / "r.jsonl").write_text('{"instance_id": 7, "ranking": ["a"]}\n')
    (tmp_path / "q.txt").write_text("7 0 a 2\n")
    reader = JoinedQrels(records=readers.get("jsonl")(), qrels=str(tmp_path / "q.txt"))
    [batch] = reader.read(str(tmp_path / "r.jsonl"))
    assert batch[0].qrels == {"a": 2}


def test_lookup():
    """Each id has one value; what was not looked up is left."""
    index = RecordIndex(
        "f", [JoinedValue("f:1", "a", 1), JoinedValue("f:2", "b", 2)], what="scores"
    )
    assert index.get("a", "g:1").value == 1
    assert [x.key for x in index.unused()] == ["b"]
    with pytest.raises(InputError, match="g:2: f has no scores of instance 'c'"):
        index.get("c", "g:2")


@pytest.mark.parametrize(
    ("key", "message"),
    [("a", "f:2: the scores of instance 'a' are at f:1"), (None, "f:2: no `id`")],
)
def test_wrong_ids(key, message):
    """A repeated or a missing id is an error."""
    with pytest.raises(InputError, match=message):
        RecordIndex(
            "f",
            [JoinedValue("f:1", "a", 1), JoinedValue("f:2", key, 2)],
            id_name="id",
            what="scores",
        )


def read(folder, *references):
    """Return the references of two outputs, joined from a file of records."""
    outputs = [{"instance_id": name, "prediction": "x"} for name in "ab"]
    write_jsonl(folder / "o.jsonl", outputs)
    write_jsonl(folder / "r.jsonl", references)
    batches = Source((str(folder / "o.jsonl"),), (str(folder / "r.jsonl"),)).batches()
    return [instance.references for batch in batches for instance in batch]


def test_by_id(tmp_path):
    """References are joined by id, each used, with none missing or twice."""
    a, b, c = ({"instance_id": name, "reference": name} for name in "abc")
    assert read(tmp_path, b, a) == [["a"], ["b"]]
    for references, message in (
        ((a,), r"o.jsonl:2: .*r.jsonl has no references of instance 'b'"),
        ((a, b, c), r"r.jsonl:3: no record of .* has the instance 'c'"),
        ((a, b, a), r"r.jsonl:3: the references of instance 'a' are at .*:1 already"),
        ((a, {"reference": "b"}), r"r.jsonl:2: no `instance_id`"),
    ):
        with pytest.raises(InputError, match=message):
            read(tmp_path, *references)


RECORD = '{"prediction": "a", "references": ["b"]}\n'


@pytest.fixture
def path(tmp_path):
    """Write a file of two records."""
    outputs = tmp_path / "outputs.jsonl"
    outputs.write_text(2 * RECORD)
    return str(outputs)


def test_batches(path):
    """A source reads its files, under their names and with the workers of the run."""
    [batch] = Source((path,)).batches(workers=2)
    assert (len(batch), set(batch.system_ids), batch.workers) == (2, {"outputs"}, 2)


def test_fields_of_source(path):
    """A field is read from where the source says that it is."""
    [batch] = Source((path,), fields={"input": "prediction"}).batches()
    assert [instance.input for instance in batch] == ["a", "a"]


def test_files(path):
    """All files are listed, those among the options of a reader too."""
    source = Source((path,), ("refs.txt",), 'table{"names": ["a.txt", "b.txt"]}')
    assert source.files() == [path, "refs.txt", "a.txt", "b.txt"]


@pytest.mark.parametrize(
    ("reader", "ending", "count"),
    [(None, ".jsonl", 2), ("jsonl", ".jsonl", None), (None, "", None)],
)
def test_count(tmp_path, reader, ending, count):
    """Records are counted where each has a line of its own; a reader may say otherwise."""
    path = tmp_path / f"outputs{ending}"
    path.write_text(2 * RECORD)
    assert Source((str(path),), reader=reader).count() == count


def test_what_cannot_be_read_is_refused_at_once(path):
    """Errors of files come before the first batch is asked for."""
    for paths, error in (
        ((), UsageError),
        ((path, path), UsageError),
        (("none.jsonl",), InputError),
    ):
        with pytest.raises(error):
            Source(paths).batches()


def test_lines_of_a_run_are_no_records(tmp_path):
    """The lines of a run are not counted, since a topic has many."""
    run, qrels = tmp_path / "x.txt", tmp_path / "q.txt"
    run.write_text("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n")
    qrels.write_text("1 0 a 1\n")
    source = Source((str(run),), references=(str(qrels),))
    assert source.count() is None
    assert [file.reader.name for file in source.inputs()] == ["trec"]


def system_parts_read(*words):
    """Return the system and the id of every record."""
    batches = Source.of(words).batches()
    return [x for batch in batches for x in zip(batch.system_ids, batch.instance_ids, strict=True)]


def test_parts_are_counted_as_one_file(tmp_path, monkeypatch):
    """Records without ids in two files of a name have the ids that one file would give them."""
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "a.jsonl", RECORDS[:2])
    write_lines(tmp_path / "b.jsonl", RECORDS[2:])
    assert system_parts_read("mine=a.jsonl", "mine=b.jsonl") == [
        ("mine", "1"),
        ("mine", "2"),
        ("mine", "3"),
    ]


def test_tables_of_parts_are_counted_without_their_heads(tmp_path, monkeypatch):
    """The heading of a further table is not counted."""
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("prediction,reference\nx,y\nz,y\n")
    both = tmp_path / "both.csv"
    both.write_text("prediction,reference\nx,y\nz,y\nx,y\nz,y\n")
    assert system_parts_read("m=a.csv", "m=b.csv") == system_parts_read("m=both.csv")


def test_the_name_replaces_that_of_the_records(tmp_path, monkeypatch):
    """Records of one system in a named file are of the system that the user names."""
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "a.jsonl", [{**record, "system_id": "gpt"} for record in RECORDS])
    assert {system for system, _ in system_parts_read("mine=a.jsonl")} == {"mine"}


def test_several_systems_are_refused(tmp_path, monkeypatch):
    """A file of two systems cannot be named as one."""
    monkeypatch.chdir(tmp_path)
    mixed = [{**record, "system_id": name} for record, name in zip(RECORDS, "aab", strict=True)]
    write_lines(tmp_path / "a.jsonl", mixed)
    with pytest.raises(InputError, match="a.jsonl:3: this output is of the system 'b'"):
        system_parts_read("mine=a.jsonl")


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["x/a.txt", "y/b.txt"], ["a", "b"]),
        (["x/a.txt", "y/a.txt", "b.txt"], ["x/a", "y/a", "b"]),
        (["x/a.txt", "x/a.json", "y/a.txt"], ["x/a.txt", "x/a.json", "y/a"]),
    ],
)
def test_names_of_files_are_as_short_as_they_differ(paths, names):
    """A system has the stem of its file, its path without ending, or its path."""
    assert _system_names(paths) == names
