"""Relevance judgments of TREC and BEIR."""

import pytest

from sacreval.errors import InputError
from sacreval.readers._trec.qrels import read_qrels


def topics(tmp_path, text):
    (tmp_path / "q").write_text(text, encoding="utf-8")
    return read_qrels(str(tmp_path / "q")).topics


def test_formats(tmp_path):
    """Four columns, BEIR's three with a header, and three without are the same judgments."""
    wanted = {"1": {"a": 1, "b": -1}, "2": {"é": 0}}
    assert topics(tmp_path, "1 0 a 1\n1 0 b -1\n\n2 Q0 é 0\n") == wanted
    assert topics(tmp_path, "query-id\tcorpus-id\tscore\n1\ta\t1.0\n1\tb\t-1\n2\té\t0\n") == wanted
    assert topics(tmp_path, "1\ta\t1\n1\tb\t-1\n2\té\t0\n") == wanted


def test_a_changed_file_is_read_again(tmp_path):
    """Judgments are held for the next run, until their file changes."""
    assert topics(tmp_path, "1 0 a 1\n") == {"1": {"a": 1}}
    assert read_qrels(str(tmp_path / "q")) is read_qrels(str(tmp_path / "q"))
    assert topics(tmp_path, "1 0 abc 1\n") == {"1": {"abc": 1}}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "q: this file has no relevance judgments"),
        ("query-id\tcorpus-id\tscore\n", "no relevance judgments"),
        ("1 0 a 1\n1 0 a 0\n", "q:2: the document 'a' of topic '1' is judged in an earlier line"),
        ("1 0 a 0.5\n", "q:1: the relevance '0.5' is not a whole number"),
        ("1 0 a inf\n", "q:1: the relevance 'inf'"),
        ("1 0 a high\n", "q:1: the relevance 'high'"),
        ("1 0 a 1_0\n", "q:1: the relevance '1_0'"),
        ("1 0 a 1\n1 a 1\n", "q:2: 3 columns, but a line of relevance judgments has 4"),
        ("one two\n", "q:1: 2 columns, but a line of relevance judgments has 4 or 3"),
        ("1 Q0 a 1 1 t\n", "q:1: this is a run, not relevance judgments"),
    ],
)
def test_wrong_lines(tmp_path, text, part):
    """A wrong line is an error with its file, line and remedy."""
    with pytest.raises(InputError, match=part):
        topics(tmp_path, text)
