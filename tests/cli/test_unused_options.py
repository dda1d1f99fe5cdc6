"""Options that do nothing in a run."""

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_options_that_do_nothing(cli, tmp_path, monkeypatch):
    """Options of the command line that had nothing to set are told of; standing settings wait."""
    told = cli("evaluate", "bleu", SAMPLE, "--resamples", "1000", "--confidence", "0.9").err
    assert "without --ci there are no intervals, and --confidence and --resamples did" in told
    assert "did nothing" not in cli("evaluate", "bleu", SAMPLE, "--resamples", "50", "--ci").err
    assert "--force-baseline did nothing" in cli("evaluate", "bleu", SAMPLE, "--force-baseline").err
    cli("evaluate", "bleu", SAMPLE, "-o", "b.json", "--instances", "b.jsonl")
    held = ("evaluate", "bleu", SAMPLE, "--baseline", "b.json", "--force-baseline")
    assert "did nothing" not in cli(*held, "--confidence", "0.9").err
    dropped = cli(*held, "--confidence", "0.9", "--max-drop", "bleu=1").err
    assert "--confidence did nothing" in dropped
    monkeypatch.setenv("SACREVAL_RESAMPLES", "50")
    (tmp_path / "a.yaml").write_text("metrics: [bleu]\nconfidence: 0.9\n", encoding="utf-8")
    assert "did nothing" not in cli("evaluate", "suite", "a.yaml", SAMPLE).err
    trials = ("compare", "bleu", SAMPLE, "--trials", "100")
    assert "did nothing" not in cli(*trials).err
    assert "--trials did nothing" in cli(*trials, "--test", "paired-bs").err
