"""METEOR 1.5's languages and tasks: matchers, their weights, and parameters of the formula."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Language = Literal[
    "en", "cs", "de", "es", "fr", "ru", "da", "fi", "hu", "it", "nl", "no", "pt", "ro", "sv", "tr",
    "ar-bw-red", "other",
]  # fmt: skip
Task = Literal["rank", "adq", "hter", "li", "tune", "util", "universal"]
Module = Literal["exact", "stem", "synonym", "paraphrase"]


class Parameters(NamedTuple):
    """Parameters of METEOR's formula.

    Args:
        alpha: Weight of recall in the F-mean.
        beta: Exponent of fragmentation in the penalty.
        gamma: The largest penalty.
        delta: Weight of content words; function words weigh 1 - delta.
        weights: Weights of the modules, by their position.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


LANGUAGE_INDEPENDENT = Parameters(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5, 0.5))
RANK: Mapping[str, Parameters] = {
    "en": Parameters(0.85, 0.2, 0.6, 0.75, (1.0, 0.6, 0.8, 0.6)),
    "cs": Parameters(0.95, 0.2, 0.6, 0.8, (1.0, 0.4)),
    "fr": Parameters(0.9, 1.4, 0.6, 0.65, (1.0, 0.2, 0.4)),
    "es": Parameters(0.65, 1.3, 0.5, 0.8, (1.0, 0.8, 0.6)),
    "de": Parameters(0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.2)),
    "ru": Parameters(0.75, 1.4, 0.7, 0.5, (1.0, 0.5, 0.5)),
}
ENGLISH: Mapping[str, Parameters] = {
    "adq": Parameters(0.75, 1.4, 0.45, 0.7, (1.0, 1.0, 0.6, 0.8)),
    "hter": Parameters(0.4, 1.5, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    "util": Parameters(0.65, 0.1, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
}
ANY_LANGUAGE: Mapping[str, Parameters] = {
    "li": LANGUAGE_INDEPENDENT,
    "tune": Parameters(0.5, 1.0, 0.5, 0.5, (1.0, 0.5, 0.5, 0.5)),
    "universal": Parameters(0.7, 1.4, 0.3, 0.7, (1.0, 0.6)),
}
MODULES: Mapping[str, tuple[Module, ...]] = {
    "en": ("exact", "stem", "synonym", "paraphrase"),
    **dict.fromkeys(("fr", "es", "de", "ru"), ("exact", "stem", "paraphrase")),
    "cs": ("exact", "paraphrase"),
    "other": ("exact",),
}


def parameters(language: Language, task: Task) -> Parameters | None:
    """Return the parameters of a task; None if METEOR 1.5 has none for the language.

    Args:
        language: The language of the texts.
        task: What the parameters were tuned for.
    """
    if task in ANY_LANGUAGE:
        return ANY_LANGUAGE[task]
    if task in ENGLISH:
        return ENGLISH[task] if language == "en" else None
    return RANK.get(language, LANGUAGE_INDEPENDENT)


def modules(language: Language, task: Task) -> tuple[Module, ...]:
    """Return the matchers that METEOR 1.5 uses for a language.

    Args:
        language: The language of the texts.
        task: The task; universal has its own matchers.
    """
    if task == "universal":
        return ("exact", "paraphrase")
    return MODULES.get(language, ("exact", "stem"))
