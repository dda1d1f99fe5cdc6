"""verify: results computed again."""

import json
from pathlib import Path

import pytest

from sacreval.commands.app import run
from support.mirror import CHECKOUT

SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")


@pytest.fixture
def result(tmp_path) -> Path:
    out = tmp_path / "result.json"
    options = ["--types", "1", "--ci", "--resamples", "50", "--by", "domain"]
    assert run(["evaluate", "rouge", SAMPLE, *options, "-o", str(out), "-q"]) == 0
    return out


def test_a_true_result_is_verified(result, capsys):
    """verify makes every number again and says how many."""
    capsys.readouterr()
    assert run(["verify", str(result), SAMPLE]) == 0
    assert capsys.readouterr().out.startswith("45 numbers recomputed")


@pytest.mark.parametrize("part", ["value", "low", "n"])
def test_a_changed_number_is_found(result, capsys, part):
    """verify exits with 1 and names the number that was changed."""
    content = json.loads(result.read_text())
    holder = content["results"][4]
    holder = holder["interval"] if part == "low" else holder
    holder[part] += 1
    result.write_text(json.dumps(content))
    assert run(["verify", str(result), SAMPLE]) == 1
    error = capsys.readouterr().err
    assert "rouge1_recall of" in error
    assert "1 of 45 scores" in error


def test_other_data_are_found(result, tmp_path, capsys):
    """verify exits with 1 when the inputs are not those of the result."""
    other = tmp_path / "outputs.jsonl"
    other.write_text(Path(SAMPLE).read_text().replace("Mix the flour", "Stir the flour"))
    assert run(["verify", str(result), str(other)]) == 1
    assert "the data are different" in capsys.readouterr().err


def test_what_is_no_result_file_is_refused(capsys):
    """verify exits with 2 on a file that evaluate did not write."""
    assert run(["verify", SAMPLE, SAMPLE]) == 2
    assert "not a result of `sacreval evaluate`" in capsys.readouterr().err
