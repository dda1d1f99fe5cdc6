"""Source: the files of a run, checked before they are read."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.scoring.inputs.source import Source

RECORD = '{"prediction": "a", "references": ["b"]}\n'


@pytest.fixture
def path(tmp_path):
    """Write a file of two records."""
    made = tmp_path / "outputs.jsonl"
    made.write_text(2 * RECORD)
    return str(made)


def test_batches(path):
    """A source reads its files, under their names and with the workers of the run."""
    [batch] = Source((path,)).batches(workers=2)
    assert (len(batch), set(batch.system_ids), batch.workers) == (2, {"outputs"}, 2)


def test_fields(path):
    """A field is read from where the source says that it is."""
    [batch] = Source((path,), fields={"input": "prediction"}).batches()
    assert [one.input for one in batch] == ["a", "a"]


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
    assert [one.reader.name for one in source.inputs()] == ["trec"]
