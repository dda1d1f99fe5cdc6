"""Commands and options of other tools and verbs, and their replacements; imported on an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from sacreval.io.files import YAML

COMMANDS = {
    "accelerate": "sacreval generate asks a model, and sacreval evaluate scores its outputs",
    "agree": "sacreval evaluate --agree LOG",
    "baseline-set": "sacreval baseline set",
    "check": "sacreval convert --check FILE checks records, sacreval config show FILE.yaml a "
    "config, and sacreval evaluate METRIC FILE --fail-under METRIC=VALUE a score",
    "diff": "sacreval baseline diff BASELINE.json RESULT.json",
    "endpoint": "sacreval generate --with openai:MODEL asks a server",
    "eval": "sacreval evaluate METRIC FILE",
    "gate": "sacreval evaluate METRIC FILE --fail-under METRIC=VALUE, or a suite with gates: "
    "sacreval evaluate suite FILE.yaml",
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
    "test": "sacreval compare METRIC A B tests differences of systems, and sacreval run-tests runs "
    "programs of models",
    "unitxt-evaluate": "sacreval evaluate suite NAME FILE",
    "validate": "sacreval convert --check FILE",
    "view": "sacreval report RESULT.json -o report.html",
    "vllm": "sacreval generate --with transformers:MODEL, or openai:MODEL with a server's address",
}

_TEST_SETS = "sacreval setup-dataset --list has corpora; other sources and references are files"
OPTIONS = {
    "baseline-path": "evaluate bertscore: --rescale --baselines FILE",
    "batch-size": "nothing: scores do not depend on batches",
    "cand": "the file of outputs after the metric, and those of references with -r",
    "config": "name the YAML or JSON file in the place of a suite, as in sacreval evaluate suite "
    "FILE.yaml",
    "dataset-reader": "--reader, for a format that is not recognised; see sacreval list readers",
    "dependent-metric": "correlate: --human DIMENSION",
    "disable-cache": "nothing: a text is encoded once in a run",
    "gen-kwargs": "generate: the options of --with",
    "gpus": "--device cuda, or cpu",
    "include-packages": "name the metric as py:MODULE:CLASS, or install its package",
    "input": "the files of predictions, without an option",
    "input-files": "the files of predictions, without an option",
    "lang": "evaluate bertscore: --model, and --language for --rescale",
    "latex": "--format tex, or -o FILE.tex",
    "log-samples": "--instances FILE",
    "macro-output-json": "-o FILE.json",
    "max-samples": "--limit",
    "metric": "the metric as a subcommand, as in sacreval evaluate rouge FILE",
    "metrics": "the metric as a subcommand, or several as in sacreval evaluate suite -m bleu -m "
    "chrf FILE; --metric NAME for correlate scores",
    "metrics-jsonl-files": "correlate: the files, without an option",
    "micro-output-jsonl": "--instances FILE.jsonl",
    "model-args": "generate: the options of --with",
    "num-records": "--sample",
    "num-layers": "evaluate bertscore: --layer",
    "only-system": "--quiet; evaluate prints no segments",
    "output-dir": "-o FILE.json",
    "output-jsonl": "-o FILE.jsonl",
    "output-path": "-o FILE.json",
    "overrides": "the option itself, which replaces the value of the config",
    "predictions": "the files of predictions, without an option",
    "reduce-fn": "--reduce-predictions and --reduce-references",
    "rescale-with-baseline": "evaluate bertscore: --rescale",
    "sacrebleu-dataset": _TEST_SETS,
    "save-details": "--instances FILE",
    "seg-level": "sacreval score bertscore OUTPUTS -r REFERENCES",
    "silent": "--quiet",
    "summarizer-type": "--systems peer, reference or all",
    "tasks": "a suite, as in sacreval evaluate suite summarization FILE; see sacreval list suites",
    "to-json": "-o FILE.json for systems, and --instances FILE.jsonl for segments",
    "translations": "the files of outputs after the metric",
    "use-fast-tokenizer": "evaluate bertscore: --tokenizer slow for that of bert-score's command "
    "line, fast for that of its Python",
}


# Options of sacrebleu, without dashes, short ones too.
SACREBLEU = {
    "b": "--format json prints numbers alone; -q leaves notices out",
    "chrf-beta": "evaluate chrf: --beta",
    "chrf-char-order": "evaluate chrf: --char-order",
    "chrf-eps-smoothing": "evaluate chrf: --eps-smoothing",
    "chrf-lowercase": "evaluate chrf: --lowercase",
    "chrf-whitespace": "evaluate chrf: --whitespace",
    "chrf-word-order": "evaluate chrf: --word-order; 2 is chrF++",
    "ci": "evaluate: --ci; compare and correlate have intervals without an option, and "
    "--confidence 0.95 sets their level",
    "confidence-n": "--resamples, with --ci",
    "d": "--details",
    "detail": "--details",
    "e": "nothing: files are UTF-8",
    "encoding": "nothing: files are UTF-8",
    "f": "--format text, json, jsonl, tsv, csv, md or tex",
    "i": "the files of outputs after the metric, and those of references with -r, as in sacreval "
    "evaluate bleu OUTPUTS -r REFERENCES",
    "l": "--trg-lang, the target language alone, as in --trg-lang de",
    "language-pair": "--trg-lang, the target language alone, as in --trg-lang de",
    "lc": "--lowercase",
    "m": "the metric as a subcommand, or several as in sacreval evaluate suite -m bleu -m chrf "
    "OUTPUTS -r REFERENCES",
    "nr": "a file for each with -r, as in -r A.txt -r B.txt",
    "num-refs": "a file for each with -r, as in -r A.txt -r B.txt",
    "origlang": "--where \"groups.origlang == 'en'\", where the records have it",
    "paired-ar": "sacreval compare bleu A B -r REFERENCES --test paired-ar",
    "paired-ar-n": "sacreval compare: --trials",
    "paired-bs": "sacreval compare bleu A B -r REFERENCES --test paired-bs",
    "paired-bs-n": "sacreval compare: --resamples",
    "paired-jobs": "--workers",
    "s": "--smooth-method, or --smooth-value",
    "score-only": "--format json prints numbers alone; -q leaves notices out",
    "sentence-level": "sacreval score bleu OUTPUTS -r REFERENCES",
    "sh": "nothing: signatures are printed below the table",
    "short": "nothing: signatures are printed below the table",
    "sl": "sacreval score bleu OUTPUTS -r REFERENCES",
    "t": _TEST_SETS,
    "ter-asian-support": "evaluate ter: --asian-support",
    "ter-case-sensitive": "evaluate ter: --case-sensitive",
    "ter-no-punct": "evaluate ter: --no-punct",
    "ter-normalized": "evaluate ter: --normalized",
    "test-set": _TEST_SETS,
    "tok": "--tokenize",
    "w": "nothing: --format json has all digits",
    "width": "nothing: --format json has all digits",
}
CHRF = {"cc": "chrf-char-order", "cw": "chrf-word-order"}


def of_command(name: str) -> str | None:
    """Return what to write for a command of another tool, or for a metric's name; None if unknown.

    Args:
        name: The word in the place of a command.
    """
    if name in COMMANDS:
        return f"here: {COMMANDS[name]}"
    from sacreval.core.metric import metrics

    if name.lower().endswith(YAML):
        return f"name a command and suite before a config: sacreval evaluate suite {name}"
    if Path(name).is_file():
        return f"name a command and a metric before the file: sacreval evaluate bleu {name}"
    if Path(name).is_dir():
        return f"name a command before the folder: sacreval evaluate stored-score {name}"
    return f"here: sacreval evaluate {name} FILE" if name in set(metrics) else None


def of_option(name: str) -> str | None:
    """Return what to write for an option of another tool; None if unknown.

    Args:
        name: The option, with or without dashes before it.
    """
    bare = name.partition("=")[0].lstrip("-").replace("_", "-")
    instead = OPTIONS.get(bare) or SACREBLEU.get(CHRF.get(bare, bare))
    return instead and f"here: {instead}"


def of_metric_named(option: str, words: Sequence[str]) -> str | None:
    """Return what to write for `--metric` where the command names its metric; None for others.

    Args:
        option: The option, with or without dashes before it.
        words: The words of the command line.
    """
    from sacreval.core import aliases
    from sacreval.core.metric import metrics

    bare, subject = option.partition("=")[0].lstrip("-"), "".join(words[1:2])
    if bare not in ("metric", "metrics"):
        return None
    if subject not in metrics and aliases.find(subject, metrics) is None:
        return None
    return (
        f"this command has the metric {subject} already; --style paper --columns OUTPUT shows "
        "one of its outputs, and all are computed together"
    )


def of_suite(option: str, words: Sequence[str]) -> str | None:
    """Return what to write for an option of a metric that was given to a suite; None if it is none.

    Args:
        option: The option, with or without dashes before it.
        words: The words of the command line.
    """
    if "suite" not in words[:2]:
        return None
    from dataclasses import fields

    from sacreval.core.metric import metrics
    from sacreval.scoring.entries.wrapper_options import Wrapping

    bare = option.partition("=")[0].lstrip("-").replace("-", "_").removeprefix("no_")
    named = [word for word in map(_metric_of, words) if word in metrics]
    takers = [name for name in named if bare in {f.name for f in fields(metrics.get(name))}]
    if bare in {field.name for field in fields(Wrapping)}:
        takers = named or ["METRIC"]
    if not takers:
        return None
    example = f"-m '{takers[0]}{{\"{bare}\": …}}'"
    return f"in a suite it is an option of each metric: {example}, or in the YAML of the suite"


def _metric_of(word: str) -> str:
    """Return the metric of a word such as `chrf` or `chrf{"word_order":2}`."""
    return word.partition("{")[0]


def given_word(option: str, words: Sequence[str]) -> str:
    """Return the word of a command line that has an unknown option: `-tok` where that is `-t`.

    Args:
        option: The option as the parser names it, which reads letters after one dash on their own.
        words: The words of the command line.
    """
    if option.startswith("--"):
        return option
    return next((word for word in words if word.startswith(option)), option)


def of_metric(name: str) -> str | None:
    """Return what to write for a metric in the spelling of another tool; None if it is none.

    Args:
        name: The word in the place of a metric, such as `bleu[lowercase=True]`.
    """
    if name.lower().endswith(YAML):
        return f"a config follows the word suite, as in suite {name}"
    if Path(name).is_file():
        return f"name the metric before the file, as in bleu {name} -r REFERENCES"
    if Path(name).is_dir():
        return f"name the metric before the folder of logs, as in stored-score {name}"
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


BOUNDS = {
    "fail-below", "fail-under", "gate", "gates", "min", "min-score", "minimum", "minimum-score",
    "score-threshold", "threshold", "thresholds",
}  # fmt: skip
"""What a lower bound of a score is called elsewhere; `--fail-under` is that of `evaluate`."""

_NUMBER = re.compile(r"\d*\.?\d+$")
REPLACING = {"f", "force", "overwrite", "replace", "yes", "y"}


def of_misplaced(option: str, words: Sequence[str]) -> str | None:
    """Return what to write for an option that a command lacks; None if it is none of these."""
    if [*words[:1]] == ["correlate"] and (instead := _of_correlate(option, words)):
        return instead
    bare = option.partition("=")[0].lstrip("-").replace("_", "-")
    if bare in BOUNDS:
        return _bound(words, _value(option, words))
    if list(words[:2]) == ["baseline", "set"] and bare in REPLACING:
        return "drop it: a baseline that exists is replaced without an option"
    return None


def _of_correlate(option: str, words: Sequence[str]) -> str | None:
    """Return what to write for an option that another form of `correlate` has."""
    if "".join(words[1:2]).startswith("-"):
        return "options follow scores or a metric: sacreval correlate scores FILE --human NAME"
    if option.partition("=")[0].lstrip("-") == "list":
        return "it follows correlate: sacreval correlate --list FILE"
    return None


def _bound(words: Sequence[str], value: str) -> str:
    """Return where the bound of a score is stated."""
    metric = next((word for word in _metrics_named(words)), "bleu")
    if words[0] == "init":
        return (
            "a bound is a line of the suite that init writes, which is NAME.yaml: "
            f"fail-under: {{{metric}: {value}}}"
        )
    if words[0] == "evaluate":
        return f"here: --fail-under {metric}={value}"
    return (
        "bounds are options of evaluate: sacreval evaluate "
        f"{metric} FILE --fail-under {metric}={value}"
    )


def _metrics_named(words: Sequence[str]) -> list[str]:
    """Return the metrics among the words of a command line."""
    from sacreval.core.metric import metrics

    heads = (word.partition("{")[0] for word in words[1:])
    return [word for word in heads if word in set(metrics)]


def _value(option: str, words: Sequence[str]) -> str:
    """Return the number that an option is given, or 30 without one."""
    name = option.partition("=")[0]
    after = [word for before, word in pairwise(words) if before == name]
    joined = [word.partition("=")[2] for word in words if word.startswith(f"{name}=")]
    text = next(iter([*joined, *after]), "")
    number = _NUMBER.search(text)
    return number[0] if number else "30"
