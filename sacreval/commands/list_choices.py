"""Lists of suites, recipes and values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

from sacreval.cli.verb_index import collected

Row = dict[str, Any]

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


def perturbations() -> Iterator[Row]:
    """Yield the perturbations and their options."""
    from sacreval.core.options.docstrings import arguments, summary
    from sacreval.features.robustness.perturbations._base import perturbations

    for name, cls in perturbations.importable():
        yield {"name": name, "options": list(arguments(cls)), "summary": summary(cls)}


def suites() -> Iterator[Row]:
    """Yield the suites that come with sacreval."""
    import yaml

    from sacreval.io.resources import shipped

    for name, path in shipped().items():
        text = path.read_text(encoding="utf-8")
        metrics = yaml.safe_load(text)["metrics"]
        yield {
            "name": name,
            "metrics": [
                metric if isinstance(metric, str) else next(iter(metric)) for metric in metrics
            ],
            "summary": text.partition("\n")[0].lstrip("# "),
        }


def recipes() -> Iterator[Row]:
    """Yield the corpora of setup-dataset and the resources of setup-metric."""
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import MetricRecipe, Recipe

    kinds: tuple[tuple[str, Any], ...] = (("dataset", Recipe), ("metric", MetricRecipe))
    for kind, cls in kinds:
        for name in place.names(cls):
            recipe = place.recipe(name, cls)
            yield {
                "name": name,
                "setup": f"setup-{kind}",
                "bytes": recipe.size,
                "licence": recipe.licence,
                "summary": recipe.title,
            }


def normalizers() -> Iterator[Row]:
    """Yield the values of --normalize; several can be joined by `+`."""
    from sacreval.text.normalizers import NORMALIZERS

    head = "multilingual-"
    yield from _described({x: f for x, f in NORMALIZERS.items() if not x.startswith(head)})
    codes = ", ".join(x.removeprefix(head) for x in NORMALIZERS if x.startswith(head))
    text = f"Normalise like multilingual, and drop the articles of a language: {codes}."
    yield {"name": "multilingual-LANG", "summary": text}


def extractors() -> Iterator[Row]:
    """Yield the values of --extract and --extract-references."""
    from sacreval.text.answers.answer_extractors import EXTRACTORS, WITH_ARGUMENT, WRITTEN

    yield from _described(EXTRACTORS)
    yield from _described({WRITTEN[name]: function for name, function in WITH_ARGUMENT.items()})


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
    yield from ({"name": name, "summary": text} for name, text in collected("COEFFICIENTS").items())


def tests() -> Iterator[Row]:
    """Yield the values of --test of `compare` and `correlate`."""
    for verb, summaries in collected("TESTS").items():
        yield from (
            {"name": name, "verb": verb, "summary": text} for name, text in summaries.items()
        )


CHOICES: dict[str, Callable[[], Iterator[Row]]] = {
    "perturbations": perturbations,
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
    for name, function in functions.items():
        text = SUMMARIES.get(name) or summary(function)
        if (other := known.setdefault(function, name)) != name:
            text = f"Another name of {other}."
        yield {"name": name, "summary": text}


def _choices(hint: Any) -> Iterator[str]:
    """Yield the texts that a type with `Literal`, or with annotated values, admits."""
    if get_origin(hint) is Annotated:
        yield from get_args(hint)[1].split("|")
        return
    for argument in get_args(hint):
        if isinstance(argument, str):
            yield argument
        else:
            yield from _choices(argument)


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
