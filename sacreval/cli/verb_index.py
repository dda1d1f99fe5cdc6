"""The verbs: where each is, and its section of `sacreval --help`; they are imported when used."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

from sacreval.cli.options.common_options import SUITE

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
    "ask": "sacreval.features.judging.command:ask",
    "answer": "sacreval.features.judging.command:answer",
    "baseline": "sacreval.features.gates.command:app",
    "init": "sacreval.commands.init:init",
    "config": "sacreval.commands.config:app",
    "list": "sacreval.commands.list:app",
    "normalize": "sacreval.commands.normalize:normalize",
    "convert": "sacreval.commands.convert:convert",
    "generate": "sacreval.features.generate.command:generate",
    "run-tests": "sacreval.features.programs.command:run_tests",
    "perturb": "sacreval.features.robustness.command:perturb",
    "robustness": "sacreval.features.robustness.command:app",
    "stereotyping": "sacreval.features.stereotyping.command:stereotyping",
    "setup-dataset": "sacreval.features.setup.setup_dataset:setup_dataset",
    "setup-metric": "sacreval.features.setup.setup_metric:setup_metric",
}
SECTIONS = {
    "Score and compare": ("evaluate", "score", "compare", "correlate", "select", "arena", "plan"),
    "Show and keep results": ("report", "export", "cite", "verify", "baseline", "init"),
    "Models and judges": (
        "generate", "ask", "answer", "run-tests", "perturb", "robustness", "stereotyping",
    ),
    "Look up and set up": (
        "list", "config", "normalize", "convert", "setup-dataset", "setup-metric",
    ),
}  # fmt: skip
"""The sections of `sacreval --help`, and the verbs of each."""


def verb_of(name: str) -> Any:
    """Import a verb: a `VerbApp`, a Typer, or the function of its command."""
    module, _, attribute = VERBS[name].partition(":")
    return getattr(import_module(module), attribute)


def suite_of(verb: str) -> Any:
    """Create the suite command of a verb."""
    return verb_of(verb).make(SUITE)


def collected(name: str) -> dict[str, Any]:
    """Return what the folders of the verbs say of them, by verb; nothing of one that is deleted.

    Args:
        name: `PURPOSES`: the sentence of a verb, which is the first of its help, as a test checks.
            `CONFIGURED`: the commands of a verb whose options the environment sets; those of its
            suite are keys of configs. `EXAMPLES`: what follows a metric in the help of a verb.
            `TESTS`, and `COEFFICIENTS` by their names: what `sacreval list` says of them.
    """
    entries: dict[str, Any] = {}
    for folder in dict.fromkeys(module.rpartition(".")[0] for module in VERBS.values()):
        with suppress(ModuleNotFoundError):
            entries |= getattr(import_module(folder), name, {})
    return entries


def purposes() -> dict[str, dict[str, str]]:
    """Return the sentences of the verbs in `sacreval --help`, by section."""
    sentences = collected("PURPOSES")
    return {
        section: {verb: sentences[verb] for verb in verbs if verb in sentences}
        for section, verbs in SECTIONS.items()
    }
