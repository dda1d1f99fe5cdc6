"""Options that do nothing in a run."""

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_options_that_do_nothing(cli, tmp_path, monkeypatch):
    """Options of the command line without effect are listed; configs and environment are exempt."""
    told = cli("evaluate", "bleu", SAMPLE, "--resamples", "1000", "--confidence", "0.9").err
    for name in ("--confidence", "--resamples"):
        assert f"without --ci there are no intervals, so {name} has no effect" in told
    assert "has no effect" not in cli("evaluate", "bleu", SAMPLE, "--resamples", "50", "--ci").err
    forced = cli("evaluate", "bleu", SAMPLE, "--force-baseline").err
    assert "--force-baseline has no effect" in forced
    cli("evaluate", "bleu", SAMPLE, "-o", "b.json", "--instances", "b.jsonl")
    held = ("evaluate", "bleu", SAMPLE, "--baseline", "b.json", "--force-baseline")
    assert "has no effect" not in cli(*held, "--confidence", "0.9").err
    dropped = cli(*held, "--confidence", "0.9", "--max-drop", "bleu=1").err
    assert "--confidence has no effect" in dropped
    monkeypatch.setenv("SACREVAL_RESAMPLES", "50")
    (tmp_path / "a.yaml").write_text("metrics: [bleu]\nconfidence: 0.9\n", encoding="utf-8")
    assert "has no effect" not in cli("evaluate", "suite", "a.yaml", SAMPLE).err
    trials = ("compare", "bleu", SAMPLE, "--trials", "100")
    assert "has no effect" not in cli(*trials).err
    assert "--trials has no effect" in cli(*trials, "--test", "paired-bs").err
