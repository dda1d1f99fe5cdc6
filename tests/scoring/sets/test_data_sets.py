"""Data sets of a run: files read once, names in errors."""

from collections import Counter

import pytest

from sacreval.errors import MistakesError, UsageError
from sacreval.io.files import check_all_exist
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.inputs.source import SharedFiles, Source
from sacreval.scoring.sets.data_sets import DataSet, about, refuse_sets_of
from support.two_sets import RECORDS, write_lines


@pytest.fixture
def opened(monkeypatch):
    """Count how often each file is read as lines of JSON."""
    counts = Counter()
    read = JsonlReader.read

    def counted(self, path):
        counts[path] += 1
        return read(self, path)

    monkeypatch.setattr(JsonlReader, "read", counted)
    return counts


def test_ten_data_sets_read_each_file_once(cli, tmp_path, opened):
    """Of ten data sets, those of files of their own and those that share one read each once."""
    names = [write_lines(tmp_path / f"{i}.jsonl", RECORDS).name for i in range(5)]
    words = [x for i, name in enumerate(names) for x in ("--dataset", f"own{i}={name}")]
    for i in range(1, 4):
        words += ["--dataset", f'n{i}{{"inputs": ["0.jsonl"], "where": "meta.n == `{i}`"}}']
    words += ["--dataset", "more=1.jsonl", "--dataset", 'all{"inputs": ["1.jsonl", "2.jsonl"]}']
    done = cli("evaluate", "chrf", *words, "--format", "json")
    assert done.code == 0, done.err
    assert opened == dict.fromkeys(names, 1)
    n = {r["dataset"]: r["n"] for r in done.json()["results"] if r["system_id"] == "0"}
    assert n == {"own0": 3, "n1": 1, "n2": 1, "n3": 1}


def test_other_readers_read_again(cli, tmp_path, opened):
    """A file that two data sets map in different ways is read for each."""
    write_lines(tmp_path / "a.jsonl", RECORDS)
    sets = ["--dataset", "a=a.jsonl", "--dataset",
            'b{"inputs": ["a.jsonl"], "map": {"references": "sources"}}']  # fmt: skip
    assert cli("evaluate", "chrf", *sets, "-q").code == 0
    assert opened == {"a.jsonl": 2}


def test_records_are_released_after_the_last_use(tmp_path):
    """Records of a shared file are held until the last data set has read them."""
    path = str(write_lines(tmp_path / "a.jsonl", RECORDS))
    source = Source((path,))
    shared = SharedFiles([source, source])
    reader = source.inputs()[0].reader
    first, second = (list(shared.read(reader, path)) for _ in range(2))
    assert first[0] is second[0]
    assert shared._files[0].held is None


def test_standard_input_is_of_one_data_set():
    """Two data sets of standard input are refused."""
    with pytest.raises(UsageError, match="standard input can be read once"):
        SharedFiles([Source(("-",)), Source(("-",))])


def test_errors_name_the_data_set(cli, tmp_path):
    """A data set without records, and a group that it lacks, are errors with its name."""
    write_lines(tmp_path / "a.jsonl", RECORDS)
    (tmp_path / "empty.jsonl").write_text("")
    sets = ["--dataset", "a=a.jsonl"]
    done = cli("evaluate", "chrf", *sets, "--dataset", "b=empty.jsonl")
    why = "empty.jsonl: this file is empty; it should hold at least one record (data set b)"
    assert (done.code, done.err) == (2, f"sacreval: error: {why}\n")
    assert "(data set a)" in cli("evaluate", "chrf", *sets, "--by", "zz").err


def test_all_missing_files_are_named(cli, tmp_path):
    """Files of all data sets, references and the baseline that are missing have a line each."""
    write_lines(tmp_path / "a.jsonl", RECORDS)
    sets = ["--dataset", "a=a.jsonl", "--dataset", "b=b.jsonl", "--dataset", "c=c.jsonl"]
    done = cli("evaluate", "chrf", *sets, "--baseline", "old.json")
    missing = "there is no such file; check the path"
    assert done.err.splitlines() == [
        f"sacreval: error: b.jsonl: {missing} (data set b)",
        f"sacreval: error: c.jsonl: {missing} (data set c)",
        f"sacreval: error: old.json: {missing}",
    ]
    for verb in ("compare", "score"):
        done = cli(verb, "chrf", "x.txt", "y.txt", "-r", "r.txt")
        assert done.err.count(missing) == 3
    with pytest.raises(MistakesError, match="x.jsonl: there is no such file"):
        next(Source(("x.jsonl", "y.jsonl")).batches())
    with pytest.raises(MistakesError) as told, about("z"):
        check_all_exist(["x", "y"])
    assert [text.endswith("(data set z)") for text in told.value.sentences] == [True, True]


def test_formats_of_one_set_are_refused():
    """What is about one set of records is refused with data sets."""
    with pytest.raises(UsageError, match="--format eee is about one set of records"):
        refuse_sets_of([DataSet("a", Source(("x",)), [])], "--format eee")
    refuse_sets_of([DataSet(None, Source(("x",)), [])], "--format eee")
