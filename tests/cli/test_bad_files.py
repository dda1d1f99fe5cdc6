"""Files that cannot be read or written: one sentence with the place and the remedy, exit code 2."""

import gzip
import json
import os
import sys
from pathlib import Path

import pytest

from support.program import records, spawn, write_jsonl
from support.refused import refused
from support.sizes import few, long

GOOD = '{"prediction": "a b", "references": ["a b"]}\n'
MEBIBYTES_10 = 10 * 2**20

# name of the file, its bytes, and what the sentence must contain
FILES = {
    "empty": ("in.jsonl", b"", ["in.jsonl", "empty", "at least one record"]),
    "only blank lines": ("in.jsonl", b"\n \n", ["in.jsonl", "empty"]),
    "not UTF-8": (
        "in.jsonl",
        GOOD.encode() + b'{"prediction": "caf\xe9", "references": ["x"]}\n',
        ["in.jsonl:2", "UTF-8", "convert"],
    ),
    "not UTF-8 in a table": (
        "in.csv", b"prediction,references\na,b\ncaf\xe9,b\n", ["in.csv:3", "UTF-8"],
    ),
    "not UTF-8 in a mapped field": (
        "in.ndjson", b'{"prediction": "caf\xe9", "references": ["x"]}\n', ["in.ndjson:1", "UTF-8"],
    ),
    "JSON cut in the middle": (
        "in.jsonl", (GOOD * 2).encode() + b'{"prediction": "a b", "refer', ["in.jsonl:3", "JSON"],
    ),
    "a list in place of an object": (
        "in.jsonl", GOOD.encode() + b'["a", "b"]\n', ["in.jsonl:2", "object"],
    ),
    "a number in place of an object": ("in.jsonl", b"7\n", ["in.jsonl:1", "object"]),
    "an object over two lines": (
        "in.jsonl", b'{"prediction": "a",\n"references": ["a"]}\n', ["in.jsonl:1", "JSON"],
    ),
    "an unknown field": (
        "in.jsonl",
        b'{"predicton": "a", "references": ["a"]}\n',
        ["in.jsonl:1", "'predicton'", "did you mean 'prediction'", "--map prediction=predicton"],
    ),
    "a field of the wrong type": (
        "in.jsonl", b'\n{"prediction": "a", "references": {"x": 1}}\n',
        ["in.jsonl:2: `references` must be a list, not an object"],
    ),
    "a reference that is no text": (
        "in.jsonl", b'{"prediction": "a", "references": ["a", {}]}\n', ["in.jsonl:1", "references"],
    ),
    "reference and references": (
        "in.jsonl", b'{"prediction": "a", "references": ["a"], "reference": "a"}\n',
        ["in.jsonl:1", "both"],
    ),
    "a prediction that is no text": (
        "in.jsonl",
        b'{"prediction": {"a": 1}, "references": ["a"]}\n',
        ["in.jsonl:1", "prediction", '{"a":1}'],
    ),
    "no prediction": ("in.jsonl", b'{"references": ["a"]}\n', ["in.jsonl:1", "no `prediction`"]),
    "no references": (
        "in.jsonl", b'{"prediction": "a"}\n', ["in.jsonl:1", "references", "-r"],
    ),
    "an empty list of references": (
        "in.jsonl", b'{"prediction": "a", "references": []}\n', ["in.jsonl:1", "references"],
    ),
    "NaN": (
        "in.jsonl", b'{"prediction": "a", "references": ["a"], "judgments": {"x": NaN}}\n',
        ["in.jsonl:1", "JSON"],
    ),
    "Infinity": (
        "in.jsonl", b'{"prediction": "a", "references": ["a"], "judgments": {"x": -Infinity}}\n',
        ["in.jsonl:1", "`judgments` is -Infinity"],
    ),
    "NaN in a table": (
        "in.tsv", b"prediction\treferences\tjudgments.x\na\tb\tNaN\n", ["in.tsv:2", "judgments"],
    ),
    "infinity beyond floats": (
        "in.jsonl", b'{"prediction": "a", "references": ["a"], "judgments": {"x": 1e999}}\n',
        ["in.jsonl:1"],
    ),
    "lists in lists without end": (
        "in.jsonl",
        GOOD.encode() + b'{"meta": {"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}\n",
        ["in.jsonl:2", "not JSON", "recursion"],
    ),
    "lists in lists in a mapped field": (
        "in.ndjson", b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n", ["in.ndjson:1", "JSON"],
    ),
    "UTF-16": ("in.jsonl", GOOD.encode("utf-16"), ["in.jsonl:1", "UTF-16", "convert"]),
    "half a surrogate pair": (
        "in.jsonl", b'{"prediction": "\\ud83d", "references": ["a"]}\n',
        ["in.jsonl:1:", "half of a surrogate pair (byte 22)", r"or \ufffd instead"],
    ),
    "a first record that is not closed": (
        "in.jsonl", b'{"prediction": "a, "references": ["a"]}\n',
        ["in.jsonl:1: this is not JSON ("],
    ),
    "a line of 10 MB": (
        "in.jsonl",
        GOOD.encode() + json.dumps({"prediction": "a " * (MEBIBYTES_10 // 2)}).encode(),
        ["in.jsonl:2", "longer than 8 MiB", "max_line"],
    ),
    "the same record twice": (
        "in.jsonl",
        b"".join(json.dumps(r).encode() + b"\n" for r in records(2, instance_id="7")),
        ["in.jsonl:2", "'7'", "in.jsonl:1", "remove"],
    ),
    "too many cells": (
        "in.csv", b"prediction,references\na,b\na,b,c\n", ["in.csv:3", "3 cells", "2 headings"],
    ),
    "a quote that stays open": (
        "in.csv", b'prediction,references\n"a,b\n', ["in.csv", "quot"],
    ),
    "an unknown column": (
        "in.csv", b"predction,references\na,b\n", ["in.csv:2", "'predction'", "prediction"],
    ),
    "a heading twice": (
        "in.csv", b"prediction,references,references\na,b,c\n", ["in.csv", "repeated"],
    ),
    "a table with a heading only": ("in.csv", b"prediction,references\n", ["in.csv", "empty"]),
    "damaged gzip": ("in.jsonl.gz", gzip.compress(GOOD.encode())[:-12], ["in.jsonl.gz", "again"]),
    "no gzip at all": ("in.jsonl.gz", GOOD.encode(), ["in.jsonl.gz", "again"]),
    "damaged zstd": ("in.jsonl.zst", b"no zstandard", ["in.jsonl.zst", "again"]),
    "an unknown ending": ("in.xyz", GOOD.encode(), ["in.xyz", "'.xyz'", "--reader"]),
}  # fmt: skip


@few(9, "name", FILES)
def test_file(name, cli, tmp_path):
    """A file that cannot be scored is named with its line and what to do."""
    file, content, fragments = FILES[name]
    (tmp_path / file).write_bytes(content)
    before = sorted(tmp_path.iterdir())
    arguments = ["--map", "groups=groups"] if file.endswith(".ndjson") else []
    words = ["evaluate", "exact-match", file, "-o", "out.json", "--instances", "all.jsonl"]
    outcome = cli(*words, *arguments)
    refused(outcome, tmp_path, before)
    for fragment in fragments:
        assert fragment in outcome.err


@pytest.mark.parametrize(
    ("predictions", "reference", "fragments"),
    [
        (b"a\nb\nc\n", b"a\nb\n", ["ref.txt", "ends after line 2", "hyp.txt"]),
        (b"a\nb\n", b"a\nb\nc\n", ["hyp.txt", "ends after line 2", "ref.txt"]),
        (b"a\nb\n", b"a\nb\n\n", ["hyp.txt", "ends after line 2", "ref.txt"]),
        (b"", b"", ["hyp.txt", "empty"]),
        (b"a\n\xff\n", b"a\nb\n", ["hyp.txt:2", "UTF-8"]),
        (b"a\nb\n", b"a\n\xff\n", ["ref.txt:2", "UTF-8"]),
    ],
)
def test_parallel_text(predictions, reference, fragments, cli, tmp_path):
    """Line-parallel files that do not fit are named, the shorter one first."""
    (tmp_path / "hyp.txt").write_bytes(predictions)
    (tmp_path / "ref.txt").write_bytes(reference)
    before = sorted(tmp_path.iterdir())
    outcome = cli("evaluate", "exact-match", "hyp.txt", "-r", "ref.txt", "-o", "out.json")
    refused(outcome, tmp_path, before)
    for fragment in fragments:
        assert fragment in outcome.err


def test_no_references_left(cli, tmp_path):
    """An input whose lines are blank in all of several reference files has no reference."""
    (tmp_path / "hyp.txt").write_text("a\nb\n")
    (tmp_path / "r1.txt").write_text("a\n\n")
    (tmp_path / "r2.txt").write_text("a\n \n")
    before = sorted(tmp_path.iterdir())
    outcome = cli("evaluate", "exact-match", "hyp.txt", "-r", "r1.txt", "-r", "r2.txt")
    refused(outcome, tmp_path, before)
    assert "hyp.txt:2: no `references`" in outcome.err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_permissions(cli, tmp_path):
    """A folder without write permission and a file without read permission are named."""
    write_jsonl(tmp_path / "a.jsonl", records())
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    outcome = cli("evaluate", "bleu", "a.jsonl", "-o", "closed/out.json")
    assert outcome.code == 2
    assert "no permission to write" in outcome.err
    (tmp_path / "a.jsonl").chmod(0)
    outcome = cli("evaluate", "bleu", "a.jsonl")
    assert outcome.code == 2
    assert "no permission to read" in outcome.err


@pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="a folder that takes no file, even from root"
)
def test_folder_that_takes_no_file(cli, tmp_path):
    """The file that was asked for is named, not the temporary one."""
    write_jsonl(tmp_path / "a.jsonl", records())
    outcome = cli("evaluate", "bleu", "a.jsonl", "-o", "/proc/out.json")
    assert outcome.code == 2
    assert "/proc/out.json: " in outcome.err


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_full_disk(tmp_path):
    """A result that cannot be printed is said, and is no success."""
    path = write_jsonl(tmp_path / "a.jsonl", records())
    import subprocess
    from pathlib import Path

    from support.program import PROGRAM

    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "evaluate", "exact-match", str(path)],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert b"sacreval: error: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_half_written(cli, tmp_path):
    """A failure at the end leaves an existing result as it was."""
    bad = [*records(5000), {"prediction": "a"}]
    write_jsonl(tmp_path / "a.jsonl", bad)
    (tmp_path / "old.json").write_text("precious")
    before = sorted(tmp_path.iterdir())
    outcome = cli("evaluate", "exact-match", "a.jsonl", "-o", "old.json", "--force")
    refused(outcome, tmp_path, before)
    assert "a.jsonl:5001" in outcome.err
    assert (tmp_path / "old.json").read_text() == "precious"


@pytest.mark.parametrize("kind", [long("table"), "parallel-text"])
def test_long_line(kind, cli, tmp_path):
    """A line of 10 MB is refused, and read and scored when the limit is raised as is said."""
    long = "word " * (MEBIBYTES_10 // 5)
    if kind == "table":
        (tmp_path / "a.csv").write_text(f"prediction,references\n{long},word\n")
        words = ["evaluate", "exact-match", "a.csv", "--match", "prefix"]
    else:
        (tmp_path / "a.txt").write_text(f"{long}\n")
        words = ["evaluate", "exact-match", "a.txt", "-r", "a.txt"]
    outcome = cli(*words)
    assert outcome.code == 2
    assert "longer than 8 MiB" in outcome.err
    remedy = outcome.err.rpartition("--reader ")[2].strip().strip("'")
    outcome = cli(*words, "--reader", remedy)
    assert outcome.code == 0
    assert " 1.0000\n" in outcome.out


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as on Linux")
@pytest.mark.parametrize("name", ["a.txt.gz", "a.csv.gz", "a.tsv.gz", "a.jsonl.gz"])
@pytest.mark.long
def test_a_bomb_of_one_line(name, tmp_path):
    """A small file that unpacks to one huge line is refused in bounded memory."""
    import gzip
    import resource
    import subprocess

    from support.program import PROGRAM

    with gzip.open(tmp_path / name, "wb", compresslevel=1) as stream:
        for _ in range(200):
            stream.write(b"a" * 2**20)
    (tmp_path / "r.txt").write_text("a\n")
    done = subprocess.run(
        [*PROGRAM, "evaluate", "exact-match", name, *(["-r", "r.txt"] if ".txt" in name else [])],
        cwd=tmp_path, capture_output=True, check=False, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (160 * 2**20,) * 2),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{name}:1: this line is longer than 8 MiB" in done.stderr


def test_process():
    """The program itself ends with 2 and one sentence."""
    outcome = spawn("evaluate", "bleu", "does-not-exist.jsonl")
    assert outcome.code == 2
    assert outcome.err == (
        "sacreval: error: does-not-exist.jsonl: there is no such file; check the path\n"
    )
