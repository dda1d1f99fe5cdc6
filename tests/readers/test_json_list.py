"""Records in one JSON list."""

import gzip
import json

import pytest

from support.program import spawn

RECORDS = [{"prediction": "a", "references": "a"}, {"prediction": "b", "reference": "a"}]


def values(done):
    return [r["value"] for r in done.json()["results"]]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("mark", ["", "\ufeff \n"])
def test_a_file_that_begins_with_a_list(cli, tmp_path, indent, mark):
    """A .json file with a list of records is read as records, however it is laid out."""
    (tmp_path / "a.json").write_text(mark + json.dumps(RECORDS, indent=indent))
    done = cli("evaluate", "exact-match", "a.json", "--format", "json")
    assert (done.code, values(done)) == (0, [0.5])


def test_compressed_and_from_standard_input(cli, tmp_path):
    """Compressed lists and lists from standard input are read too."""
    text = json.dumps(RECORDS)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text.encode()))
    assert values(cli("evaluate", "exact-match", "a.json.gz", "--format", "json")) == [0.5]
    done = spawn("evaluate", "exact-match", "-", "--format", "json", stdin=text.encode())
    assert values(done) == [0.5]


def test_expressions(cli, tmp_path):
    """Expressions apply to each record, and one that matches nothing is refused."""
    (tmp_path / "a.json").write_text('[{"p": "a", "r": "a"}]')
    words = ["--map", "prediction=p", "--map", "references=r"]
    assert cli("evaluate", "exact-match", "a.json", *words).code == 0
    done = cli("evaluate", "exact-match", "a.json", "--map", "prediction=q", *words[2:])
    assert "matches nothing in any record" in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"prediction": "a", "reference": "a"}, 3]', "a.json:2: each item of the list must be"),
        ("[", "a.json: this is not JSON"),
        ('[{"prediction": "a"}] {}', "a.json: this is not JSON"),
        ("[]", "at least one record"),
        ('[{"prediction": "a", "refs": ["a"]}]', "a.json:1: unknown field 'refs'"),
        ('[{"prediction": "a", "prediction": "b"}]', "'prediction' is repeated"),
        ('[["a", "b"]]', "a.json:1: each item"),
    ],
)
def test_wrong_lists(cli, tmp_path, text, said):
    """What is wrong in a list is said with the place of the record in it."""
    (tmp_path / "a.json").write_text(text)
    done = cli("evaluate", "exact-match", "a.json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
