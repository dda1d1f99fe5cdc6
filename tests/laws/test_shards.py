"""Shards that workers read: results, messages and exit codes are those of one process."""

import pytest

from sacreval import native
from sacreval.scoring import shards
from support.shard_files import call_here, record, write_shards

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels were not built")

SUITE = ("evaluate", "suite", "-m", "bleu", "-m", "chrf", "-m", "wer")
NUMBERED = [[record(4 * j + i) for i in range(4)] for j in range(3)]
NAMED = [[record(f"{'acb'[j]}{i}") for i in range(4)] for j in range(3)]
CHINESE = {"prediction": "猫坐在垫子上", "references": ["猫在垫子上"]}
READ = {  # by workers
    "numbers": NUMBERED,
    "names": NAMED,
    "numbers and names": [*NUMBERED, *NAMED],
    "no ids, and systems named by files": [
        [record(None, None), "", record(None, None), record(None, None, prediction="a cat")]
    ]
    * 3,
    "numbers that are texts": [[record("7"), record("8")], [record("9"), record("007")]],
    "systems side by side": [
        [record(4 * j + i, system) for i in range(4) for system in ("b", "a")] for j in range(3)
    ],
    "systems one after the other": [
        [record(i, system) for i in range(5)] for system in ("b", "a", "c")
    ],
    "a system that lacks a record": [
        [record(i) for i in range(4)],
        [record(i, "other") for i in range(1, 4)],
    ],
    "a system that lacks a named record": [
        [record(f"x{i}") for i in range(4)],
        [record(f"x{i}", "other") for i in range(1, 4)],
        [record(i, "third") for i in range(1, 4)],
    ],
    "empty outputs": [[record(1, prediction=""), record(2)], [record(3, prediction=" ")]],
    "texts without tokens": [[record(2 * j + i, **CHINESE) for i in range(2)] for j in range(3)],
    "several references": [
        [record(1, references=["a cat", "b"]), record(2)],
        [record(3), record(4, references=["a", "b", "c d e f"])],
    ],
    "nothing in common": [[record(i, prediction="x y") for i in (1, 2)], [record(3)]],
}
LEFT = {  # to the main process
    "a bad line": [NUMBERED[0], ['{"instance_id": 9, "prediction": 1'], NUMBERED[1]],
    "not UTF-8, nor JSON": [NUMBERED[0], ["nonsense"]],
    "an id in two shards": [NUMBERED[0], [record(9), record(2)]],
    "a named id in two shards": [NAMED[0], [record("x"), record("a2")]],
    "a number and a name that are one id": [NUMBERED[0], [record("x"), record("2")]],
    "an id twice in a shard": [NUMBERED[0], [record(9), record(9)]],
    "an empty shard": [NUMBERED[0], [], NUMBERED[1]],
    "an empty shard at the end": [NUMBERED[0], NUMBERED[1], []],
    "no references": [NUMBERED[0], [record(8), record(9, references=None)]],
    "no prediction": [NUMBERED[0], [record(8), record(9, prediction=None)]],
    "a number for a text": [NUMBERED[0], [record(8), record(9, prediction=3.5)]],
    "a record without an output": [
        NUMBERED[0],
        [record(8), record(9, prediction=None, error="failed: timeout")],
    ],
    "a human text": [NUMBERED[0], [record(8, "human", system_type="reference")]],
    "a system of another type": [NUMBERED[0], [record(8, "base", system_type="baseline")]],
    "a system of one record": [NUMBERED[0], [record(8, "other")]],
    "several samples": [
        [record(i, samples=[f"the cat number {i} sat", "b"]) for i in range(2)],
        [record(3)],
    ],
    "WER without a word": [NUMBERED[0], [record(8, references=[""]), record(9)]],
}


@pytest.mark.parametrize("case", [*READ, *LEFT])
def test_files(case, cli, tmp_path, monkeypatch):
    """Workers that read the files change nothing, and leave to the main process what is unusual."""
    files = write_shards(tmp_path, (READ | LEFT)[case])
    serial = cli(*SUITE, *files, "--format", "json")
    scored = call_here(monkeypatch)
    assert cli(*SUITE, *files, "--format", "json", "--workers", "2") == serial
    assert scored
    if case in READ:
        assert len(scored) == len(files)
        assert None not in scored
        assert serial.code == 0


UNNAMED = [[{k: v for k, v in x.items() if k != "system_id"} for x in rows] for rows in NUMBERED]
PARTS = {  # files of one system, and whether workers read them
    "ids": (UNNAMED, True),
    "another name": (NUMBERED, True),
    "no ids": ([[record(None, None)] * 3] * 3, False),
    "an id that is missing": ([*UNNAMED, [record(77, None), record(None, None)]], False),
    "two systems in a file": ([*UNNAMED, [record(77, "a"), record(78, "b")]], False),
    "an id in two parts": ([*UNNAMED, [record(77), record(3)]], False),
}


@pytest.mark.parametrize("case", PARTS)
def test_parts(case, cli, tmp_path, monkeypatch):
    """Files that the user names as one system are shards where their records have ids."""
    content, read = PARTS[case]
    files = [f"mt={name}" for name in write_shards(tmp_path, content)]
    serial = cli(*SUITE, *files, "--format", "json")
    scored = call_here(monkeypatch)
    evaluations = []
    whole = shards.MergedShards.evaluation
    monkeypatch.setattr(
        shards.MergedShards, "evaluation", lambda x: evaluations.append(whole(x)) or evaluations[-1]
    )
    assert cli(*SUITE, *files, "--format", "json", "--workers", "2") == serial
    assert scored
    assert any(evaluations) == read


def test_parquet(cli, tmp_path, monkeypatch):
    """Parquet files are shards, too."""
    pytest.importorskip("pyarrow")
    from pyarrow import Table, parquet

    files = [f"{name}.parquet" for name in "ab"]
    for name, records in zip(files, NUMBERED, strict=False):
        parquet.write_table(Table.from_pylist(records), tmp_path / name)
    serial = cli(*SUITE, *files, "--format", "json")
    assert serial.code == 0
    scored = call_here(monkeypatch)
    assert cli(*SUITE, *files, "--format", "json", "--workers", "2") == serial
    assert len(scored) == len(files)
    assert None not in scored


OTHERS = {
    "intervals": ("--ci", "--resamples", "20"),
    "scores of records": ("--instances", "scores.jsonl", "--force"),
    "groups": ("--by", "groups.domain"),
    "some records": ("--where", "instance_id != `1`"),
    "the first records": ("--limit", "2"),
    "some systems": ("--systems", "mt"),
    "a file of rows": ("--resume", "rows"),
    "rows that are not whole": ("-m", "rouge"),
    "records of a metric": ("-m", 'ter{"where":"prediction != `null`"}'),
    "official libraries": ("--engine", "official"),
    "a gate": ("--fail-under", "bleu=1"),
    "a baseline": ("--baseline", "base.json", "--max-drop", "bleu=1"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_other_runs(other, cli, tmp_path, monkeypatch):
    """A run that needs more than sums of whole numbers reads its files in the main process."""
    groups = [[{**x, "groups": {"domain": "news"}} for x in rows] for rows in NUMBERED]
    files = write_shards(tmp_path, groups)
    cli(*SUITE, *files, "-o", "base.json")
    serial = cli(*SUITE, *files, *OTHERS[other])
    assert serial.code == 0
    scored = call_here(monkeypatch)
    assert cli(*SUITE, *files, *OTHERS[other], "--workers", "2") == serial
    assert not scored


def test_files_that_are_not_alone(cli, tmp_path, monkeypatch):
    """One file, data sets, and files joined to others are read in the main process."""
    scored = call_here(monkeypatch)
    files = write_shards(tmp_path, NUMBERED)
    (tmp_path / "refs.txt").write_text("a\nb\nc\nd\n")
    (tmp_path / "a.txt").write_text("a\nb\nc\nd\n")
    (tmp_path / "b.txt").write_text("a\nb\nc\nd\n")
    sets = ("--dataset", f"a={files[0]}", "--dataset", f"b={files[1]}")
    for words in (files[2:], sets, ["a.txt", "b.txt", "-r", "refs.txt"]):
        assert cli(*SUITE, *words, "--workers", "2").code == 0
    assert not scored
