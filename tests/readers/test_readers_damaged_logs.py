"""Logs of all tools that are damaged, or have one other value: read right, or refused."""

import random
import shutil
import tracemalloc
import warnings
import zipfile
from functools import cache
from pathlib import Path

import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.readers._base import readers
from sacreval.readers._by_content import by_content
from support.damage import changed, damaged
from support.pages import SAMPLE
from support.tool_logs import LOGS, folder

COPIES = 1000
SLOW = (".parquet", ".arrow")  # each is read in a process of its own
SLOW_COPIES = 5
LARGE = 500 * 2**20
BOUND = 2**28  # bytes that a reader may hold when it meets a line or member of 500 MB
NIGHT = 20_000
LARGEST = 3_000_000  # bytes of a file that is copied
VERBS = (
    "evaluate stored-score", "evaluate exact-match", "evaluate length --by task", "convert --check",
    "score token-f1", "evaluate multiple-choice", "compare exact-match SAMPLE",
)  # fmt: skip


@cache
def logs():
    """Return the shared logs that a reader recognises, with its name."""
    files = sorted(one for one in LOGS.rglob("*") if one.is_file())
    chosen = ((one, by_content(str(one))) for one in files if one.name != "expected.json")
    return [(one, name) for one, name in chosen if name is not None]


def copies():
    """Yield each copy: a log, its reader, and the seed of its damage."""
    slow = [log for log in logs() if log[0].suffix in SLOW]
    fast = [log for log in logs() if log[0].suffix not in SLOW]
    yield from ((log, seed) for log in slow for seed in range(SLOW_COPIES))
    count = COPIES - len(slow) * SLOW_COPIES
    yield from ((fast[i % len(fast)], i) for i in range(count))


def outcome(path, name):
    """Read a log whole; return the message it is refused with, or ""."""
    made = from_spec(readers, name)
    try:
        for _ in made.read(str(path)):
            pass
        made.stored_scores(str(path))
    except (InputError, NotSetUpError, UsageError) as error:  # which end a command with 2
        return str(error)
    return ""


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_thousand(tmp_path):
    """A thousand copies with one or two faults are read, or refused in a sentence with the file."""
    folder("lm_eval")
    refused = 0
    for (log, name), seed in copies():
        place = tmp_path / "log"
        shutil.copytree(log.parent, place)
        draws = random.Random(f"{log.name} {seed}")
        beside = [p for p in place.iterdir() if p.suffix == ".json" and p.name != "expected.json"]
        target = place / log.name
        if beside and draws.random() < 0.2:
            target = draws.choice(sorted(beside))
        target.chmod(0o600)
        target.write_bytes(damaged(target.read_bytes(), draws))
        try:
            text = outcome(place / log.name, name)
        except Exception as error:
            error.add_note(f"{log} {name} seed {seed}")
            raise
        if text:
            refused += 1
            assert str(place) in text, text
            assert len(text) <= 500, text
        shutil.rmtree(place)
    assert COPIES / 4 < refused < COPIES


def grown(path, log):
    """Write a copy of a log with a line of 500 MB, which begins as its first one does."""
    first = log.read_bytes().split(b"\n", 1)[0].rstrip(b"\r")
    with path.open("wb") as out:
        out.write(first.removesuffix(b"}") + b', "more": "')
        for _ in range(LARGE // 2**20):
            out.write(b"x" * 2**20)
        out.write(b'"}\n')
    return path


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_lines_of_500_megabytes(tmp_path):
    """A line of 500 MB is refused in one sentence with its place, by every reader of lines."""
    folder("lm_eval")
    chosen = {name: log for log, name in logs() if log.suffix == ".jsonl"}
    for name, log in chosen.items():
        path = grown(tmp_path / log.name, log)
        tracemalloc.start()
        text = outcome(path, name)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        path.unlink()
        assert f"{path}:1: " in text, name
        assert peak < BOUND, name


@pytest.mark.long
def test_members_of_500_megabytes(tmp_path):
    """A member of 500 MB is refused with its name before it is decompressed."""
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", '{"eval": {"task": "t", "model": "m"}}')
        with archive.open("samples/a_epoch_1.json", "w") as member:
            for _ in range(LARGE // 2**20):
                member.write(b" " * 2**20)
    tracemalloc.start()
    text = outcome(path, "inspect")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "a_epoch_1.json': holds more than 256 MiB" in text
    assert peak < BOUND


def test_a_few(tmp_path):
    """Copies cut in the middle are read, or refused with the file."""
    folder("lm_eval")
    for log, name in logs():
        if log.suffix in SLOW:
            continue
        path = Path(tmp_path / log.name)
        path.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = outcome(path, name)
        assert not text or str(path) in text


@cache
def changed_logs():
    """Return the logs in JSON that a reader recognises; the sample where there are no others."""
    files = sorted(x for x in LOGS.rglob("*.json*") if x.is_file() and x.name != "expected.json")
    return [x for x in files if x.stat().st_size < LARGEST and by_content(str(x))] or [SAMPLE]


def check(cli, place, seed):
    """Change a log, and run a verb on it."""
    draws, log = (
        random.Random(seed),
        changed_logs()[seed % len(changed_logs())],
    )
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for beside in log.parent.iterdir():
        if beside.is_file() and beside.stat().st_size < LARGEST:
            shutil.copyfile(beside, place / beside.name)
    target = place / log.name
    target.write_bytes(changed(target.read_bytes(), draws))
    verb, metric, *rest = draws.choice(VERBS).split()
    words = [str(SAMPLE) if word == "SAMPLE" else word for word in rest]
    done = cli(verb, metric, target, *words)
    assert "this is a bug" not in done.err, f"seed {seed}, {log}: {verb} {metric}\n{done.err}"
    assert "Traceback" not in done.err
    assert done.code in (0, 2, 3)
    assert done.code == 0 or done.err.startswith("sacreval: "), done.err


@pytest.mark.filterwarnings("ignore")
def test_some(cli, tmp_path):
    """Forty copies."""
    for seed in (1334, 2827, *range(38)):  # the first two: a score without a value, and its name
        check(cli, tmp_path / "log", seed)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("start", range(0, NIGHT, NIGHT // 8))
def test_many(cli, tmp_path, start):
    """Twenty thousand copies."""
    folder("lm_eval")
    for seed in range(start, start + NIGHT // 8):
        check(cli, tmp_path / "log", seed)
