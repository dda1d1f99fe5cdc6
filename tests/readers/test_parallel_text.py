"""The reader of line-parallel text."""

import json

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


def test_parallel_text_with_sources_and_judgments(read, tmp_path):
    """Sources and human scores may lie in files of as many lines."""
    for name, text in {"hyp": "a\nb\n", "src": "s\nt\n", "da": "0.5\nNone\n"}.items():
        (tmp_path / name).write_text(text)
    options = {"sources": str(tmp_path / "src"), "judgments": {"da": str(tmp_path / "da")}}
    rows = read(f"parallel-text{json.dumps(options)}", tmp_path / "hyp")
    assert [(r.sources, r.judgments) for r in rows] == [(["s"], {"da": 0.5}), (["t"], {"da": None})]
    (tmp_path / "src").write_text("s\n")
    with pytest.raises(InputError, match="src: this file ends after line 1"):
        read(f"parallel-text{json.dumps(options)}", tmp_path / "hyp")


def test_parallel_text_with_several_sources(read, tmp_path):
    """Sources are one file or several, of which each has a document of every input."""
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"{name} a\n{name} b\n")
    (tmp_path / "p.txt").write_text("x\ny\n")
    both = json.dumps({"sources": [str(tmp_path / name) for name in ("one", "two")]})
    rows = read(f"parallel-text{both}", tmp_path / "p.txt")
    assert [row.sources for row in rows] == [["one a", "two a"], ["one b", "two b"]]
