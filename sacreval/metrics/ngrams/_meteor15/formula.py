"""METEOR 1.5's formula, with the parameters of its languages and tasks.

A row has 24 counts. The program's 23 (its -ssOut) are the words or characters of the prediction and
of the reference, and the function words of both; for each of four modules the matched content words
of both, and the matched function words of both; the chunks; the matched words of both. The last are
the chunks again, but 0 for perfect outputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.stats.powers import powers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


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
    """Return the parameters of a task; None if METEOR 1.5 has none for the language."""
    if task in ANY_LANGUAGE:
        return ANY_LANGUAGE[task]
    if task in ENGLISH:
        return ENGLISH[task] if language == "en" else None
    return RANK.get(language, LANGUAGE_INDEPENDENT)


def modules(language: Language, task: Task) -> tuple[Module, ...]:
    """Return the matchers that METEOR 1.5 uses for a language."""
    if task == "universal":
        return ("exact", "paraphrase")
    return MODULES.get(language, ("exact", "stem"))


CHUNKS, MATCHED_WORDS = 20, slice(21, 23)
LENGTHS = slice(0, 4, 2), slice(1, 4, 2)  # of the prediction, of the reference: all, function words
MATCHES = slice(4, 20, 2), slice(5, 20, 2)  # by module: content words, function words


def scores(sums: Array, parameters: Parameters) -> tuple[Array, Array, Array, Array, Array]:
    """Compute the score, precision, recall, F-mean and penalty of sums of rows.

    Args:
        sums: Array (..., 24).
        parameters: The parameters, with a weight for each module.

    Returns:
        Five arrays (...), with 0 where the formula is undefined.
    """
    import numpy as np

    sums = np.asarray(sums, dtype=np.float64)
    alpha, beta, gamma, delta, weights = parameters
    with np.errstate(divide="ignore", invalid="ignore"):
        p, r = (
            _matched(sums[..., matches], weights, delta) / _length(sums[..., lengths], delta)
            for matches, lengths in zip(MATCHES, LENGTHS, strict=True)
        )
        f_mean = 1.0 / ((1.0 - alpha) / p + alpha / r)
        fragmentation = sums[..., -1] / (sums[..., MATCHED_WORDS].sum(axis=-1) / 2)
        penalty = gamma * powers(fragmentation, beta)
        score = np.fmax(0.0, f_mean * (1.0 - penalty))
    first, *rest = (np.nan_to_num(part) for part in (score, p, r, f_mean, penalty))
    return first, rest[0], rest[1], rest[2], rest[3]


def counted_chunks(pairs: Array) -> Array:
    """Return the chunks that are penalised: none if all words of both sides match in one."""
    import numpy as np

    whole = [
        pairs[:, matches].sum(axis=1) == pairs[:, lengths][:, 0]
        for matches, lengths in zip(MATCHES, LENGTHS, strict=True)
    ]
    perfect = whole[0] & whole[1] & (pairs[:, CHUNKS] == 1)
    chunks: Array = np.where(perfect, 0, pairs[:, CHUNKS])
    return chunks


def _length(sizes: Array, delta: float) -> Array:
    """Weigh the words of texts: all of them, and function words among them."""
    whole, function = sizes[..., 0], sizes[..., 1]
    total: Array = delta * (whole - function) + (1.0 - delta) * function
    return total


def _matched(counts: Array, weights: Sequence[float], delta: float) -> Array:
    """Weigh matched words; counts are content words and function words of each module."""
    total: Array = 0.0 * counts[..., 0]
    for module, weight in enumerate(weights):  # the order of sums decides the last bit
        total = total + counts[..., 2 * module] * weight * delta
    for module, weight in enumerate(weights):
        total = total + counts[..., 2 * module + 1] * weight * (1.0 - delta)
    return total
