"""Choice of the reader of an input."""

import json

import pytest

from sacreval.errors import InputNotice, UsageError
from sacreval.scoring.inputs.reader_choice import map_option, reader_of
from support.lm_eval_logs import row, write


def chosen(path, **more):
    """Return the name of the reader of a file."""
    options = {"references": (), "spec": None, "fields": {}, **more}
    return reader_of(str(path), **options).name


def test_logs(tmp_path):
    """A log is read by its tool's reader, also with --map."""
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"eval": {"task": "t", "model": "m"}}))
    assert chosen(log) == chosen(log, fields={"references": "meta.x"}) == "inspect"


def test_contradictions(tmp_path):
    """References may be named in one place only."""
    spec = 'parallel-text{"references": ["a.txt"]}'
    with pytest.raises(UsageError, match="keep one of the two"):
        chosen(tmp_path / "a.txt", references=("b.txt",), spec=spec)


def test_sources():
    """Sources are beside plain text, also with references of another kind, and in one place."""
    options = {"sources": ("s.txt",), "spec": None, "fields": {}}
    assert reader_of("x.de", references=(), **options).sources == ("s.txt",)
    assert reader_of("x.txt", references=("r.txt",), **options).sources == ("s.txt",)
    joined = reader_of("x.txt", references=("r.jsonl",), **options)
    assert joined.records.sources == ("s.txt",)
    with pytest.raises(UsageError, match="x.jsonl is read by jsonl, whose records have `sources`"):
        chosen("x.jsonl", sources=("s.txt",))
    with pytest.raises(UsageError, match="sources are given by --sources and by --reader"):
        chosen("x.txt", sources=("s.txt",), spec='parallel-text{"sources": ["a.txt"]}')


RUN = "1 Q0 a 1 1.5 t\n"
QRELS = "1 0 a 1\n"


def test_relevance_judgments(tmp_path):
    """With judgments by -r, plain text is a run; the reader that is named keeps its own meaning."""
    run, short, qrels = tmp_path / "x.txt", tmp_path / "x.tsv", tmp_path / "q.txt"
    run.write_text(RUN)
    short.write_text("1\ta\t1\n")
    qrels.write_text(QRELS)
    beside = (str(qrels),)
    assert chosen(run) == chosen(run, references=beside) == "trec"
    assert reader_of(str(run), references=beside, spec=None, fields={}).qrels == str(qrels)
    assert (chosen(short), chosen(short, references=beside)) == ("table", "trec")
    assert chosen(run, references=beside, spec="parallel-text") == "parallel-text"
    run.write_text("not a run\n")
    assert (chosen(run), chosen(run, references=beside)) == ("parallel-text", "trec")
    assert chosen(qrels) == "trec"  # which refuses it in a sentence
    with pytest.raises(UsageError, match="relevance judgments are one file"):
        chosen(run, references=(str(qrels), str(short)))
    with pytest.raises(UsageError, match="qrels are given by -r and by --reader"):
        chosen(run, references=beside, spec='trec{"qrels": "q"}')


def test_numbers_are_texts(tmp_path):
    """References that are lines of four numbers are no judgments."""
    texts, references = tmp_path / "x.txt", tmp_path / "r.txt"
    texts.write_text("1 0 2 3\n4 5 6 7\n")
    references.write_text("1 0 2 3\n4 5 6 7\n")
    assert chosen(texts, references=(str(references),)) == "parallel-text"


def test_files_of_sacrerouge(tmp_path):
    """SacreROUGE's files are read as such; with --map their lines as they are, with a notice."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"instance_id": "1", "summarizer_id": "s", "summary": "a"}\n')
    assert chosen(path) == "sacrerouge"
    with pytest.warns(InputNotice, match="this file of sacrerouge is read as plain JSON$"):
        assert chosen(path, fields={"prediction": "summary"}) == "jsonl"


def test_the_option_that_maps_a_field(tmp_path):
    """It is quoted for shells, and names the reader where --map would be about the lines."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"instance_id": "1", "summarizer_id": "s", "summary": "a"}\n')
    log = write(tmp_path / "run", row())
    assert map_option(str(log), "references", "meta.doc") == "--map references=meta.doc"
    assert map_option(str(path), "input", "x") == "--reader sacrerouge --map input=x"
    texts = ["a[*].b", """a."b c"=='C'"""]
    assert [map_option("none.jsonl", "samples", text) for text in texts] == [
        "--map 'samples=a[*].b'", r'''--map "samples=a.\"b c\"=='C'"''',
    ]  # fmt: skip
