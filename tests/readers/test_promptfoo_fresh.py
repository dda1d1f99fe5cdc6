"""Logs that promptfoo writes now, with its provider that repeats the prompt."""

import json
import os
import subprocess

import pytest

from support import missing, tool_logs

CONFIG = {
    "prompts": ["Question: {{question}}"],
    "providers": ["echo"],
    "tests": [
        {"vars": {"question": "3 + 4?"}, "assert": [{"type": "contains", "value": "4"}]},
        {"vars": {"question": "How far?"}, "assert": [{"type": "equals", "value": "120"}]},
    ],
}
PROMPTS = ["Question: 3 + 4?", "Question: How far?"]
ENDINGS = ("json", "jsonl", "yaml")


@pytest.mark.long
def test_fresh_run(tmp_path):
    """All formats have a record for each test, with its repeats as samples and its verdicts."""
    program = os.environ.get("SACREVAL_PROMPTFOO", "")
    if not program:
        missing.say("logs of a fresh run of promptfoo: SACREVAL_PROMPTFOO names no program")
        pytest.skip("no promptfoo")
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    files = [tmp_path / f"results.{ending}" for ending in ENDINGS]
    words = ["eval", "-c", "config.json", "--repeat", "2", "--no-cache", "--no-write", "--no-table"]
    outputs = [word for path in files for word in ("-o", path.name)]
    quiet = ("TELEMETRY", "UPDATE", "REMOTE_GENERATION")
    done = subprocess.run(
        [program, *words, "--no-progress-bar", *outputs], cwd=tmp_path, capture_output=True,
        env={**os.environ, "PROMPTFOO_CONFIG_DIR": str(tmp_path / "home"),
             **{f"PROMPTFOO_DISABLE_{name}": "1" for name in quiet}}, check=False,
    )  # fmt: skip
    assert files[0].is_file(), done.stderr[-2000:]  # a failed assertion has an exit code of its own
    for path in files:
        found = tool_logs.records(path)
        assert [one["samples"] for one in found] == [[text, text] for text in PROMPTS]
        verdicts = [[one["success"] for one in record["meta"]["epochs"]] for record in found]
        assert verdicts == [[True, True], [False, False]]
