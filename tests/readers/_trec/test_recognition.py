"""Recognition of TREC files by their first lines."""

import pytest

from sacreval.readers._trec.recognition import is_qrels, is_run, is_short_run


@pytest.mark.parametrize(
    ("start", "kinds"),
    [
        (b"301 Q0 FR940202-2 1 2.5 tag\n", "run"),
        (b"\xef\xbb\xbf\n301\tq0\tdoc\t0\t-1e-3\ttag", "run"),
        (b"301 Q0 doc 1 2.5\n", ""),
        (b"301 Q0 doc one 2.5 tag\n", ""),
        (b"301 Q0 doc 1 high tag\n", ""),
        (b"301 Q0 doc 1 nan tag\n", ""),
        (b"we go to it 1 2.5 tag\n", ""),
        (b"301 0 doc 1\n302 0 doc -1\n", "qrels"),
        (b"301 0 doc 1\n302 7 doc 1\n303 0 d 1\n", ""),
        (b"301 0 doc 0.5\n", ""),
        (b"query-id\tcorpus-id\tscore\n", "qrels"),
        (b"query-id\tcorpus-id\tscore\nq\td\tx", "qrels"),
        (b"301\tdoc\t1\n301\tother\t2\n301\tcut", "short"),
        (b"a text of\n", ""),
        (b"", ""),
        (b"\n \n", ""),
        (b"x" * 300_000, ""),
    ],
)
def test_shapes(start, kinds):
    """A run, one of three columns, and judgments are told from one another and from texts."""
    found = {"run": is_run(start), "short": is_short_run(start), "qrels": is_qrels(start)}
    assert [name for name, right in found.items() if right] == kinds.split()
