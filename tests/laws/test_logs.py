"""Laws of readers of logs: each log is recognised by its reader, and by no other."""

from collections import Counter

import pytest

from sacreval.readers import _by_content
from sacreval.readers._by_content import by_content
from support import missing, tool_logs
from support.mirror import MIRROR

TOOLS = sorted(path.name for path in tool_logs.LOGS.glob("*") if path.is_dir())


def files(folder):
    """List the files of a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def listed(tool):
    """Map the files that are listed with their records to the readers."""
    return {tool_logs.LOGS / tool / e["file"]: e["reader"] for e in tool_logs.entries(tool)}


@pytest.mark.parametrize("tool", TOOLS or [None])
def test_shared_logs(tool):
    """A shared log is recognised by the reader that is named with its records, or else by none."""
    if tool is None:
        missing.say("laws of logs: SACREVAL_CASES names no folder with logs beside it")
        pytest.skip("there are no shared logs")
    readers = listed(tool)
    for path in files(tool_logs.LOGS / tool):
        found = by_content(str(path))
        if path in readers:
            assert found == readers[path], path


def test_real_logs():
    """Of the real logs each is recognised by one reader or none, and each tool's by its own."""
    folders = sorted(MIRROR.glob(tool_logs.EXCHANGED))
    if not folders:
        missing.say("laws of real logs, of every_eval_ever, which SACREVAL_MIRROR lacks")
        pytest.skip("the mirror has no such logs")
    counts = Counter(
        (path.relative_to(folder).parts[0], by_content(str(path)))
        for folder in folders
        for path in files(folder)
    )
    own = {"lm_eval": "lm-eval", "inspect": "inspect", "helm": "helm"}
    for tool, name in own.items():
        assert counts[tool, name] >= 1
        assert counts[tool, None] + counts[tool, name] == sum(
            count for (of, _), count in counts.items() if of == tool
        )


def test_records_and_texts_cost_nothing(tmp_path, monkeypatch):
    """Records of sacreval and plain texts are known before any reader of logs is imported."""

    def imported():
        pytest.fail("the readers were imported")

    monkeypatch.setattr(_by_content, "_recognising", imported)
    for name, text in (("a.jsonl", '{"prediction": "x", "meta": {"doc_id": 1}}'), ("a.txt", "x")):
        (tmp_path / name).write_text(f"{text}\n")
        assert by_content(str(tmp_path / name)) is None
