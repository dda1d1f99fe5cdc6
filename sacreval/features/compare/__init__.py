"""Comparison of systems by tests and intervals, for those who choose between them."""

CONFIGURED = {"compare": ("suite",)}
EXAMPLES = {"compare": "{outputs} {others}"}
PURPOSES = {
    "compare": "Compare systems on the same instances: one subcommand for each metric, and "
    "suites; or over several data sets, from result files.",
}
TESTS = {
    "compare": {
        "auto": "paired-ar, or mid-p for scores of few values.",
        "paired-ar": "Paired approximate randomization, as sacrebleu's.",
        "mid-p": "Paired randomization whose ties count half, for scores of few values.",
        "paired-bs": "sacrebleu's paired bootstrap.",
        "centred-bs": "Paired bootstrap around a difference of 0, which errs as often as stated.",
        "wilcoxon": "Wilcoxon's signed ranks, of differences of records.",
        "sign": "Sign test, of differences of records.",
    },
}
