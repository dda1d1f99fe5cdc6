"""Progress: on a terminal, in long work, on standard error; otherwise not a byte."""

import os
import sys

import pytest

from sacreval.io import progress
from support import tiny_models
from support.program import PROGRAM, spawn, wait, write_jsonl
from support.releases import START_UP

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")


def on_terminal(folder, *words, **environment):
    """Run a command whose standard error is a terminal; give its output and what that showed."""
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    base = {key: value for key, value in os.environ.items() if key not in ("CI", "TERM")}
    process = subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, stdout=subprocess.PIPE, stderr=theirs,
        env={**base, "TERM": "xterm", **environment},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += (piece := os.read(ours, 4096))
        except OSError:  # how Linux says that nobody writes any more
            break
        if not piece:
            break
    os.close(ours)
    out = process.stdout.read().decode()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    return out, shown.decode()


@pytest.fixture
def slow_run(folder):
    """Give the words of a run that lasts some seconds."""
    records = [{"prediction": f"cat {i}", "references": ["cat"]} for i in range(20)]
    write_jsonl(folder / "records.jsonl", [r for r in records if "7" not in r["prediction"]])
    return ("evaluate", "suite", "-m", 'py:slow:Slow{"pause": 0.15}', "-m", "bleu", "records.jsonl")


@pytest.mark.long
def test_a_bar(folder, slow_run):
    """Long work shows records, rate and time left, and leaves standard output as it is."""
    out, shown = on_terminal(folder, *slow_run)
    assert out == spawn(*slow_run, cwd=folder).out
    assert "/18" in shown
    assert "records" in shown
    assert "/s" in shown
    assert "0:00:0" in shown


def test_texts_of_models(monkeypatch):
    """Texts that models computed are shown with their rate; without a bar nothing is."""
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "wanted", lambda: True)
    monkeypatch.setenv("COLUMNS", "120")
    progress.add_texts(3)  # without a bar
    with progress.bar("scoring", lambda: 5, unit="records"):
        wait(lambda: progress._running[0]._progress is not None, seconds=60)
        progress.add_texts(400)
        text = progress._running[0]._rate()
        (task,) = progress._running[0]._progress.tasks
        assert task.fields["texts"].endswith(" texts/s")
    assert float(text.removesuffix(" texts/s")) > 0
    assert not progress._running


@pytest.mark.long
def test_a_command_with_a_model(folder):
    """A run with a model shows its texts a second on a terminal, and no bar in CI."""
    tiny_models.needed()
    words = [{"prediction": f"the cat {i} " * 9, "references": [f"a dog {i}"]} for i in range(60)]
    write_jsonl(folder / "texts.jsonl", words)
    model = ("--model", str(tiny_models.build("bert")), "--layer", "2", "--no-cache")
    run = ("evaluate", "bertscore", "texts.jsonl", *model)
    code = "import sacreval.io.progress as p; p.PATIENCE = 0.0"
    start_up = START_UP.read_text(encoding="utf-8")  # Python runs one `sitecustomize.py` only
    (folder / "sitecustomize.py").write_text(f"{start_up}\n{code}")
    paths = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    shown = on_terminal(folder, *run, PYTHONPATH=paths)[1]
    assert "texts/s" in shown
    (line,) = on_terminal(folder, *run, PYTHONPATH=paths, CI="true")[1].splitlines()
    assert line.startswith("sacreval: bertscore: bert_L2_no-idf_version=")


@pytest.mark.parametrize(
    ("words", "environment"),
    [(["--no-progress"], {}), (["-q"], {}), ([], {"CI": "true"}), ([], {"TERM": "dumb"})],
)
@pytest.mark.long
def test_no_bar(folder, slow_run, words, environment):
    """Nothing shows where it is not wanted."""
    assert on_terminal(folder, *slow_run, *words, **environment)[1] == ""


@pytest.mark.long
def test_quick_work_shows_nothing(folder):
    """Work that is done within a second shows no bar."""
    assert on_terminal(folder, "evaluate", "bleu", "records.jsonl")[1] == ""


@pytest.mark.long
def test_no_terminal(folder, slow_run):
    """Without a terminal there is no bar."""
    assert spawn(*slow_run, cwd=folder).err == ""


@pytest.mark.long
def test_a_total_that_nobody_knows(folder, slow_run):
    """Input that is piped is counted as it comes."""
    os.mkfifo(folder / "pipe.jsonl")
    import threading

    text = (folder / "records.jsonl").read_bytes()
    feeder = threading.Thread(target=(folder / "pipe.jsonl").write_bytes, args=[text])
    feeder.start()
    shown = on_terminal(folder, *slow_run[:-1], "pipe.jsonl")[1]
    feeder.join()
    assert "/?" in shown


def test_lines_are_written_where_there_is_no_terminal(monkeypatch, capsys):
    """The first one after some seconds, the next after some more, and none in short work."""
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(progress, "FIRST_LINE", 4.0)
    with progress.bar("correlations", lambda: 40, unit="steps", lines=True) as advance:
        for now[0] in (1.0, 3.0, 4.5, 6.0, 9.0, 10.0):
            advance(1)
    shown = capsys.readouterr().err.splitlines()
    assert shown == ["correlations: 3 of 40 steps", "correlations: 6 of 40 steps"]


def test_no_lines_without_progress(capsys, monkeypatch):
    """Nor where the caller did not ask for them."""
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    for options in ({"lines": True, "shown": False}, {}):
        with progress.bar("correlations", lambda: 40, unit="steps", **options) as advance:
            advance(1)
    assert capsys.readouterr().err == ""
