"""Output for GitHub Actions: names are text."""

from sacreval.core.results import Report, Result, Verdict
from sacreval.features.gates.build_servers import annotation, summary
from support.accepted import ACCEPT, system
from support.pages import SAMPLE
from support.program import write_jsonl


def test_a_summary_of_a_job_escapes_names():
    """Links, images and pipes of names are text in GITHUB_STEP_SUMMARY, signatures included."""
    name = "[x](http://e)|`"
    result = Result(
        metric="m", output="m", system_id=name, group=None, value=0.5, n=3, higher_is_better=True,
        interval=None, signature="m|refs:`[x](y)`", engine="official",
    )  # fmt: skip
    verdict = Verdict(gate="m >= 1", output="m", system_id=name, passed=False, sentence=name)
    text = summary(Report([result], verdicts=[verdict]))
    assert text.count("\\[x\\](http\\://e)\\|\\`") == 2
    assert "```\nm|refs:`[x](y)` (official engine)\n```" in text


def test_annotations_write_control_characters_out():
    """A name cannot steer the terminal, end the line or start a second workflow command."""
    verdict = Verdict(
        gate="g", output="m", system_id="s", passed=False, sentence="a\x1b]0;x\x07\x00\n::error::%"
    )
    line = annotation(verdict)
    assert line == "::error title=sacreval gate::a\\x1b]0;x\\x07\\x00%0A::error::%25\n"


def _result(**changed):
    return Result(**{
        "metric": "bleu", "output": "bleu", "system_id": "a", "group": None, "value": 50.5, "n": 3,
        "higher_is_better": True, "interval": None, "signature": "bleu|v:1", "engine": "official",
        **changed,
    })  # fmt: skip


def test_the_baseline_stands_beside_the_scores():
    """Each score has that of the baseline and the change; a system is named once."""
    now = [_result(), _result(output="chrf", metric="chrf", value=40.5), _result(system_id="b")]
    text = summary(Report(now), [_result(value=52.5), _result(output="chrf", value=None)])
    assert "| a | bleu ↑ | 3 | 50.50 | 52.50 | -2.00 |\n|  | chrf ↑ | 3 | 40.50 | - | - |" in text
    assert "| b | bleu ↑ | 3 | 50.50 | - | - |" in text


def test_data_sets_have_a_column():
    """Equal systems of two data sets are different rows, and so are groups."""
    now = [_result(dataset="x"), _result(dataset="y", group="domain=news")]
    text = summary(Report(now), [_result(dataset="y", value=1.0)])
    assert "| a | x | bleu ↑ | 3 | 50.50 | - | - |" in text
    assert "| a | y | bleu\\[domain=news\\] ↑ | 3 | 50.50 | - | - |" in text


def test_a_long_summary_ends_with_a_whole_table():
    """What is cut off leaves no open block: signatures are left out first."""
    many = [_result(system_id=f"{i}", signature=f"bleu|v:{'x' * 9000}{i}") for i in range(90)]
    text = summary(Report(many))
    assert text.endswith(
        "| 89 | 3 | 50.50 |\n\n… cut off: the results are too long for a summary\n"
    )


def test_a_run_writes_the_summary_with_its_baseline(cli, tmp_path, monkeypatch):
    """The only system of a run is compared with the only one of the baseline, whatever its name."""
    write_jsonl(tmp_path / "a.jsonl", system())
    assert cli("evaluate", "chrf", "a.jsonl", *ACCEPT).code == 0
    write_jsonl(tmp_path / "a.jsonl", system(wrong=range(20), name="new"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    done = cli("evaluate", "chrf", "a.jsonl", "--baseline", "r.json")
    text = (tmp_path / "summary.md").read_text()
    assert "| new | chrf ↑ | 40 | " in text
    assert " | 100.00 | -" in text
    assert "::error title=sacreval gate::chrf of new: " in done.err
    assert "largest losses in records " in done.err


def test_a_summary_that_cannot_be_written(cli, monkeypatch, tmp_path):
    """The summary is tried before anything is computed, so that no result is left without it."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "gone" / "x"))
    done = cli("evaluate", "length", SAMPLE, "-o", "r.json")
    assert done.code == 2
    assert "this file of GITHUB_STEP_SUMMARY cannot be written" in done.err
    assert not (tmp_path / "r.json").exists()


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
