"""Folders of logs."""

import json
import warnings

import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.scoring.inputs.log_inputs import places
from sacreval.scoring.inputs.source import Source
from support.lm_eval_logs import row, write, write_results


def inputs_in(*paths, spec=None):
    """Return the paths and readers of inputs."""
    return [tuple(place)[:2] for place in places([str(path) for path in paths], spec)]


def test_logs(tmp_path):
    """A folder is the logs in it, at any depth and sorted; other files are counted."""
    second = write(tmp_path / "b", row(), task="x")
    first = write(tmp_path / "a" / "deep", row(), task="y")
    write_results(tmp_path / "b")
    (tmp_path / ".hidden").mkdir()
    write(tmp_path / ".hidden", row())
    (tmp_path / "b" / "back").symlink_to(tmp_path)
    with pytest.warns(InputNotice, match=r"2 logs are read; 1 other file is no log, such as b/res"):
        assert inputs_in(tmp_path) == [(str(first), "lm-eval"), (str(second), "lm-eval")]


def test_folder_that_is_a_log(tmp_path):
    """A folder that a reader takes as a whole is one log, wherever it is."""
    run = tmp_path / "runs" / "one"
    run.mkdir(parents=True)
    state = {"adapter_spec": {"method": "generation"}, "request_states": []}
    (run / "scenario_state.json").write_text(json.dumps(state))
    assert inputs_in(run) == [(str(run), None)]
    assert inputs_in(tmp_path) == [(str(run), "helm")]


def test_reader_by_name(tmp_path):
    """With a reader's name its logs alone are read; a reader of folders has the folder itself."""
    path = write(tmp_path, row())
    (tmp_path / "log.json").write_text('{"adapter_spec": {"method": "g"}, "request_states": []}')
    spec = 'lm-eval{"answer": "raw"}'
    with pytest.warns(InputNotice, match=r"1 log is read; 1 other file is no log"):
        assert inputs_in(tmp_path, spec=spec) == [(str(path), spec)]
    assert inputs_in(tmp_path, spec="mtme") == [(str(tmp_path), "mtme")]


def test_files_stay(tmp_path):
    """Files are inputs as they are."""
    path = write(tmp_path, row())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert inputs_in(path, tmp_path / "none.jsonl", tmp_path) == [
            (str(path), None), (str(tmp_path / "none.jsonl"), None), (str(path), "lm-eval"),
        ]  # fmt: skip


def test_no_log(tmp_path):
    """A folder without a log is an error."""
    (tmp_path / "a.jsonl").write_text('{"prediction": "a"}\n')
    for spec in (None, "lm-eval"):
        with pytest.raises(InputError, match="this folder holds no log"):
            inputs_in(tmp_path, spec=spec)


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("2026-01-01T00-00-00-00-00_sums_Va8F.eval", "inspect"),
        ("samples_sums_2026-01-01T00-00-00.000000.jsonl", "lm-eval"),
        ("details_sums|0_2026-01-01T00-00-00.000000.parquet", "lighteval"),
    ],
)
def test_damaged_logs(tmp_path, name, reader):
    """A file that is named like a log, but is none, is an error: a run would be missing."""
    write(tmp_path / "whole", row(), task="y")
    (tmp_path / name).write_bytes(b"PK\x03")
    for spec in (None, reader):
        with pytest.raises(InputError, match=f"named like a log of {reader}, but does not hold"):
            inputs_in(tmp_path, spec=spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if reader != "lm-eval":
            assert len(inputs_in(tmp_path, spec="lm-eval")) == 1


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("records.jsonl", "name the records in it, corpus/records.jsonl"),
        ("metric-scores/en-de/BLEU-refA.seg.score", "`sacreval correlate scores` reads"),
        ("notes.txt", "name the files in it, or their reader"),
    ],
)
def test_folders_of_other_kinds(cli, tmp_path, inside, said):
    """A folder without logs is answered by what it is: a corpus, scores of mt-metrics-eval."""
    path = tmp_path / "corpus" / inside
    path.parent.mkdir(parents=True)
    path.write_text("x\n")
    result = cli("evaluate", "bleu", "corpus")
    assert (result.code, said in result.err) == (2, True)


SECOND = "2026-02-01T00-00-00.000000"


def ids(*paths, **options):
    """Return the systems and ids of all records."""
    batches = list(Source(tuple(map(str, paths)), **options).batches())
    return {pair for b in batches for pair in zip(b.system_ids, b.instance_ids, strict=True)}


def test_tasks(tmp_path):
    """Ids of several tasks are `TASK:ID`, in a folder or not; those of one task are the log's."""
    first = write(tmp_path / "m", row(0), task="a")
    second = write(tmp_path / "m", row(0), task="b")
    assert ids(tmp_path) == ids(first, second) == {("m", "a:0"), ("m", "b:0")}
    assert ids(first) == {("m", "0")}


def test_records_beside_logs(tmp_path):
    """Records of other files keep their ids."""
    log = write(tmp_path / "m", row(0), task="a")
    (tmp_path / "r.jsonl").write_text('{"instance_id": 0, "prediction": "x"}\n')
    assert ids(log, tmp_path / "r.jsonl") == {("m", "0"), ("r", "0")}


def test_runs(tmp_path):
    """A model that was run twice on the same inputs is a system for each run."""
    write(tmp_path / "m", row(0), task="a")
    write(tmp_path / "m", row(0), task="b")
    write(tmp_path / "m", row(0), task="a", date=SECOND)
    write(tmp_path / "other", row(0), task="a")
    with pytest.warns(InputNotice, match=r"'m' has several runs, such as .* by run, as in 'm \(20"):
        known = ids(tmp_path)
    first = "m (2026-01-01T00-00-00.000000)"
    assert known == {(first, "a:0"), (first, "b:0"), (f"m ({SECOND})", "a:0"), ("other", "a:0")}


@pytest.mark.long
def test_runs_in_another_order(tmp_path):
    """The records of runs are in any order, and far more than are read at once."""
    rows = [row(i) for i in range(9000)]
    write(tmp_path / "m", *rows)
    write(tmp_path / "m", *reversed(rows), date=SECOND)
    with pytest.warns(InputNotice, match="'m' has several runs"):
        assert len({system for system, _ in ids(tmp_path)}) == 2


def test_copies(tmp_path):
    """Runs with the same name are distinguished by their paths."""
    for place in ("x", "y"):
        write(tmp_path / place / "m", row(0))
    with pytest.warns(InputNotice, match="several runs"):
        systems = {system for system, _ in ids(tmp_path)}
    assert systems == {f"m ({p}/m/samples_toy_2026-01-01T00-00-00.000000.jsonl)" for p in "xy"}


def test_parts(tmp_path):
    """Logs of other inputs of the same task are parts of one run."""
    write(tmp_path / "m", row(0))
    write(tmp_path / "m", row(1), date=SECOND)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ids(tmp_path) == {("m", "0"), ("m", "1")}


def test_references_beside(tmp_path):
    """References are joined by the ids of the log."""
    path = write(tmp_path / "m", row(0, target=None), row(1, target=None))
    (tmp_path / "r.jsonl").write_text(
        '{"instance_id": 1, "reference": "b"}\n{"instance_id": 0, "reference": "a"}\n'
    )
    write(tmp_path / "n", row(0, target=None), row(1, target=None))
    batches = Source(
        (str(path.parent), str(tmp_path / "n")), (str(tmp_path / "r.jsonl"),)
    ).batches()
    assert [[x.references for x in batch] for batch in batches] == [[["a"], ["b"]]] * 2


def test_the_same_file_twice(tmp_path):
    """A log that is also in a folder is an error."""
    path = write(tmp_path, row(0))
    with pytest.raises(Exception, match="the same file is named twice"):
        ids(tmp_path, path)


def test_in_one_command(tmp_path, cli):
    """A folder of runs is compared in one command, also by task."""
    for model, answers in (("m", "7777"), ("n", "7878")):
        for task in "ab":
            rows = [row(i, filtered_resps=[answer]) for i, answer in enumerate(answers)]
            write(tmp_path / model, *rows, task=task)
        write_results(tmp_path / model, model_name=model)
    result = cli("evaluate", "exact-match", str(tmp_path), "--by", "task", "--format", "tsv")
    assert result.code == 0, result.err
    cells = [line.split("\t") for line in result.out.splitlines()]
    assert result.out.count("task=a") == 2
    assert any("n" in line and "0.5" in line for line in cells)
    assert cli("compare", "exact-match", str(tmp_path)).code == 0
    assert "4 logs are read; 2 other files are no logs" in result.err


def test_notices_once(tmp_path, cli):
    """A notice about a log is shown once, though the beginnings of logs are read before."""
    for model in "mn":
        rows = [row(0), row(0)]
        for sample in rows:
            del sample["filter"]
        write(tmp_path / model, *rows)
    result = cli("evaluate", "exact-match", str(tmp_path))
    assert result.err.count(f"{tmp_path / 'm'}") == result.err.count("rows name no filter") / 2 == 1


def test_tasks_by_the_name_of_the_run(tmp_path):
    """The folders of HELM's runs name the scenario, which its records do not."""
    for scenario, model in (("boolq:", "m"), ("mmlu:subject=law,", "m"), ("boolq:", "n")):
        folder = tmp_path / f"{scenario}model={model}"
        folder.mkdir()
        request = {"instance": {"id": "id1", "input": {"text": "q"}, "references": []},
                   "result": {"success": True, "completions": [{"text": "a"}]}}  # fmt: skip
        adapter = {"method": "generation", "model": model}
        document = {"adapter_spec": adapter, "request_states": [request]}
        (folder / "scenario_state.json").write_text(json.dumps(document))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known = ids(tmp_path)
    assert known == {("m", "boolq:id1"), ("m", "mmlu:subject=law:id1"), ("n", "boolq:id1")}
