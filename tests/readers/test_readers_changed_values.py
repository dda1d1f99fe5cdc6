"""Logs with one other value are scored, or refused in a sentence: no verb ends in a bug."""

import random
import shutil
from functools import cache

import pytest

from sacreval.readers._by_content import by_content
from support.changed_values import changed
from support.pages import SAMPLE
from support.tool_logs import LOGS, folder

NIGHT = 20_000
LARGEST = 3_000_000  # bytes of a file that is copied
VERBS = (
    "evaluate stored-score", "evaluate exact-match", "evaluate length --by task", "convert --check",
    "score token-f1", "evaluate multiple-choice", "compare exact-match SAMPLE",
)  # fmt: skip


@cache
def logs():
    """Return the logs in JSON that a reader recognises; the sample where there are no others."""
    files = sorted(x for x in LOGS.rglob("*.json*") if x.is_file() and x.name != "expected.json")
    return [x for x in files if x.stat().st_size < LARGEST and by_content(str(x))] or [SAMPLE]


def check(cli, place, seed):
    """Change a log, and run a verb on it."""
    draws, log = random.Random(seed), logs()[seed % len(logs())]
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
