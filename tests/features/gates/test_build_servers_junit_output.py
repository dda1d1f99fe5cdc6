"""The file of --junit: that of an earlier run is replaced, or removed where the run fails."""

from support.accepted import system
from support.program import write_jsonl


def test_a_failed_run_leaves_no_file_of_an_earlier_one(cli, tmp_path):
    """The file of a run is replaced by the next, and gone where the next one ends early."""
    write_jsonl(tmp_path / "in.jsonl", system(4))
    (tmp_path / "base.yaml").write_text("metrics: [exact-match]\njunit: out.xml\n")
    (tmp_path / "s.yaml").write_text("extends: base.yaml\ncheck: [exact_match >= 0]\n")
    (tmp_path / "wrong.yaml").write_text("extends: base.yaml\nchek: [exact_match >= 0]\n")
    (tmp_path / "wrong.json").write_text('{"metrics": ["exact-match"], "junit": "out.xml", "a": 1}')
    out = tmp_path / "out.xml"
    for code, words in (
        (0, ["suite", "s.yaml", "in.jsonl"]), (0, ["suite", "s.yaml", "in.jsonl"]),
        (2, ["suite", "s.yaml", "gone.jsonl"]), (2, ["suite", "wrong.yaml", "in.jsonl"]),
        (2, ["suite", "wrong.json", "in.jsonl"]), (2, ["exact-math", "in.jsonl", "--junit", out]),
        (2, ["exact-match", "in.jsonl", f"--junit={out}", "--sead", "3"]),
    ):  # fmt: skip
        assert cli("evaluate", "suite", "s.yaml", "in.jsonl").code == 0
        assert cli("evaluate", *words).code == code, words
        assert out.exists() == (words == ["suite", "s.yaml", "in.jsonl"]), words
    assert cli("evaluate", "suite", "s.yaml", "in.jsonl").code == 0
    assert cli("evaluate", "suite", "s.yaml", "--help").code == 0
    assert out.exists()


def test_a_file_of_others_is_left(cli, tmp_path):
    """A file that sacreval has not written is neither removed nor replaced without --force."""
    write_jsonl(tmp_path / "in.jsonl", system(2))
    (tmp_path / "out.xml").write_text("<testsuites name='pytest'/>")
    words = ("evaluate", "exact-match", "in.jsonl", "--junit", "out.xml")
    assert cli(*words).code == 2
    assert "pytest" in (tmp_path / "out.xml").read_text()
    assert cli(*words, "--force").code == 0


def test_file_of_the_environment(cli, tmp_path, monkeypatch):
    """The variable names the file, too."""
    write_jsonl(tmp_path / "in.jsonl", system(2))
    monkeypatch.setenv("SACREVAL_JUNIT", "out.xml")
    assert cli("evaluate", "exact-match", "in.jsonl").code == 0
    assert cli("evaluate", "exact-match", "gone.jsonl").code == 2
    assert not (tmp_path / "out.xml").exists()
