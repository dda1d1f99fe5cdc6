"""Verbs that put features together: evaluate, score, list, config, convert and normalize."""

CONFIGURED = {"evaluate": ("suite",), "score": ("suite",)}
EXAMPLES = {"evaluate": "{outputs}", "score": "{outputs} -o scores.jsonl"}
PURPOSES = {
    "evaluate": "Score the outputs of systems: one subcommand for each metric, and suites; or, "
    "with --agree LOG, check the scores in logs of other tools.",
    "score": "Score every output on its own: one subcommand for each metric, and suites.",
    "init": "Write a suite, a baseline and a workflow for files with outputs.",
    "list": "List metrics, suites, readers and more, and the values that options choose from.",
    "config": "Show the configs of suites.",
    "normalize": "Show what a normalizer, an extractor or a tokenizer makes of texts.",
    "convert": "Read files or logs of other tools, and write the records as JSONL, or check them.",
}
