"""What made the numbers of a result file."""

import pytest

from sacreval.errors import InputError
from sacreval.features.cite.cited import read_numbers
from support.program import write_jsonl


@pytest.fixture
def files(cli, tmp_path, monkeypatch):
    """Write a result and a comparison of two systems."""
    monkeypatch.chdir(tmp_path)
    for name, end in (("a", "sat"), ("b", "ran")):
        rows = [
            {"prediction": f"the cat {i} {end}", "references": ["the cat sat"]} for i in range(9)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", rows)
    words = ("chrf", "a.jsonl", "b.jsonl")
    assert (
        cli(
            "evaluate", *words, "--interval", "percentile", "--resamples", "50", "-o", "r.json"
        ).code
        == 0
    )
    assert cli("compare", *words, "-o", "c.json").code == 0


@pytest.mark.usefixtures("files")
def test_result():
    """A result has its signature, its size, and the conditions of its intervals."""
    found = read_numbers("r.json")
    assert {text.partition("|")[0] for text in found.signatures} == {"chrf"}
    assert found.size == "2 systems (n = 9)"
    assert "50 resamples" in found.statistics[0].conditions


@pytest.mark.usefixtures("files")
def test_comparison():
    """A comparison has its test and its correction."""
    methods = {one.method for one in read_numbers("c.json").statistics}
    assert {"paired-ar", "holm"} & methods


@pytest.mark.usefixtures("files")
def test_other_files(tmp_path):
    """Another file is refused with what to give."""
    (tmp_path / "x.json").write_text('{"a": 1}')
    with pytest.raises(InputError, match="give a file that"):
        read_numbers("x.json")
