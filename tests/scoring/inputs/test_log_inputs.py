"""Folders of logs."""

import json
import warnings

import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.scoring.inputs.log_inputs import places
from support.lm_eval_logs import row, write, write_results


def found(*paths, spec=None):
    """Return the paths and readers of inputs."""
    return [tuple(one)[:2] for one in places([str(path) for path in paths], spec)]


def test_logs(tmp_path):
    """A folder is the logs in it, at any depth and sorted; other files are counted."""
    second = write(tmp_path / "b", row(), task="x")
    first = write(tmp_path / "a" / "deep", row(), task="y")
    write_results(tmp_path / "b")
    (tmp_path / ".hidden").mkdir()
    write(tmp_path / ".hidden", row())
    (tmp_path / "b" / "back").symlink_to(tmp_path)
    with pytest.warns(InputNotice, match=r"2 logs are read; 1 other file is no log, such as b/res"):
        assert found(tmp_path) == [(str(first), "lm-eval"), (str(second), "lm-eval")]


def test_folder_that_is_a_log(tmp_path):
    """A folder that a reader takes as a whole is one log, wherever it is."""
    run = tmp_path / "runs" / "one"
    run.mkdir(parents=True)
    state = {"adapter_spec": {"method": "generation"}, "request_states": []}
    (run / "scenario_state.json").write_text(json.dumps(state))
    assert found(run) == [(str(run), None)]
    assert found(tmp_path) == [(str(run), "helm")]


def test_reader_by_name(tmp_path):
    """With a reader's name its logs alone are read; a reader of folders has the folder itself."""
    path = write(tmp_path, row())
    (tmp_path / "log.json").write_text('{"adapter_spec": {"method": "g"}, "request_states": []}')
    spec = 'lm-eval{"answer": "raw"}'
    with pytest.warns(InputNotice, match=r"1 log is read; 1 other file is no log"):
        assert found(tmp_path, spec=spec) == [(str(path), spec)]
    assert found(tmp_path, spec="mtme") == [(str(tmp_path), "mtme")]


def test_files_stay(tmp_path):
    """Files are inputs as they are."""
    path = write(tmp_path, row())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found(path, tmp_path / "none.jsonl", tmp_path) == [
            (str(path), None), (str(tmp_path / "none.jsonl"), None), (str(path), "lm-eval"),
        ]  # fmt: skip


def test_no_log(tmp_path):
    """A folder without a log is an error."""
    (tmp_path / "a.jsonl").write_text('{"prediction": "a"}\n')
    for spec in (None, "lm-eval"):
        with pytest.raises(InputError, match="this folder holds no log"):
            found(tmp_path, spec=spec)


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
            found(tmp_path, spec=spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if reader != "lm-eval":
            assert len(found(tmp_path, spec="lm-eval")) == 1


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
    found = cli("evaluate", "bleu", "corpus")
    assert (found.code, said in found.err) == (2, True)
