"""Output for GitHub Actions: names are text."""

from sacreval.core.results import Report, Result, Verdict
from sacreval.report.github import annotation, summary


def test_a_summary_of_a_job_escapes_names():
    """Links, images and pipes of names are text in GITHUB_STEP_SUMMARY, signatures included."""
    name = "[x](http://e)|`"
    result = Result(
        metric="m", output="m", system_id=name, group=None, value=0.5, n=3, higher_is_better=True,
        interval=None, signature="m|refs:`[x](y)`", engine="official",
    )  # fmt: skip
    verdict = Verdict(gate="m >= 1", output="m", system_id=name, passed=False, sentence=name)
    text = summary(Report([result], verdicts=[verdict]))
    assert text.count("\\[x\\](http\\://e)\\|\\`") == 3
    assert "``m|refs:`[x](y)` (official engine)``" in text


def test_annotations_write_control_characters_out():
    """A name cannot steer the terminal, end the line or start a second workflow command."""
    verdict = Verdict(
        gate="g", output="m", system_id="s", passed=False, sentence="a\x1b]0;x\x07\x00\n::error::%"
    )
    line = annotation(verdict)
    assert line == "::error title=sacreval gate::a\\x1b]0;x\\x07\\x00%0A::error::%25\n"
