"""perturb: variants to a file or to standard output; nothing half-written."""

import json

import pytest


@pytest.fixture
def data(tmp_path):
    """Two records."""
    path = tmp_path / "data.jsonl"
    lines = [{"instance_id": i, "input": f"this is question number {i}"} for i in (1, 2)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_perturb(cli, data, tmp_path):
    """Variants are written in the order of the records, and counted."""
    out = tmp_path / "variants.jsonl"
    code, printed, err = cli("perturb", data, "--type", "butter-finger", "--n", 3, "-o", out)
    assert (code, printed) == (0, ""), err
    assert "6 variants of 2 records" in err
    found = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(x["instance_id"], x["groups"]["variant"]) for x in found] == [
        (i, v) for i in ("1", "2") for v in (1, 2, 3)
    ]
    assert cli("perturb", data, "--type", "butter-finger", "--n", 3)[1] == out.read_text()


def test_nothing_is_left_of_a_failed_run(cli, data, tmp_path):
    """A record without the field is named, and no file remains."""
    data.write_text(data.read_text() + '{"prediction": "x"}\n')
    out = tmp_path / "variants.jsonl"
    code, _, err = cli("perturb", data, "--type", "butter-finger", "-o", out)
    assert code == 2
    assert "data.jsonl:3" in err
    assert not out.exists()


def test_list_perturbations(cli):
    """They are listed with their options."""
    code, out, _ = cli("list", "perturbations", "--format", "json")
    assert code == 0
    assert {"name", "options", "summary"} == set(json.loads(out)[0])
