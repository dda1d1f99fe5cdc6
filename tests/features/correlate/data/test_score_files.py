"""Numbers of score files, by flat names."""

import pytest

from sacreval.errors import InputError
from sacreval.features.correlate.data.score_files import flat, read_table
from support.pages import SAMPLE


def test_names():
    """Numbers of objects in objects are named after both; null is no number, and whole ones are."""
    found = flat({"rouge": {"1": {"f1": 0.5}}, "h": [1, None, 2.5], "none": None, "n": 3}, "here")
    assert found == {"rouge_1_f1": 0.5, "h": [1.0, None, 2.5], "none": None, "n": 3.0}
    assert type(found["n"]) is float


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": {"b": 1}, "a_b": 2}, "two nested scores flatten to 'a_b'"),
        ({"a": float("nan")}, "'a' is nan, not a finite number"),
        ({"a": [1, True]}, "'a' is True"),
        ({"a": "high"}, "'a' is 'high'"),
        pytest.param({"a": 10**400}, "'a' is too large to be read", id="huge"),
        pytest.param({"a": [0.5, -(10**400)]}, "'a' is too large to be read", id="huge-of-a-list"),
    ],
)
def test_what_is_no_number(value, said):
    """Anything else is refused with its place and name."""
    with pytest.raises(InputError, match=f"here: {said}"):
        flat(value, "here")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a,1", "t.csv:2: 2 cells under 3 headings"),
        ('a,1,"0.5', r"t.csv:2: not a table \(unexpected end of data\)"),
        ("a,1\r2,0.5", "t.csv:2: a carriage return outside quotes"),
    ],
)
def test_what_is_no_table(tmp_path, line, message):
    """A table that cannot be read says what is wrong, and where."""
    (tmp_path / "t.csv").write_text(f"system,instance,m\n{line}\n", newline="")
    with pytest.raises(InputError, match=message):
        list(read_table(tmp_path / "t.csv"))


def test_an_empty_table(tmp_path):
    """A table without headings is called empty."""
    (tmp_path / "t.csv").write_text("\n")
    with pytest.raises(InputError, match=r"t\.csv: this file is empty; write the scores again"):
        list(read_table(tmp_path / "t.csv"))


def test_judgments_of_records(cli, tmp_path):
    """A judgment that no float holds is refused for records that a metric scores, too."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace('"adequacy": ', f'"adequacy": {"9" * 400}, "other": ')
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = cli("correlate", "chrf", "a.jsonl", "--human", "adequacy")
    assert done.code == 2
    assert "'adequacy' is too large to be read" in done.err
