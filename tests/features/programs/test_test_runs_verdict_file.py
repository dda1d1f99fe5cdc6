"""Files of verdicts: appended to, resumed, and refused."""

import msgspec
import pytest

from sacreval.core.verdict_rows import VerdictRow, verdict_line
from sacreval.errors import InputError, UsageError
from sacreval.features.programs.test_runs import VerdictFile


def row(**fields):
    usual = {"instance_id": "Toy/0", "sample": 0, "verdict": "passed", "program_sha256": "ab",
             "runner": "bwrap 0.8.0", "limits": {"seconds": 3.0}}  # fmt: skip
    return VerdictRow(**{**usual, **fields})


def test_resuming(tmp_path):
    """What was written is known again, by sample and by program."""
    path = tmp_path / "v.jsonl"
    with VerdictFile(path) as file:
        assert not file.known.rows
        file.add(row())
        file.add(row(sample=1, verdict="timeout", program_sha256="cd"))
        file.add(row(sample=1, verdict="passed", program_sha256="cd", attempt=2))
    with VerdictFile(path) as file:
        assert [one.verdict for one in file.known.rows.values()] == ["passed", "passed"]
        assert file.known.programs["cd"].attempt == 2


def test_a_killed_run(tmp_path):
    """A last line that is incomplete is removed, which a notice states."""
    path = tmp_path / "v.jsonl"
    whole = verdict_line(row())
    path.write_bytes(whole + verdict_line(row(sample=1))[:-1])
    with VerdictFile(path) as file:
        assert "incomplete last line" in file.notice
        file.add(row(sample=2))
    assert path.read_bytes() == whole + verdict_line(row(sample=2))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (verdict_line(row()) * 2, "v.jsonl:2: a second verdict on sample 0 of Toy/0"),
        (b'{"task_id": 1}\n', "v.jsonl:1: .*verdict"),
        (b"nonsense\n", "v.jsonl:1: this is not JSON"),
    ],
)
def test_other_files(tmp_path, lines, words):
    """A file that holds anything else is refused and left as it is."""
    path = tmp_path / "v.jsonl"
    path.write_bytes(lines)
    with pytest.raises(InputError, match=words):
        VerdictFile(path)
    assert path.read_bytes() == lines


def test_one_run_at_a_time(tmp_path):
    """A file that another run is using is refused."""
    path = tmp_path / "v.jsonl"
    with VerdictFile(path) as file:
        file.add(row())
        with pytest.raises(UsageError, match="another run is using"):
            VerdictFile(path)
    assert msgspec.json.decode(path.read_bytes())["verdict"] == "passed"
