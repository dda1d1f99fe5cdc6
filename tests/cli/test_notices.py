"""Notices on standard error: failures, quiet runs and long texts."""

import json
import warnings

import pytest

from sacreval.cli import notices
from sacreval.cli.notices import notice, of_command, set_quiet, write_notices
from sacreval.commands import app, verbs
from sacreval.errors import InputNotice
from support.pages import SAMPLE


def test_many_failures_are_counted(capsys):
    """The first ten reasons are shown, then how many there are; names stay on one line."""
    write_notices(["a\nb"], [f"f.jsonl:{i}: no {i}" for i in range(30)], quiet=False)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[0] == "sacreval: a\\nb"
    assert "30 records" in lines[-1]


def test_failures_for_one_reason_are_one_line(capsys):
    """A reason is shown once, with the first record and how many more there are."""
    write_notices([], ["f:1: no", "f:2: x", "f:3: no", "f:4: no"], quiet=False)
    assert capsys.readouterr().err.splitlines()[:-1] == [
        "sacreval: f:1: no (and 2 records more)",
        "sacreval: f:2: x",
    ]


def test_quiet(capsys):
    """--quiet hides notices, and never how many records failed."""
    write_notices(["notice"], ["failure"], quiet=True)
    assert capsys.readouterr().err.count("\n") == 1


def test_a_long_notice_is_cut(capsys):
    """A notice with a name of megabytes stays a sentence."""
    notice("x" * 10**6 + "; mend it")
    text = capsys.readouterr().err
    assert len(text) < 520
    assert text.endswith("; mend it\n")


def test_quiet_for_the_whole_command(capsys):
    """After `set_quiet` only what must be known is shown, until it ends."""
    with of_command(quiet=False):
        set_quiet()
        for kind in ("notice", "input", "failure", "gate", "error", "plugin"):
            notice(kind, kind=kind)
    shown = capsys.readouterr().err
    assert shown == "sacreval: gate\nsacreval: error: error\nsacreval: plugin\n"
    notice("again")
    assert capsys.readouterr().err == "sacreval: again\n"


@pytest.fixture
def few(tmp_path):
    """Write few records, whose intervals have a notice."""
    texts = ("the cat sat down", "a dog ran off", "one two three four")
    records = [{"prediction": text, "references": [f"{text} x"]} for text in texts]
    (tmp_path / "few.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return "few.jsonl"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_notices_are_lines_of_json(cli, tmp_path):
    """Every notice, failed gate and error has a line, also those that --quiet hides."""
    words = ("evaluate", "bleu", SAMPLE, "--ci", "--fail-under", "bleu=99", "--notices", "n.jsonl")
    loud, quiet = cli(*words), cli(*words, "-q")
    assert (loud.code, quiet.code) == (1, 1)
    rows = lines(tmp_path / "n.jsonl")
    first, second = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    assert first == second
    assert [f"sacreval: {x['text']}" for x in first[:-1]] == loud.err.splitlines()[:-1]
    assert f"sacreval: error: {first[-1]['text']}\n" in loud.err
    assert {row["verb"] for row in rows} == {"evaluate bleu"}
    gates = [row for row in first if row["kind"] == "gate"]
    assert [gate["system"] for gate in gates] == ["careful", "literal", "terse"]
    assert first[-1]["kind"] == "error"
    assert len(quiet.err.splitlines()) == len(gates) + 1


def test_failed_records(cli, tmp_path):
    """All failures are in the file with their place; a terminal has a line for each reason."""
    texts = [{"prediction": "a"}, *({"prediction": None, "error": "failed: x"} for _ in range(12))]
    text = "".join(json.dumps({"references": ["a"], **fields}) + "\n" for fields in texts)
    (tmp_path / "f.jsonl").write_text(text)
    done = cli("evaluate", "exact-match", "f.jsonl", "--notices", "n.jsonl")
    assert done.code == 3
    failures = [row for row in lines(tmp_path / "n.jsonl") if row["kind"] == "failure"]
    assert [(failure["file"], failure["line"]) for failure in failures] == [
        ("f.jsonl", i) for i in range(2, 14)
    ]
    assert lines(tmp_path / "n.jsonl")[-1]["count"] == 12
    assert done.err.count("f.jsonl:2: there is no output (failed: x) (and 11 records more)") == 1


def test_by_the_environment_and_by_a_suite(cli, tmp_path, monkeypatch, few):
    """SACREVAL_NOTICES names the file for every command, and `notices:` for a suite."""
    monkeypatch.setenv(notices.NOTICES, "all.jsonl")
    for words in (["list", "readers"], ["verify", "gone.json", "gone.jsonl"]):
        cli(*words)
    (row,) = lines(tmp_path / "all.jsonl")
    assert (row["verb"], row["kind"]) == ("verify", "error")
    monkeypatch.delenv(notices.NOTICES)
    suite = "metrics: [bleu]\nci: true\nquiet: true\nnotices: s.jsonl\n"
    (tmp_path / "s.yaml").write_text(suite)
    done = cli("evaluate", "suite", "s.yaml", few)
    assert (done.code, done.err) == (0, "")
    assert {row["verb"] for row in lines(tmp_path / "s.jsonl")} == {"evaluate suite"}


def test_a_later_command_has_its_own_options(cli, tmp_path):
    """Neither --quiet nor the file of a command concerns the next one of the process."""
    cli("evaluate", "bleu", SAMPLE, "--ci", "-q", "--notices", "n.jsonl")
    before = (tmp_path / "n.jsonl").read_text()
    assert "error" in cli("evaluate", "bleu", "gone.jsonl").err
    assert (tmp_path / "n.jsonl").read_text() == before


@pytest.mark.parametrize("words", [("-q",), ()])
def test_warnings_are_hidden_and_kept(cli, tmp_path, monkeypatch, words):
    """A warning about inputs is a notice, of its own kind."""

    def warn_after(words):
        verbs.app(words, prog_name="sacreval", standalone_mode=False)
        warnings.warn("odd input", InputNotice, stacklevel=1)
        return 0

    monkeypatch.setattr(app, "_main", warn_after)
    done = cli("list", "runners", "--notices", "n.jsonl", *words)
    assert ("odd input" in done.err) == (not words)
    assert [row["kind"] for row in lines(tmp_path / "n.jsonl")] == ["input"]


def test_a_file_that_another_output_replaced(cli, tmp_path, few):
    """Notices are never appended to results."""
    words = ("-o", "n.jsonl", "--force", "--notices", "n.jsonl")
    done = cli("evaluate", "bleu", few, "--ci", *words)
    assert done.code == 2
    assert "has other lines than notices" in done.err
    assert all("metric" in row for row in lines(tmp_path / "n.jsonl"))
