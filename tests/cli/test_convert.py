"""convert: any reader alone."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("alone")


def test_convert(sacreval, tmp_path):
    """Convert runs any reader alone, to a file or to standard output."""
    table = tmp_path / "sys1.tsv"
    table.write_text("prediction\treference_1\njust one\tonly one\n")
    code, out, err = sacreval("convert", table, "--reader", "table")
    assert code == 0, err
    assert json.loads(out) == {
        "instance_id": "2",
        "system_id": "sys1",
        "prediction": "just one",
        "references": ["only one"],
    }
    target = tmp_path / "records.jsonl"
    code, out, err = sacreval("convert", table, "--reader", "table", "-o", target)
    assert (code, out) == (0, "")
    assert "1 records" in err
    assert json.loads(target.read_text())["system_id"] == "sys1"
    code, _, err = sacreval("convert", table, "--reader", "table", "-o", target)
    assert code == 2
    assert "--force" in err


def test_convert_maps(sacreval, tmp_path):
    """--map reaches readers that find fields by expressions."""
    (tmp_path / "x.json").write_text('{"rows": [{"out": "a", "scores": {"q": 3}}]}')
    words = ("convert", tmp_path / "x.json", "--reader", 'json{"rows": "rows"}')
    code, out, err = sacreval(*words, "--map", "prediction=out", "--map", "judgments.q=scores.q")
    assert code == 0, err
    assert json.loads(out)["judgments"] == {"q": 3.0}


def test_convert_leaves_nothing_half(sacreval, tmp_path):
    """Where reading fails in the middle no file is left."""
    (tmp_path / "x.jsonl").write_text('{"prediction": "a"}\n{"predict": 1}\n')
    words = ("convert", tmp_path / "x.jsonl", "--reader", "jsonl", "-o", tmp_path / "out.jsonl")
    code, _, err = sacreval(*words)
    assert code == 2
    assert "x.jsonl:2" in err
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".jsonl"] == ["x.jsonl"]
