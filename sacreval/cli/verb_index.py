"""The verbs: where each is, and its sentence in `sacreval --help`; they are imported when used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from sacreval.cli.options.common_options import SUITE

CONFIGURED = ("evaluate", "score", "compare", "correlate")
"""The verbs whose options are the keys of configs; each reads its own."""
VERBS = {
    "evaluate": "sacreval.commands.evaluate:app",
    "score": "sacreval.commands.score:app",
    "compare": "sacreval.features.compare.command:app",
    "select": "sacreval.features.select.command:app",
    "correlate": "sacreval.features.correlate.command:app",
    "arena": "sacreval.features.arena.command:arena",
    "plan": "sacreval.features.plan.command:plan",
    "report": "sacreval.features.page.command:report",
    "export": "sacreval.features.exchange.command:export",
    "cite": "sacreval.features.cite.command:cite",
    "verify": "sacreval.features.verify.command:verify",
    "ask": "sacreval.features.judging.ask:ask",
    "answer": "sacreval.features.judging.answer:answer",
    "baseline": "sacreval.features.gates.command:app",
    "init": "sacreval.commands.init:init",
    "config": "sacreval.commands.config:app",
    "list": "sacreval.commands.list:app",
    "normalize": "sacreval.commands.normalize:normalize",
    "convert": "sacreval.commands.convert:convert",
    "generate": "sacreval.features.generate.command:generate",
    "run-tests": "sacreval.features.programs.command:run_tests",
    "perturb": "sacreval.features.robustness.perturb:perturb",
    "robustness": "sacreval.features.robustness.command:app",
    "stereotyping": "sacreval.features.stereotyping.command:stereotyping",
    "setup-dataset": "sacreval.features.setup.setup_dataset:setup_dataset",
    "setup-metric": "sacreval.features.setup.setup_metric:setup_metric",
}


def verb_of(name: str) -> Any:
    """Import a verb: a `VerbApp`, a Typer, or the function of its command."""
    module, _, attribute = VERBS[name].partition(":")
    return getattr(import_module(module), attribute)


def suite_of(verb: str) -> Any:
    """Create the suite command of a verb."""
    return verb_of(verb).make(SUITE)


# Each sentence is the first of the command's own help, which a law checks.
PURPOSES: Mapping[str, Mapping[str, str]] = {
    "Score and compare": {
        "evaluate": "Score the outputs of systems: one subcommand for each metric, and suites; "
        "or, with --agree LOG, check the scores in logs of other tools.",
        "score": "Score every output on its own: one subcommand for each metric, and suites.",
        "compare": "Compare systems on the same instances: one subcommand for each metric, and "
        "suites; or over several data sets, from result files.",
        "correlate": "Measure how well metrics agree with human judgments: from score files, or "
        "by metric.",
        "select": "Choose the best of several outputs for each input, by a metric that needs no "
        "references, or by consensus (minimum Bayes risk): one subcommand for each metric.",
        "arena": "Rank systems by pairwise verdicts of judges or people.",
        "plan": "Compute how many items, samples, groups and raters find a difference between two "
        "systems.",
    },
    "Show and keep results": {
        "report": "Write results as a page that needs no network: tables, tests, figures and "
        "records.",
        "export": "Hand the scores of a result file to MLflow, or to the viewer of a log that was "
        "evaluated.",
        "cite": "Write the sentences and the BibTeX that a paper with these numbers needs.",
        "verify": "Recompute the scores of a result file without the compiled kernels, and "
        "compare them.",
        "baseline": "Accept a run, or several, as the baseline of later runs; show and "
        "compare them.",
        "init": "Write a suite, a baseline and a workflow for files with outputs.",
    },
    "Models and judges": {
        "generate": "Ask a model about each record of a data set, and write its outputs.",
        "ask": "Write the requests of a judge about every output to a file; equal prompts once.",
        "answer": "Ask a model the requests that have no answer yet, and append its replies to a "
        "file.",
        "run-tests": "Run programs of a model with the tests of their problems, in a sandbox, and "
        "write verdicts.",
        "perturb": "Write variants of records with a perturbed input, to test how robust a system "
        "is.",
        "robustness": "Compare a system's outputs for records with those for perturbed variants "
        "of them: one subcommand for each metric, and suites.",
        "stereotyping": "Count how often a model prefers the more stereotyping of two sentences "
        "(CrowS-Pairs).",
    },
    "Look up and set up": {
        "list": "List metrics, suites, readers and more, and the values that options choose from.",
        "config": "Show the configs of suites.",
        "normalize": "Show what a normalizer, an extractor or a tokenizer makes of texts.",
        "convert": "Read files or logs of other tools, and write the records as JSONL, or check "
        "them.",
        "setup-dataset": "Fetch a corpus, verify it, and write its records, judgments and "
        "references as JSONL.",
        "setup-metric": "Fetch the resources or the model of a metric to the folder SACREVAL_HOME.",
    },
}
