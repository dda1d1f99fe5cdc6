"""What `sacreval list` says of suites, recipes, and of the values that options choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

Row = dict[str, Any]

COEFFICIENTS = {
    "pearson": "Pearson's r of scores and human scores.",
    "spearman": "Spearman's rho: Pearson's r of ranks, with mean ranks for ties.",
    "kendall": "Kendall's tau-b, as scipy computes it.",
    "tau-a": "Kendall's tau over all pairs, tied ones too.",
    "tau-b": "Kendall's tau, corrected for ties of either side.",
    "tau-c": "Stuart's tau-c, for sides with different numbers of values.",
    "tau-10": "Kendall's tau of WMT10: a pair that the metric ties is discordant.",
    "tau-13": "Kendall's tau of WMT13: pairs that either side ties are left out.",
    "tau-14": "Kendall's tau of WMT14: ties of the metric count in the denominator alone.",
    "tau-eq": "Pairwise accuracy on the scale from -1 to 1.",
    "darr": "Kendall's tau over pairs with a human difference of more than --gap (WMT17 to 20).",
    "weighted-tau": "Kendall's tau with more weight on exchanges among high ranks.",
    "pairwise-accuracy": "Share of pairs that both sides order alike (Kocmi et al. 2021).",
    "sys-delta": "Tau over pairs of systems whose metric scores differ by LOW to HIGH.",
    "acc-eq": "Pairwise accuracy with ties, at the best threshold (Deutsch et al. 2023).",
    "spa": "Soft pairwise accuracy: agreement of p-values of both sides (Thompson et al. 2024).",
    "pdp": "Pearson's r of all differences within groups, such as the systems of an input.",
    "partial-pearson": "Pearson's r of all outputs, less the mean of each system.",
    "partial-spearman": "Spearman's rho of all outputs, less the mean of each system.",
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
    "correlate": {
        "auto": "williams or bootstrap-both, by the data; none below 6 systems.",
        "perm-systems": "Exchange of two metrics' scores by system.",
        "perm-inputs": "Exchange of two metrics' scores by input.",
        "perm-both-xor": "Exchange by system and by input at once.",
        "perm-both-cells": "Exchange of each score on its own.",
        "perm-pairs": "Exchange by pair of outputs, as WMT's for acc-eq.",
        "wmt": "The permutation of WMT's metrics task at each level.",
        "williams": "Williams' test of two dependent correlations.",
        "bootstrap-systems": "Bootstrap of the difference over systems.",
        "bootstrap-inputs": "Bootstrap of the difference over inputs.",
        "bootstrap-both": "Bootstrap of the difference over systems and inputs.",
        "centred-systems": "Bootstrap around a difference of 0, over systems.",
        "centred-inputs": "Bootstrap around a difference of 0, over inputs.",
        "centred-both": "Bootstrap around a difference of 0, over systems and inputs.",
    },
}


SUMMARIES = {
    "lower": "Lowercase.",
    "strip": "Drop white space at both ends.",
    "regex:PATTERN": "Return the last match of a regular expression, or its first group.",
    "json:JMESPATH": "Return what a JMESPath expression finds in the JSON in an output.",
    "list:SEPARATOR": "Split the output into a list.",
    "closest-label:LABEL,LABEL": "Return the closest of some labels.",
    "after-thinking:NAME": "Drop the reasoning, then extract the answer in another way.",
    "py:MODULE:FUNCTION": "Return what your own function returns; None and errors are no answer.",
}
"""What functions do whose docstrings are about how they are made."""


def suites() -> Iterator[Row]:
    """Yield the suites that come with sacreval."""
    import yaml

    from sacreval.io.shipped_files import shipped

    for name, path in shipped().items():
        text = path.read_text(encoding="utf-8")
        metrics = yaml.safe_load(text)["metrics"]
        yield {
            "name": name,
            "metrics": [one if isinstance(one, str) else next(iter(one)) for one in metrics],
            "summary": text.partition("\n")[0].lstrip("# "),
        }


def recipes() -> Iterator[Row]:
    """Yield the corpora of setup-dataset and the resources of setup-metric."""
    from sacreval.features.setup.recipes import home
    from sacreval.features.setup.recipes.schema import MetricRecipe, Recipe

    kinds: tuple[tuple[str, Any], ...] = (("dataset", Recipe), ("metric", MetricRecipe))
    for kind, cls in kinds:
        for name in home.names(cls):
            recipe = home.recipe(name, cls)
            yield {
                "name": name,
                "setup": f"setup-{kind}",
                "bytes": recipe.size,
                "licence": recipe.licence,
                "summary": recipe.title,
            }


def normalizers() -> Iterator[Row]:
    """Yield the values of --normalize; several can be joined by `+`."""
    from sacreval.text.normalize import NORMALIZERS

    head = "multilingual-"
    yield from _described({x: f for x, f in NORMALIZERS.items() if not x.startswith(head)})
    codes = ", ".join(x.removeprefix(head) for x in NORMALIZERS if x.startswith(head))
    text = f"Normalise like multilingual, and drop the articles of a language: {codes}."
    yield {"name": "multilingual-LANG", "summary": text}


def extractors() -> Iterator[Row]:
    """Yield the values of --extract and --extract-references."""
    from sacreval.text.answers.answers import EXTRACTORS, WITH_ARGUMENT, WRITTEN

    yield from _described(EXTRACTORS)
    yield from _described({WRITTEN[name]: one for name, one in WITH_ARGUMENT.items()})


def tokenizers() -> Iterator[Row]:
    """Yield the values of --tokenize, with the metrics that have them."""
    from sacreval.core.metric import metrics
    from sacreval.core.options.option_types import of_fields

    users: dict[str, list[str]] = {}
    for name, cls in metrics.importable():
        for choice in _choices(of_fields(cls, annotations=True).get("tokenize")):
            users.setdefault(choice, []).append(name)
    for choice, names in sorted(users.items()):
        yield {"name": choice, "runs_here": _runs(choice), "metrics": names}


def coefficients() -> Iterator[Row]:
    """Yield the values of --coefficient of `correlate`."""
    yield from ({"name": name, "summary": text} for name, text in COEFFICIENTS.items())


def tests() -> Iterator[Row]:
    """Yield the values of --test of `compare` and `correlate`."""
    for verb, found in TESTS.items():
        yield from ({"name": name, "verb": verb, "summary": text} for name, text in found.items())


CHOICES: dict[str, Callable[[], Iterator[Row]]] = {
    "suites": suites,
    "recipes": recipes,
    "normalizers": normalizers,
    "extractors": extractors,
    "tokenizers": tokenizers,
    "coefficients": coefficients,
    "tests": tests,
}


def _described(functions: Mapping[str, Callable[..., Any]]) -> Iterator[Row]:
    from sacreval.core.options.docstrings import summary

    known: dict[Callable[..., Any], str] = {}
    for name, one in functions.items():
        text = SUMMARIES.get(name) or summary(one)
        if (other := known.setdefault(one, name)) != name:
            text = f"Another name of {other}."
        yield {"name": name, "summary": text}


def _choices(hint: Any) -> Iterator[str]:
    """Yield the texts that a type with `Literal`, or with annotated values, admits."""
    if get_origin(hint) is Annotated:
        yield from get_args(hint)[1].split("|")
        return
    for one in get_args(hint):
        if isinstance(one, str):
            yield one
        else:
            yield from _choices(one)


def _runs(tokenizer: str) -> bool:
    """Return whether the packages and files of a tokenizer are on this machine."""
    from sacreval.errors import NotSetUpError
    from sacreval.text import tokenizers

    if tokenizer not in tokenizers.EXTRAS:
        return True
    try:
        tokenizers.check(tokenizer)
    except NotSetUpError:
        return False
    return True
