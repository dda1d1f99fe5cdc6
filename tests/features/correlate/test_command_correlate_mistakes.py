"""Words of `correlate` in the wrong place are answered with the command that works."""

import json

import pytest

from support.program import write_jsonl
from support.sizes import few

RECORD = {"prediction": "a b", "references": ["a b"], "system_id": "s", "instance_id": "1"}
SCORES = {"system_id": "s", "instance_id": "1", "scores": {"m": 1.0}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write the files of a corpus, records, and scores."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus").mkdir()
    for name, line in (("records", RECORD), ("scores", SCORES)):
        write_jsonl(tmp_path / "corpus" / f"{name}.jsonl", [line])
    (tmp_path / "texts").mkdir()
    write_jsonl(tmp_path / "texts" / "records.jsonl", [RECORD])
    write_jsonl(tmp_path / "mine.jsonl", [SCORES])
    return tmp_path


@few(
    3,
    ("word", "command"),
    [
        ("mine.jsonl", "scores mine.jsonl"),
        ("missing.jsonl", "scores missing.jsonl"),
        ("corpus", "scores corpus/scores.jsonl corpus/records.jsonl"),
        ("corpus/scores.jsonl", "scores corpus/scores.jsonl corpus/records.jsonl"),
        ("corpus/records.jsonl", "rouge corpus/records.jsonl"),
        ("texts", "rouge texts/records.jsonl"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_files_in_the_place_of_a_metric(cli, word, command):
    """A file or folder is answered with the command that correlates its scores, or scores it."""
    done = cli("correlate", word, "--human", "q")
    assert done.code == 2
    assert f"as in `sacreval correlate {command} --human NAME`" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("score", "x.jsonl"), "did you mean 'scores'?"),
        (("rouge[x=1]", "x.jsonl"), "write options after the metric"),
    ],
)
def test_other_words(cli, words, said):
    """Misspelt subcommands are answered with the form that there is."""
    done = cli("correlate", *words)
    assert done.code == 2
    assert said in done.err


def test_options_of_other_verbs_have_their_answers(cli):
    """Only `correlate` chooses among scores."""
    assert "sacreval score" not in cli("evaluate", "rouge", "x", "--metric", "y").err


@pytest.mark.usefixtures("folder")
def test_a_folder_of_a_corpus(cli):
    """A folder of `setup-dataset` is answered with its files."""
    done = cli("correlate", "scores", "corpus", "--human", "q")
    assert "name the files in this folder: corpus/scores.jsonl corpus/records.jsonl" in done.err


@pytest.mark.parametrize("option", ["--reference", "--language-pair"])
def test_options_of_folders(cli, folder, option):
    """Options of folders are refused where there is no folder, with what to write."""
    (folder / "h.jsonl").write_text(json.dumps({**SCORES, "judgments": {"q": 1}}) + "\n")
    done = cli("correlate", "scores", "h.jsonl", "--human", "q", option, "refA")
    assert done.code == 2
    assert f"{option} is for MT-metrics-eval folders, and there is none here; " in done.err
