"""Records of another file that fill in fields of the inputs."""

import json
from pathlib import Path

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.scoring.inputs.joined_records import Join, join_of
from sacreval.scoring.inputs.source import Source
from support.lm_eval_logs import row, write


def lines(path, *records):
    """Write records."""
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records))
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
    return [one for batch in batches for one in batch]


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
    found = joined(
        outputs, {"key name": "a", "gold": 1}, {"key name": "b", "gold": 2}, on="key name"
    )
    assert [(one.gold, one.meta) for one in found] == [(1, None), (2, None)]
    with pytest.raises(InputError, match="--on keyname matches nothing in any record"):
        joined(outputs, {"key name": "a"}, {"key name": "b"}, on="keyname")


def test_expression(tmp_path):
    """The id of an input may be anywhere in it."""
    path = write(tmp_path, row(0, target=None, doc_hash="h0"), row(1, target=None, doc_hash="h1"))
    found = joined(
        str(path),
        {"hash": "h1", "references": ["one"]},
        {"hash": "h0", "references": ["zero"]},
        on="meta.doc_hash=hash",
    )
    assert [one.references for one in found] == [["zero"], ["one"]]
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
    found = cli("evaluate", "exact-match", *words, "--format", "tsv")
    assert found.code == 0, found.err
    assert "0.5" in found.out
    assert '"references":["z"]' in cli("convert", *words).out
    found = cli("evaluate", "exact-match", *words, "-o", "j.tsv", "--force")
    assert (found.code, "this is an input" in found.err) == (2, True)
    assert "give --join FILE too" in cli("convert", outputs, "--on", "x").err


def test_many_tasks(tmp_path):
    """Ids of several tasks are `TASK:ID`, so that none is joined to that of another."""
    for task in "ab":
        write(tmp_path / "m", row(0, target=None), task=task)
    records = [{"instance_id": f"{task}:0", "reference": task} for task in "ab"]
    assert [one.references for one in joined(str(tmp_path / "m"), *records)] == [["a"], ["b"]]
    with pytest.raises(InputError, match="no records of instance 'a:0'"):
        joined(str(tmp_path / "m"), {"instance_id": 0, "reference": "a"})
