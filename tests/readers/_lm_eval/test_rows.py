"""Rows of lm-eval logs: scores by name, numbers that are not JSON, damage, and long lines."""

import json
import math

import pytest

from sacreval.errors import InputError
from support.lm_eval_logs import read, row, write


def test_scores_differ(tmp_path):
    """Rows may have other scores than the first one; each record has its own."""
    path = write(tmp_path, row(0), row(1, metrics=["f1", "a b"], f1=0.5, **{"a b": [1, "x"]}))
    assert [one["meta"]["scores"] for one in read(path)] == [
        {"exact_match": 1.0}, {"f1": 0.5, "a b": [1, "x"]},
    ]  # fmt: skip


def test_nan(tmp_path):
    """A row with NaN, which lm-eval writes and which is not JSON, is read."""
    path = write(tmp_path, row(0), row(1, exact_match=math.nan, doc={"x": math.inf}))
    first, second = read(path)
    assert first["meta"]["scores"] == {"exact_match": 1.0}
    assert math.isnan(second["meta"]["scores"]["exact_match"])
    assert second["meta"]["doc"] == {"x": math.inf}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[1]", "it must be an object, not a list"),
        ('{"doc_id": 1', "not JSON"),
        ('{"doc_id": "1", "resps": [], "filtered_resps": []}', "`doc_id` must be a whole number"),
        ('{"doc_id": -1, "resps": [], "filtered_resps": []}', "`doc_id`: expected `int` >= 0"),
        ('{"doc_id": 1, "resps": "x", "filtered_resps": []}', "`resps` must be a list"),
        ('{"doc_id": 1, "filtered_resps": []}', "missing required field `resps`"),
        ('{"doc_id": NaN, "resps": [], "filtered_resps": []}', "`doc_id` must be"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_damaged(tmp_path, line, message):
    """A line that is no row is an error with file and line."""
    path = write(tmp_path, row(0))
    with path.open("ab") as out:
        out.write(f"{line}\n".encode("utf-8", "surrogateescape"))
        out.write(f"{json.dumps(row(2))}\n".encode())
    with pytest.raises(InputError, match=message) as error:
        read(path)
    assert f"{path}:2:" in str(error.value)


def test_repeated_key(tmp_path):
    """A key that is repeated in a row is an error."""
    path = write(tmp_path, row(0))
    path.write_text(path.read_text().replace('"target": "7"', '"target": "7", "target": "8"'))
    with pytest.raises(InputError, match="the key 'target' is repeated"):
        read(path)


def test_blank_lines(tmp_path):
    """Blank lines are skipped, and keep their numbers."""
    path = write(tmp_path, row(0))
    path.write_text(f"\n{path.read_text()}\n{json.dumps(row(0))}\n")
    with pytest.raises(InputError, match=":4: document 0"):
        read(path)


@pytest.mark.parametrize("field", ["doc", "resps"])
def test_long_line(tmp_path, field):
    """The error of a line that is too long names the field, the option and another remedy."""
    path = write(tmp_path, row(0), row(1, **{field: [['x"}' * 1000]]}))
    with pytest.raises(
        InputError, match=f":2: this line is longer .* in `{field}`; raise the limit"
    ):
        read(path, max_line=0.002)
    assert len(read(path)) == 2
