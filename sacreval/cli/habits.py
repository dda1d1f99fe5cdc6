"""Commands and options of other tools, answered with what to write here; read on errors alone."""

from __future__ import annotations

COMMANDS = {
    "accelerate": "sacreval generate asks a model, and sacreval evaluate scores its outputs",
    "baseline-set": "sacreval baseline set",
    "endpoint": "sacreval generate --with openai:MODEL asks a server",
    "eval": "sacreval evaluate METRIC FILE",
    "ls": "sacreval list suites, sacreval list recipes and sacreval list metrics",
    "nlpstats": "sacreval correlate",
    "partial-conjunction": "sacreval compare results",
    "plot-summary-correlation": "sacreval correlate scores FILE --plot scatter=FILE.png",
    "plot-system-correlation": "sacreval correlate scores FILE --plot scatter=FILE.png",
    "run": "sacreval generate asks a model, and sacreval evaluate scores its outputs",
    "run-evaluation": "sacreval evaluate METRIC FILE",
    "stat-sig-test": "sacreval correlate scores FILE --test auto compares metrics with people, and "
    "sacreval compare METRIC FILE compares systems",
    "tasks": "sacreval list suites, sacreval list recipes and sacreval list metrics --task TASK",
    "unitxt-evaluate": "sacreval evaluate suite NAME FILE",
    "validate": "sacreval convert --check FILE",
    "view": "sacreval report RESULT.json -o report.html",
    "vllm": "sacreval generate --with transformers:MODEL, or openai:MODEL with a server's address",
}

OPTIONS = {
    "config": "name the YAML or JSON file in the place of a suite, as in sacreval evaluate suite "
    "FILE.yaml",
    "dataset-reader": "--reader, for a format that is not recognised; see sacreval list readers",
    "dependent-metric": "correlate: --human DIMENSION",
    "gen-kwargs": "generate: the options of --with",
    "include-packages": "name the metric as py:MODULE:CLASS, or install its package",
    "input": "the files of predictions, without an option",
    "input-files": "the files of predictions, without an option",
    "log-samples": "--instances FILE",
    "macro-output-json": "-o FILE.json",
    "max-samples": "--limit",
    "metric": "the metric as a subcommand, as in sacreval evaluate rouge FILE",
    "metrics": "the metric as a subcommand, or several as in sacreval evaluate suite -m bleu -m "
    "chrf FILE",
    "metrics-jsonl-files": "correlate: the files, without an option",
    "micro-output-jsonl": "--instances FILE.jsonl",
    "model-args": "generate: the options of --with",
    "num-records": "--sample",
    "output-dir": "-o FILE.json",
    "output-jsonl": "-o FILE.jsonl",
    "output-path": "-o FILE.json",
    "overrides": "the option itself, which replaces the value of the config",
    "predictions": "the files of predictions, without an option",
    "reduce-fn": "--reduce-predictions and --reduce-references",
    "save-details": "--instances FILE",
    "silent": "--quiet",
    "summarizer-type": "--systems peer, reference or all",
    "tasks": "a suite, as in sacreval evaluate suite summarization FILE; see sacreval list suites",
}


def of_command(name: str) -> str | None:
    """Return what to write for a command of another tool, or for a metric's name; None if unknown.

    Args:
        name: The word in the place of a command.
    """
    if name in COMMANDS:
        return f"here: {COMMANDS[name]}"
    from sacreval.core.metric import metrics

    return f"here: sacreval evaluate {name} FILE" if name in set(metrics) else None


def of_option(name: str) -> str | None:
    """Return what to write for an option of another tool; None if unknown.

    Args:
        name: The option, with or without dashes before it.
    """
    found = OPTIONS.get(name.lstrip("-").replace("_", "-"))
    return found and f"here: {found}"


def of_metric(name: str) -> str | None:
    """Return what to write for a metric in the spelling of another tool; None if it is none.

    Args:
        name: The word in the place of a metric, such as `bleu[lowercase=True]`.
    """
    head, bracket, options = name.partition("[")
    if not bracket or not options.endswith("]"):
        return None
    flags = " ".join(map(_flag, options[:-1].split(",")))
    return f"write options after the metric, as in sacreval evaluate {head} {flags} FILE"


def _flag(pair: str) -> str:
    """Return `key=value` as an option of the command line."""
    key, _, value = (part.strip().replace("_", "-") for part in pair.partition("="))
    if value in ("True", "False"):
        return f"--{key}" if value == "True" else f"--no-{key}"
    return f"--{key} {value}"
