"""`evaluate --format eee|model-index|eval-results`: what the options need, and what is refused."""

import pytest

from support.exchanged import ABOUT
from support.program import records, write_jsonl


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--format", "eee", "-o", "out"), "--format eee needs --about FILE.yaml"),
        (("--about", "about.yaml"), "--about is for --format eee"),
        (("--about", "about.yaml", "--format", "json"), "--about is for --format eee"),
        (("--about", "about.yaml", "--format", "eee"), "name it with -o FOLDER"),
        (("--about", "about.yaml", "--format", "eee", "-o", "a", "-o", "b"), "one folder"),
        (("--about", "about.yaml", "--format", "eee", "-o", "system.jsonl"), "writes to a folder"),
        (("--about", "gone.yaml", "--format", "model-index"), "there is no such file"),
        (("--about", "about.yaml", "--format", "eee", "-o", "n" * 5000), "cannot name a folder"),
    ],
)
def test_refused(cli, tmp_path, words, reason):
    """Options that lack another one, or have no effect, are refused before any computation."""
    write_jsonl(tmp_path / "system.jsonl", records(2))
    (tmp_path / "about.yaml").write_text(ABOUT)
    done = cli("evaluate", "bleu", "system.jsonl", *words)
    assert done.code == 2
    assert reason in done.err
    assert not (tmp_path / "out").exists()


def test_tables_beside_yaml(cli, tmp_path):
    """With a YAML format, -o writes results as it always does."""
    write_jsonl(tmp_path / "system.jsonl", records(2))
    (tmp_path / "about.yaml").write_text(ABOUT)
    words = ("--about", "about.yaml", "--format", "model-index", "-o", "r.json")
    done = cli("evaluate", "bleu", "system.jsonl", *words)
    assert done.out.startswith("model-index:\n- name: example/system\n")
    assert (tmp_path / "r.json").exists()
