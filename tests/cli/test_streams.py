"""Standard output that is small, full or closed, and the options that shells ask."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval.commands.app import run
from support.program import PROGRAM, records, write_jsonl
from support.sizes import few

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and pipes of POSIX")
BUFFERED = ("", "1")  # of PYTHONUNBUFFERED
LIMIT = 10_000  # bytes


@pytest.fixture
def many(tmp_path):
    """Give records whose result as JSON is longer than a pipe takes at once."""
    each = [records(1, system_id=f"s{i}", instance_id="1")[0] for i in range(400)]
    return write_jsonl(tmp_path / "many.jsonl", each)


# A process whose files are limited would keep modules that are compiled in part.
UNCACHED = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def printed(path, unbuffered, stdout, *, limit=2**30):
    """Evaluate in a process of its own, whose files may hold so many bytes."""
    start = (
        f"import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    words = [*PROGRAM, "evaluate", "exact-match", str(path), "--format", "json"]
    return subprocess.Popen(
        [sys.executable, "-c", start, *words],
        stdout=stdout, stderr=subprocess.PIPE,
        env={**UNCACHED, "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("unbuffered", BUFFERED)
def test_limit_on_files(unbuffered, many, tmp_path):
    """A result that a limit on files cuts ends with 2 and a sentence, buffered or not."""
    with (tmp_path / "out.json").open("wb") as out:
        process = printed(many, unbuffered, out, limit=LIMIT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err == (
        b"sacreval: error: standard output: File too large; raise the limit on the size of files "
        b"(ulimit -f), or write less\n"
    )
    assert (tmp_path / "out.json").stat().st_size <= LIMIT


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
@pytest.mark.parametrize("unbuffered", BUFFERED)
def test_full_disk(unbuffered, many):
    """So does one that a full disk does not take."""
    with Path("/dev/full").open("wb") as out:
        process = printed(many, unbuffered, out)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.startswith(b"sacreval: error: standard output: No space left on device; free space")
    assert err.count(b"\n") == 1


@few(1, "unbuffered", BUFFERED)
def test_closed_pipe(unbuffered, many):
    """A reader that goes away in the middle of one long write ends the program with 141."""
    process = printed(many, unbuffered, subprocess.PIPE)
    assert process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


@pytest.mark.long
def test_unbuffered_is_whole(many):
    """A result read slowly through a pipe is the same, buffered or not."""
    streams = []
    for unbuffered in BUFFERED:
        process = printed(many, unbuffered, subprocess.PIPE)
        parts = []
        while part := process.stdout.read1(7000):
            parts.append(part)
        assert process.wait(timeout=60) == 0
        process.stderr.close()
        streams.append(b"".join(parts))
    assert len(streams[0]) > 2**16
    assert streams[0] == streams[1]


@pytest.mark.long
def test_limit_on_files_names_the_file(many, tmp_path):
    """A result file that a limit on files cuts is named, and nothing of it is left."""
    before = sorted(tmp_path.iterdir())
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000));"
        "from sacreval.commands.app import run; sys.exit(run(sys.argv[1:]))"
    )
    words = ["evaluate", "exact-match", many, "-o", tmp_path / "out.json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True, text=True, check=False, env=UNCACHED,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"sacreval: error: {tmp_path}/out.json: cannot be written (File too large); raise the "
        "limit on the size of files (ulimit -f), or write less\n"
    )
    assert sorted(tmp_path.iterdir()) == before


@pytest.fixture
def shell(monkeypatch):
    """Give a function that says which shell is found to be running."""
    import shellingham

    def choose(name):
        def detect(*_):
            if name is None:
                raise shellingham.ShellDetectionFailure
            return name, f"/bin/{name}"

        monkeypatch.setattr(shellingham, "detect_shell", detect)

    return choose


def test_show_completion(shell, capfd):
    """`--show-completion` prints the script of the shell and exits with 0."""
    shell("bash")
    assert run(["--show-completion"]) == 0
    out, err = capfd.readouterr()
    assert "_SACREVAL_COMPLETE=complete_bash" in out
    assert err == ""


def test_install_completion(shell, tmp_path, monkeypatch, capfd):
    """`--install-completion` writes the script, says where, and exits with 0."""
    shell("bash")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run(["--install-completion"]) == 0
    out, err = capfd.readouterr()
    assert f"installed in {tmp_path}" in out
    assert err == ""
    assert "complete_bash" in next((tmp_path / ".bash_completions").iterdir()).read_text()


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_completion_of_an_unknown_shell(option, shell, capfd):
    """Another shell is refused in a sentence, with those that there are."""
    shell("tcsh")
    assert run([option]) == 2
    assert capfd.readouterr().err.endswith("use bash, zsh, fish or PowerShell\n")


def test_a_plug_in_that_ends_the_process():
    """An exit that is no completion's is still a failure."""
    code = (
        "import sys; import sacreval.commands.app as app; import sacreval.commands.verbs as verbs;"
        "verbs.app = lambda *a, **k: sys.exit(0); sys.exit(app.run(['evaluate']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"ends the process" in done.stderr
