"""Directions of scores: those of which smaller values are better are turned, then compared.

The direction of a score is what its metric declares, else what its name says. Metrics by whose
names smaller values are better are often stored negated, as folders of WMT do: scores of such a
name are turned only if none of them is below 0, and are taken as negated if most are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from sacreval.errors import UsageError, nearest
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.measures.coefficient_names import first_names
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.stats.arrays import Floats

_WITH = re.compile(r"_(jk|ref[a-z]?|src|synthetic_ref)$")
"""Endings that say which references a score was computed with."""
_LOWER = re.compile(
    r"h?ter|[wc]er(_(?!hits).+)?|mer|wil|p?eed|character|cder|edit_distance|metricx.*|"
    r"(.*_)?(perplexity|ppl)(_.+)?|((gemba|auto)_?)?mqm(_.+)?|(n_|num_)?errors?(_count|_points)?|"
    r"mean_(absolute|squared)_error|root_mean_squared_error|brier|(largest_)?calibration_error|"
    r"hamming_loss|length_deviation|repetition_\d|self_bleu|fkgl|ari|coleman_liau|toxicity.*|"
    r"frontier_integral|simetrix_(kl|jsd|smoothed_jsd).*|meteor_1_5_penalty|squad_missing|"
    r"xcomet_(minor|major|critical)|(missing|extra)_keys|(.*_)?bits_per_.+|.+_unparsed"
)
"""Names of scores of which smaller values are better."""
_NEITHER = re.compile(
    r"length_(words|characters|ratio)|coverage|density|compression|regard_.+|max_f1_threshold|"
    r"squad_best_.+_threshold"
)
"""Names of scores that only describe."""
WITHOUT = "no direction, which this measure needs; give --higher-is-better or --lower-is-better"
"""Why a score of which neither larger nor smaller values are better has no value."""


def by_name(name: str) -> bool | None:
    """Return whether larger scores of a name are better; None if neither are."""
    word = _WITH.sub("", re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_"))
    return None if _NEITHER.fullmatch(word) else not _LOWER.fullmatch(word)


def check_names(tasks: Iterable[ScoreSet], options: CorrelationOptions) -> None:
    """Check that the scores whose direction the options name are there.

    Args:
        tasks: The scores of every task.
        options: The options of the run.

    Raises:
        UsageError: An unknown name.
    """
    known = dict.fromkeys(name for data in tasks for name in _tables(data))
    by_option = {
        "--lower-is-better": options.lower_is_better,
        "--higher-is-better": options.higher_is_better,
    }
    for option, names in by_option.items():
        if unknown := [name for name in names if name not in known]:
            raise UsageError(f"{option} {unknown[0]}: {nearest(unknown[0], known)}")


def turned(data: ScoreSet, options: CorrelationOptions) -> ScoreSet:
    """Multiply scores of which smaller values are better by -1; nothing if they are turned already.

    Args:
        data: All scores.
        options: The options that name directions.
    """
    if data.turned is not None:
        return data
    better = {name: _direction(name, data, options) for name in _tables(data)}
    lower = frozenset(name for name, direction in better.items() if direction is False)

    def part(table: Mapping[str, Floats]) -> Mapping[str, Floats]:
        return {name: -values if name in lower else values for name, values in table.items()}

    directed = replace(
        data,
        turned=lower,
        undirected=frozenset(name for name, direction in better.items() if direction is None),
    )
    if not lower:
        return directed
    return replace(
        directed,
        scores=part(data.scores),
        judgments=part(data.judgments),
        ratings=part(data.ratings),
        pairs=part(data.pairs),
        system_scores=part(data.system_scores),
        system_judgments=part(data.system_judgments),
        own={name: x.turned() if name in lower else x for name, x in data.own.items()},
    )


def notes(data: ScoreSet, names: Iterable[str], options: CorrelationOptions) -> list[str]:
    """Note the scores that only describe, and those whose direction neither name nor sign tells."""
    names = list(names)
    neither = [name for name in names if name in data.undirected]
    unclear = [name for name in names if _is_unclear(name, data, options)]
    sentences = []
    if neither:
        has = "has" if len(neither) == 1 else "have"
        sentences.append(
            f"{first_names(neither)} {has} no direction: the sign is that of the scores, and tests "
            "compare it without the sign."
        )
    if unclear:
        sentences.append(
            f"{first_names(unclear)}: by the name smaller values are better, but some are below 0; "
            "larger ones were taken as better; give --lower-is-better or --higher-is-better."
        )
    return sentences


def _tables(data: ScoreSet) -> dict[str, list[Floats]]:
    """Return the scores of each name, of outputs and of systems."""
    tables: dict[str, list[Floats]] = {}
    for table in (data.scores, data.judgments, data.system_scores, data.system_judgments):
        for name, values in table.items():
            tables.setdefault(name, []).append(values)
    return tables


def _direction(name: str, data: ScoreSet, options: CorrelationOptions) -> bool | None:
    stated = _stated(name, data, options)
    if name in stated:
        return stated[name]
    direction = by_name(name)
    if direction is None:
        return None if name not in data.judgments else True
    return direction or _least(name, data) < 0


def _stated(name: str, data: ScoreSet, options: CorrelationOptions) -> dict[str, bool | None]:
    """Return the direction that options or the metric itself state; nothing if none does."""
    chosen = dict.fromkeys(options.lower_is_better, False) | dict.fromkeys(
        options.higher_is_better, True
    )
    known: dict[str, bool | None] = {**data.directions, **chosen}
    directions = [
        known[spelling] for spelling in (name, name.removesuffix("_jk")) if spelling in known
    ]
    return {name: directions[0]} if directions else {}


def _least(name: str, data: ScoreSet) -> float:
    """Return the smallest score of a name; -inf if most are below 0, and so negated already."""
    values = np.concatenate([table.ravel() for table in _tables(data)[name]])
    values = values[~np.isnan(values)]
    is_negated = not len(values) or values.max() <= 0 or np.median(values) < 0
    return float("-inf") if is_negated else float(values.min())


def _is_unclear(name: str, data: ScoreSet, options: CorrelationOptions) -> bool:
    if _stated(name, data, options) or by_name(name) is not False:
        return False
    return name not in (data.turned or ()) and -np.inf < _least(name, data) < 0
