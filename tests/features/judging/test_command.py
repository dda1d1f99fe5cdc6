"""ask: the requests of a judge, as a file."""

import json

import pytest

from support.judges import PREFERENCE, QUALITY, write
from support.program import write_jsonl
from support.tool_logs import write_inspect

OUTPUT = [{"role": "user", "content": "{{prediction}}"}]


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, QUALITY)
    write(tmp_path, PREFERENCE)
    records = [{"instance_id": i, "prediction": "p", "sources": [f"s{i}"]} for i in range(3)]
    write_jsonl(tmp_path / "a.jsonl", records)
    return tmp_path


def test_formats(cli, folder):
    """Batch files name the model in each line."""
    words = ("ask", "quality.yaml", "a.jsonl", "-o")
    assert cli(*words, "o.jsonl", "--format", "openai-batch", "--model", "m").code == 0
    lines = [json.loads(line) for line in (folder / "o.jsonl").open()]
    assert [line["body"]["model"] for line in lines] == ["m"] * 3
    assert cli(*words, "n.jsonl", "--format", "anthropic-batch", "--model", "m").code == 0
    assert "params" in json.loads((folder / "n.jsonl").read_text().splitlines()[0])
    assert cli(*words, "x.jsonl", "--format", "openai-batch").code == 2
    assert cli(*words, "x.jsonl", "--model", "m").code == 2
    assert not (folder / "x.jsonl").exists()


@pytest.mark.usefixtures("folder")
def test_reserved_files(cli):
    """Existing files are kept without --force, and inputs always."""
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "a.jsonl", "--force").code == 2
    assert "name a file" in cli("ask", "quality.yaml", "a.jsonl", "-o", "-").err
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "r.jsonl").code == 0
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "r.jsonl").code == 2
    assert cli("ask", "quality.yaml", "a.jsonl", "-o", "r.jsonl", "--force").code == 0


def test_private_records(cli, folder):
    """A private record ends the command, and no file is left."""
    records = [{"prediction": "p", "sources": ["s"], "meta": {"private": True}}]
    write_jsonl(folder / "p.jsonl", records)
    done = cli("ask", "quality.yaml", "p.jsonl", "-o", "r.jsonl")
    assert done.code == 2
    assert "p.jsonl:1: this record has `meta.private`" in done.err
    assert not (folder / "r.jsonl").exists()


@pytest.mark.usefixtures("folder")
def test_shipped_judge(cli):
    """A judge that comes with sacreval is asked by its name."""
    assert cli("ask", "coherence", "a.jsonl", "-o", "r.jsonl").code == 0
    done = cli("ask", "coherense", "a.jsonl", "-o", "s.jsonl")
    assert "There is no judge 'coherense'; did you mean 'coherence'?" in done.err


@pytest.mark.usefixtures("folder")
def test_nothing_to_ask(cli):
    """The opponent alone has nothing to be asked about."""
    done = cli("ask", "preference.yaml", "a.jsonl", "-o", "r.jsonl", "--opponent", "a.jsonl")
    assert done.code == 2
    assert "there is nothing to ask about these records" in done.err


def test_answers_that_are_not_asked_about_are_counted(cli, tmp_path):
    """Of a log with epochs the first is asked about, which a notice says."""
    write(tmp_path, {**QUALITY, "needs": ["prediction"], "messages": OUTPUT})
    write_inspect(tmp_path / "log.json")
    done = cli("ask", "quality.yaml", "log.json", "-o", "r.jsonl")
    assert "1 record has several answers, of which judge reads the first" in done.err
    assert done.code == 0
