"""Options of `compare` for tests, families and margins."""

import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
BAD = {
    "an unknown primary output": (["--primary", "chfr"], "'chfr'", "'chrf'"),
    "a margin without a number": (["--not-worse", "chrf"], "--not-worse chrf", "METRIC=MARGIN"),
    "a margin of nothing": (["--equivalent", "chrf=0"], "--equivalent chrf=0", "above 0"),
    "a margin of another output": (["--equivalent", "bleu=1"], "'bleu'", "chrf"),
    "an unknown family": (["--family", "f"], "--family", "systems"),
    "an unknown group": (["--resample-by", "passage"], "passage", "group"),
    "scores that are not 0/1": (["--interval", "tango"], "--interval tango", "--interval auto"),
}


@pytest.mark.parametrize("inputs", [[SAMPLE], ["--dataset", f"a={SAMPLE}"]], ids=["file", "set"])
@pytest.mark.parametrize("name", BAD)
def test_bad_options(cli, name, inputs):
    """Mistakes are one sentence with the remedy, and exit with 2, also over one named data set."""
    words, *fragments = BAD[name]
    done = cli("compare", "chrf", *inputs, *words)
    assert done.code == 2
    assert done.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in done.err


def test_names_are_passed_on(cli):
    """The settings of a file are those of the command line."""
    words = ["--test", "sign", "--interval", "expanded", "--family", "all", "--ranks", "separate"]
    report = cli("compare", "chrf", SAMPLE, *words, "--all-tests", "--format", "json").json()
    stated = report["settings"]
    assert [stated[x] for x in ("test", "interval", "family", "ranks", "all_tests")] == [
        "sign", "expanded", "all", "separate", True,
    ]  # fmt: skip
    assert len(report["comparisons"][0]["tests"]) == 6
