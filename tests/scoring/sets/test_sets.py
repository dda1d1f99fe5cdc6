"""Data sets of a run and of result files: files read once, names in errors."""

from collections import Counter

import pytest
from msgspec import structs

from sacreval.core.results import Missing
from sacreval.errors import InputError, MistakesError, UsageError
from sacreval.io.files import check_all_exist
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.inputs.source import SharedFiles, Source
from sacreval.scoring.sets.data_sets import DataSet, naming_data_set, refuse_sets_of
from sacreval.scoring.sets.set_scores import NamedFile, read_set_scores, rows_of
from support.set_results import result, write_results, write_sets
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
    with pytest.raises(MistakesError) as error, naming_data_set("z"):
        check_all_exist(["x", "y"])
    assert [text.endswith("(data set z)") for text in error.value.sentences] == [True, True]


def test_formats_of_one_set_are_refused():
    """What is about one set of records is refused with data sets."""
    with pytest.raises(UsageError, match="--format eee is about one set of records"):
        refuse_sets_of([DataSet("a", Source(("x",)), [])], "--format eee")
    refuse_sets_of([DataSet(None, Source(("x",)), [])], "--format eee")


def named(*paths):
    return [NamedFile(None, path) for path in paths]


def test_each_file_is_a_set(tmp_path):
    """Without names the stem of a file names its set, and systems are matched by name."""
    paths = write_sets(tmp_path, {"news": {"a": 1.0, "b": 2.0}, "law": {"b": 4.0, "a": 3.0}})
    (output,) = read_set_scores(named(*paths)).outputs
    assert list(output.scores) == ["news", "law"]
    assert output.systems == ["a", "b"]
    assert rows_of(output.scores) == [[1.0, 2.0], [3.0, 4.0]]


def test_missing_records(tmp_path):
    """They are counted over all sets, with the scores that they could lead to, if all have some."""
    gone = Missing(failed=3, if_worst=0.5, if_best=2.5)
    lacking = structs.replace(result("b", 2.0), missing=gone)
    paths = [write_results(tmp_path / f"{x}.json", [result("a", 1.0), lacking]) for x in "xy"]
    (output,) = read_set_scores(named(*paths)).outputs
    assert output.missing == {"b": 6}
    assert output.if_worst == {name: {"a": 1.0, "b": 0.5} for name in "xy"}
    assert output.if_best == {name: {"a": 1.0, "b": 2.5} for name in "xy"}
    unbounded = structs.replace(lacking, missing=Missing(failed=3))
    paths[0] = write_results(tmp_path / "x.json", [result("a", 1.0), unbounded])
    (output,) = read_set_scores(named(*paths)).outputs
    assert (output.missing, output.if_worst, output.if_best) == ({"b": 6}, None, None)


def test_files_of_one_name_are_one_set(tmp_path):
    """Files with the same NAME= have the systems of one set; others with one stem are refused."""
    first = write_results(tmp_path / "a.json", [result("a", 1.0)])
    second = write_results(tmp_path / "b.json", [result("b", 2.0)])
    both = write_results(tmp_path / "c.json", [result("a", 3.0), result("b", 5.0)])
    files = [NamedFile("x", first), NamedFile("x", second), NamedFile("y", both)]
    (output,) = read_set_scores(files).outputs
    assert output.scores == {"x": {"a": 1.0, "b": 2.0}, "y": {"a": 3.0, "b": 5.0}}
    (tmp_path / "d").mkdir()
    other = write_results(tmp_path / "d" / "c.json", [result("a", 1.0)])
    with pytest.raises(InputError, match="has this name too"):
        read_set_scores(named(both, other))
    with pytest.raises(InputError, match="'a' has score in the set 'x' already"):
        read_set_scores([*files, NamedFile("x", both)])


def test_a_file_may_have_an_equals_sign(tmp_path):
    """A file whose name has = is no set's name, if it exists."""
    path = tmp_path / "lr=0.1.json"
    assert NamedFile.parse(str(path)).name is not None
    path.write_text("")
    assert NamedFile.parse(str(path)) == NamedFile(None, path)


def test_groups_are_sets(tmp_path):
    """The values of a group are sets, without its summaries; a file's name is put before them."""
    results = [
        result(system, value + place, group=f"domain={name}")
        for place, name in enumerate(("news", "(law)", "(mean)", "(drop-rate:v=0)"))
        for system, value in (("a", 1.0), ("b", 2.0))
    ]
    path = write_results(tmp_path / "x.json", [result("a", 9.0), *results])
    (output,) = read_set_scores(named(path), group="domain").outputs
    assert list(output.scores) == ["news", "(law)"]
    (output,) = read_set_scores([NamedFile("mine", path)], group="domain").outputs
    assert list(output.scores) == ["mine/news", "mine/(law)"]
    with pytest.raises(UsageError, match="did you mean 'domain'"):
        read_set_scores(named(path), group="domains")


def test_systems_that_a_set_lacks(tmp_path):
    """A system without a score in some set is left out, and so is an output, in one notice each."""
    paths = write_sets(
        tmp_path, {"x": {"a": 1, "b": 2, "c": 3}, "y": {"a": 1, "b": 2}, "z": {"a": 1, "b": 2}}
    )
    table = read_set_scores(named(*paths))
    assert table.outputs[0].systems == ["a", "b"]
    assert table.notices == ["score: 'c' is left out, as it has no score in y, z"]
    lone = write_results(
        tmp_path / "w.json",
        [result("a", 1.0), result("b", None), result("a", 1.0, output="length", better=None)],
    )
    with pytest.raises(UsageError, match="there are not two systems that every set has"):
        read_set_scores(named(*paths, lone))


def test_what_cannot_be_compared(tmp_path):
    """One set, an unknown output and outputs without direction are refused in one sentence."""
    path, other = write_sets(tmp_path, {"x": {"a": 1, "b": 2}, "y": {"a": 1, "b": 2}})
    with pytest.raises(UsageError, match="there is 1 data set, and a comparison over sets needs 2"):
        read_set_scores(named(path))
    with pytest.raises(UsageError, match="--metric scor: did you mean 'score'"):
        read_set_scores(named(path, other), outputs=["scor"])
    three = write_sets(tmp_path, {"z": {"a": 1, "b": 2}}, better=None)
    with pytest.raises(UsageError, match="neither larger nor smaller values are better"):
        read_set_scores(named(*three))
    empty = write_results(tmp_path / "e.json", [])
    with pytest.raises(InputError, match="contains no result"):
        read_set_scores(named(path, empty))


def test_other_options_are_noticed(tmp_path):
    """Sets may differ in references; other options of the metric are one notice."""
    first = write_sets(tmp_path, {"x": {"a": 1, "b": 2}})
    same = "exact-match|normalize:simple|refs:3|sacreval:1|data:cd"
    second = write_sets(tmp_path, {"y": {"a": 1, "b": 2}}, signature=same)
    assert read_set_scores(named(*first, *second)).notices == []
    other = "exact-match|normalize:none|refs:3|sacreval:1|data:ef"
    third = write_sets(tmp_path, {"z": {"a": 1, "b": 2}}, signature=other)
    (said,) = read_set_scores(named(*first, *second, *third)).notices
    assert said.startswith("score differs between the sets 'x' and 'z': exact-match has normalize")


def test_runs_of_models(tmp_path):
    """The last separator ends the model's name, and the runs of a model are averaged."""
    scores = {"m@1": 1.0, "m@2": 3.0, "q@r@1": 5.0, "plain": 2.0}
    paths = write_sets(tmp_path, {"x": scores, "y": scores})
    (output,) = read_set_scores(named(*paths), runs="@").outputs
    assert output.scores == {x: {"m": 2.0, "q@r": 5.0, "plain": 2.0} for x in "xy"}
