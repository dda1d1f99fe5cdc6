"""Files of one system: its name, and ids that are counted through all of them."""

import pytest

from sacreval.errors import InputError
from sacreval.scoring.inputs.source import Source
from support.two_sets import RECORDS, write_lines


def read(*words):
    """Return the system and the id of every record."""
    batches = Source.of(words).batches()
    return [x for batch in batches for x in zip(batch.system_ids, batch.instance_ids, strict=True)]


def test_parts_are_counted_as_one_file(tmp_path, monkeypatch):
    """Records without ids in two files of a name have the ids that one file would give them."""
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "a.jsonl", RECORDS[:2])
    write_lines(tmp_path / "b.jsonl", RECORDS[2:])
    assert read("mine=a.jsonl", "mine=b.jsonl") == [("mine", "1"), ("mine", "2"), ("mine", "3")]


def test_tables_of_parts_are_counted_without_their_heads(tmp_path, monkeypatch):
    """The heading of a further table is not counted."""
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("prediction,reference\nx,y\nz,y\n")
    both = tmp_path / "both.csv"
    both.write_text("prediction,reference\nx,y\nz,y\nx,y\nz,y\n")
    assert read("m=a.csv", "m=b.csv") == read("m=both.csv")


def test_the_name_replaces_that_of_the_records(tmp_path, monkeypatch):
    """Records of one system in a named file are of the system that the user names."""
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "a.jsonl", [{**one, "system_id": "gpt"} for one in RECORDS])
    assert {system for system, _ in read("mine=a.jsonl")} == {"mine"}


def test_several_systems_are_refused(tmp_path, monkeypatch):
    """A file of two systems cannot be named as one."""
    monkeypatch.chdir(tmp_path)
    mixed = [{**one, "system_id": name} for one, name in zip(RECORDS, "aab", strict=True)]
    write_lines(tmp_path / "a.jsonl", mixed)
    with pytest.raises(InputError, match="a.jsonl:3: this output is of the system 'b'"):
        read("mine=a.jsonl")
