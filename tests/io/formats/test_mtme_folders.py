"""Files of folders in the layout of mt-metrics-eval."""

import pytest

from sacreval.errors import InputError
from sacreval.io.formats import mtme_folders as folders


@pytest.fixture
def test_set(tmp_path):
    """Write a small test set of two language pairs."""
    for name, text in {
        "references/en-de.refB.txt": "b\n",
        "references/en-de.refA.txt": "a\n",
        "references/en-ru.refA.txt": "r\n",
        "human-scores/en-de.mqm.seg.score": "sys\t1\nsys two\tNone\n",
        "metric-scores/en-de/BLEU-refA.seg.score": "sys\t2\n",
        "metric-scores/en-de/BLEU-refA.sys.score": "sys\t2\n",
        "documents/en-de.docs": "news\tdoc1\nnews\tdoc2\r\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return tmp_path


def test_names(test_set):
    """Files are named by what follows the language pair, of one ending."""
    assert list(folders.reference_files(test_set, "en-de")) == ["refA", "refB"]
    assert list(folders.human_files(test_set, "en-de", ".seg.score")) == ["mqm"]
    assert list(folders.metric_files(test_set, "en-de", ".sys.score")) == ["BLEU-refA"]
    assert folders.human_files(test_set, "en-zh", ".seg.score") == {}


def test_scores(test_set):
    """A line has a system, which may hold blanks, and a score; each knows its place."""
    path = folders.human_files(test_set, "en-de", ".seg.score")["mqm"]
    assert list(folders.score_lines(path)) == [
        (f"{path}:1", "sys", "1"),
        (f"{path}:2", "sys two", "None"),
    ]


def test_a_line_without_a_tab(tmp_path):
    """It is named by file and line."""
    path = tmp_path / "a.score"
    path.write_text("sys\t1\nsys 2\n")
    with pytest.raises(InputError, match="a.score:2"):
        list(folders.score_lines(path))


def test_documents(test_set):
    """Each segment has a domain and a document; without a file there are none."""
    found = folders.segment_groups(test_set, "en-de")
    assert found == [{"domain": "news", "document": f"doc{i}"} for i in (1, 2)]
    assert folders.segment_groups(test_set, "en-ru") == []
