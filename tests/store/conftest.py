"""`folder`: an empty folder with records and a slow metric, where commands run."""

import pytest

from support import slow
from support.program import write_jsonl


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give a folder with `records.jsonl`, and `slow.py` to be named as `py:slow:Slow`."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    slow.write(tmp_path)
    write_jsonl(
        tmp_path / "records.jsonl",
        [
            {
                "prediction": f"the cat number {i} sat",
                "references": ["the cat sat", f"cat {i % 7} sat"][: 1 + i % 2],
                "system_id": f"s{i // 60}",
                "instance_id": i % 60,
            }
            for i in range(120)
        ],
    )
    return tmp_path
