"""The first JSON object of a file."""

import gzip

import pytest

from sacreval.io.formats.first_objects import first_object, has_scores


def test_the_first_line(tmp_path):
    """The object on the first line is returned, also of a compressed file."""
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n{"b": 2}\n'))
    assert first_object(str(path)) == {"a": 1}


@pytest.mark.parametrize("text", ["", "[1]\n", "a,b\n1,2\n", '{"a":\n 1}', "\ud800{"])
def test_other_files(tmp_path, text):
    """A file whose first line is no object has none."""
    path = tmp_path / "a"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert first_object(str(path)) == {}
    assert first_object(str(tmp_path / "none")) == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"system_id": "a", "scores": {}}, True),
        ({"summarizer_id": "a", "metrics": {}}, True),
        ({"system_id": "a", "prediction": "b"}, False),
        ({"metrics": []}, False),
    ],
)
def test_lines_with_scores(line, found):
    """A line of sacreval or SacreROUGE with scores names its system."""
    assert has_scores(line) is found
