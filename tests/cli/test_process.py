"""The process: start-up, signals, pipes, memory, completion."""

import json
import os
import signal
import subprocess
import sys

import pytest

from sacreval import native
from sacreval.commands.app import run
from support import missing
from support.mirror import CHECKOUT
from support.program import PROGRAM, records, write_jsonl
from support.sizes import few

HEAVY = ("scipy", "nltk", "sacrebleu", "numpy", "pydantic", "pandas", "torch", "transformers",
         "tokenizers", "safetensors", "rich.table")  # fmt: skip
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and FIFOs of POSIX")


def python(code: str, *arguments: object) -> str:
    """Run code in a process of its own and give what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


@pytest.mark.long
@pytest.mark.skipif(not native.available(), reason="the kernels are not built here")
def test_comparing_imports_no_statistical_library():
    """`compare` takes what it needs of scipy, and not scipy.stats, which takes half a second."""
    code = (
        "import sys; from sacreval.commands.app import run; code = run(sys.argv[1:]);"
        "print('imported:', code, 'scipy.stats' in sys.modules)"
    )
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    assert python(code, "compare", "rouge", sample).endswith("imported: 0 False\n")


def test_import_is_cheap():
    """Importing sacreval and its metrics' base imports no numerical library."""
    code = (
        "import sys, sacreval, sacreval.core.metric, sacreval.readers._base;"
        f"print([m for m in {HEAVY} if m in sys.modules])"
    )
    assert python(code) == "[]\n"


@pytest.mark.long
@posix
def test_interrupt(tmp_path):
    """Ctrl-C while reading ends with 130, one line, and no output file."""
    fifo = tmp_path / "slow.jsonl"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", "exact-match", str(fifo), "-o", str(tmp_path / "out.json")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with fifo.open("wb"):  # opens when the program has
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == (b"", b"sacreval: interrupted\n")
    assert list(tmp_path.iterdir()) == [fifo]


@pytest.mark.long
@posix
def test_closed_pipe(tmp_path):
    """A reader that goes away, as `head -1` does, ends the program quietly."""
    many = [records(1, system_id=f"s{i}", instance_id="1")[0] for i in range(2000)]
    path = write_jsonl(tmp_path / "many.jsonl", many)
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", "exact-match", str(path), "--format", "jsonl"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert json.loads(process.stdout.readline())["system_id"] == "s0"
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


@posix
@pytest.mark.long
def test_memory(tmp_path):
    """Records are streamed: at the growth measured, a million pairs fit in 2 GiB."""
    code = (
        "import resource, sys; from sacreval.commands.app import run; "
        "code = run(['evaluate', sys.argv[1], sys.argv[2], '-o', sys.argv[3], '-q']);"
        "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    peaks = {}
    for n in (20_000, 200_000):
        path = tmp_path / f"{n}.jsonl"
        with path.open("w", encoding="utf-8") as stream:
            for i in range(n):
                text = f"record {i} says that number {i * 7919 % n} of the many is {i % 10} there"
                record = {"prediction": text, "references": [f"{text} ok", text[:40]]}
                stream.write(f"{json.dumps(record)}\n")
        last = python(code, "exact-match", path, tmp_path / f"{n}.json").splitlines()[-1]
        done, peaks[n] = map(int, last.split())
        assert done == 0
    unit = 1 if sys.platform == "darwin" else 1024
    growth = (peaks[200_000] - peaks[20_000]) * unit / 180_000
    base = peaks[20_000] * unit - 20_000 * growth
    assert base + 1e6 * growth < 2 * 2**30, f"{growth:.0f} bytes a record"


@few(1, "closed", [">&-", "2>&-", "<&-"])
def test_closed_streams(closed):
    """A standard stream that the caller closed is no failure."""
    missing.module("fcntl", "processes that wait for a lock")
    sample = CHECKOUT / "configs/sample/outputs.jsonl"
    command = f'"$0" -m sacreval evaluate exact-match "$1" {closed}'
    done = subprocess.run(["sh", "-c", command, sys.executable, sample], check=False)
    assert done.returncode == 0


def test_names_do_not_steer_the_terminal(tmp_path, capsys):
    """Control characters in names are written out; so are signs of direction."""
    path = tmp_path / "a.jsonl"
    record = {"system_id": "\x1b[2Jred\n\u202e<b>", "prediction": "a", "references": ["a"]}
    path.write_text(json.dumps(record) + "\n")
    for form in ("text", "md", "tex"):
        assert run(["evaluate", "exact-match", str(path), "--format", form]) == 0
        out = capsys.readouterr().out
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_names_do_not_steer_standard_error(cli, tmp_path):
    """In errors and failed gates too, names are written out, so that each stays one line."""
    name = "a\x1b[31m\n::error::b"
    path = write_jsonl(tmp_path / "a.jsonl", records(1, system_id=name))
    for words in (
        ["evaluate", "bleu", path, "--fail-under", "bleu=101"],
        ["compare", "bleu", path],
    ):
        done = cli(*words)
        assert done.code in {1, 2}
        assert r"a\x1b[31m\n::error::b" in done.err
        assert "\x1b" not in done.err
        assert "\n::" not in done.err


def run_with(words, **environment):
    """Run the program with other environment variables."""
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, check=False, env={**os.environ, **environment}
    )


@few(1, "encoding", ["ascii", "latin-1", "utf-16", "cp1252"])
def test_results_are_utf8(encoding):
    """Results are UTF-8 whatever the locale can hold: the same bytes everywhere."""
    words = ["evaluate", "bleu", str(CHECKOUT / "configs/sample/outputs.jsonl")]
    expected, done = run_with(words), run_with(words, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stdout) == (0, expected.stdout)
    assert "↑".encode() in done.stdout
