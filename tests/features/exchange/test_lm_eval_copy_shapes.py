"""Shapes of other tools' logs: what is damaged is named, and never ends in a fault of sacreval."""

from random import Random

import pytest

from support.damage import damaged
from support.sizes import few
from support.tool_logs import write_inspect, write_lm_eval


@few(1, "tool", ["inspect", "lm-eval"])
def test_damaged_logs(cli, tmp_path, tool):
    """Damaged logs are copied, or refused with exit code 2 and the name of the file."""
    if tool == "inspect":
        log = scored = write_inspect(tmp_path / "log.json")
    else:
        log = write_lm_eval(tmp_path / "run")
        [scored] = log.parent.glob("*.jsonl")
    written = ("-o", "r.json", "--instances", "s.jsonl", "-q")
    assert cli("evaluate", "chrf", scored, *written).code == 0
    (tmp_path / "copy").mkdir()
    random, whole, refused = Random(5), log.read_bytes(), 0
    for _ in range(60):
        log.write_bytes(damaged(whole, random))
        done = cli("export", "r.json", "--log", log, "-o", "copy", "--force")
        assert done.code in (0, 2), done.err
        assert "bug in sacreval" not in done.err
        assert done.code == 0 or log.name in done.err
        refused += done.code == 2
    assert refused > 8


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"scores": []}', '"scores": {}}', "results.scores"),
        ('"config": {"epochs": 2}', '"scorers": 3', "eval.scorers"),
        ('"samples": [', '"samples": 3, "x": [', "samples"),
    ],
)
def test_places(cli, tmp_path, old, new, named):
    """The message names the part of the log that has another type."""
    log = write_inspect(tmp_path / "log.json")
    assert cli("evaluate", "chrf", log, "-o", "r.json", "--instances", "s.jsonl", "-q").code == 0
    text = log.read_text()
    assert old in text
    log.write_text(text.replace(old, new))
    (tmp_path / "copy").mkdir()
    done = cli("export", "r.json", "--log", log, "-o", "copy")
    assert (done.code, f"`{named}`" in done.err) == (2, True), done.err
