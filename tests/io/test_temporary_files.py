"""Temporary files beside outputs: gone after each run, and after the run that follows a kill."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from sacreval.commands.app import run
from sacreval.io.files import write_text
from sacreval.io.temporary_files import ENDING, file_beside, folder_in, remove_stale
from support.program import PROGRAM, records, wait, write_jsonl

posix = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and FIFOs of POSIX")


def parts(folder):
    """List the temporary files and folders in a folder."""
    return [path for path in folder.iterdir() if path.name.endswith(ENDING)]


def test_nothing_is_left(tmp_path):
    """Whether writing goes well or fails, the temporary file is gone afterwards."""
    with write_text(tmp_path / "a.txt") as stream:
        stream.write("a\n")
        assert len(parts(tmp_path)) == 1
    with pytest.raises(ZeroDivisionError), write_text(tmp_path / "b.txt"):
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_what_lives_is_left_alone(tmp_path):
    """The temporary files of a run that lives stay, even those of another thread."""
    with file_beside(tmp_path / "a") as part, folder_in(tmp_path, "b") as folder:
        (folder / "in").mkdir()
        thread = threading.Thread(target=remove_stale, args=(tmp_path,))
        thread.start()
        thread.join()
        assert set(parts(tmp_path)) == {part.path, folder}
        assert (folder / "in").is_dir()
        os.close(part.handle)
    assert list(tmp_path.iterdir()) == []


def test_only_its_own_are_removed(tmp_path):
    """Files of others stay: names that are alike, links, and what they point to."""
    precious = tmp_path / "precious"
    precious.write_text("x")
    names = [".a.12345678", f"a.abcdefgh{ENDING}", f".a.short{ENDING}", f".a.ABCDEFGH{ENDING}"]
    for name in names:
        (tmp_path / name).touch()
    link = tmp_path / f".a.abcdefgh{ENDING}"
    link.symlink_to(precious)
    remove_stale(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*names, link.name, "precious"}


def test_stale_ones_are_removed(tmp_path):
    """What nobody holds is removed, folders with all that is in them."""
    (tmp_path / f".a.json.abcd_123{ENDING}").touch()
    (tmp_path / f".a.abcd_124{ENDING}" / "in" / "deep").mkdir(parents=True)
    remove_stale(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_long_names(tmp_path):
    """A name as long as names can be is written too."""
    path = tmp_path / ("n" * 255)
    with write_text(path) as stream:
        stream.write("x")
    assert path.read_text() == "x"


@posix
def test_after_a_kill(tmp_path):
    """kill -9 while a file is written leaves a temporary file, which the next run removes."""
    fifo, out = tmp_path / "slow.jsonl", tmp_path / "out.jsonl"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [*PROGRAM, "convert", fifo, "--reader", "jsonl", "-o", out], stderr=subprocess.DEVNULL
    )
    with fifo.open("wb"):  # opens when the program has
        wait(lambda: bool(parts(tmp_path)), seconds=60)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
    assert len(parts(tmp_path)) == 1
    assert not out.exists()
    good = write_jsonl(tmp_path / "good.jsonl", records(2))
    other = tmp_path / "other.jsonl"
    assert run(["convert", str(good), "--reader", "jsonl", "-o", str(other)]) == 0
    assert sorted(tmp_path.iterdir()) == [good, other, fifo]


@posix
def test_after_a_killed_setup(tmp_path, capsys):
    """kill -9 while a corpus is set up leaves a folder, which the next set-up there removes."""
    fifo, good = tmp_path / "slow.jsonl", write_jsonl(tmp_path / "good.jsonl", records(2))
    os.mkfifo(fifo)
    recipe = tmp_path / "own.yaml"
    recipe.write_text(
        "{name: own, title: a, licence: b, citation: c, brings: {box: {about: d}},"
        "steps: [{reader: jsonl, inputs: [box]}]}"
    )
    out = tmp_path / "work" / "out"
    out.parent.mkdir()
    words = ["setup-dataset", str(recipe), str(out), "--path"]
    process = subprocess.Popen([*PROGRAM, *words, f"box={fifo}"], stderr=subprocess.DEVNULL)
    with fifo.open("wb"):  # opens when the program has
        wait(lambda: bool(parts(out.parent)), seconds=60)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
    assert len(parts(out.parent)) == 1
    assert run([*words, f"box={good}"]) == 0, capsys.readouterr().err
    assert list(out.parent.iterdir()) == [out]
