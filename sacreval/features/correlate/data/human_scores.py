"""Human scores: means by system, agreement among raters, and pairs of outputs and human texts.

A jackknifed score of a system is a mean over left-out references, and that of a human text is one
score; ranks of both lean to systems. So each input has one group for each human text: that text and
all systems, scored against the same references, those without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from sacreval.core.selection import Selection
from sacreval.errors import InputError
from sacreval.features.correlate.correlation_results import to_plain
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selected_scores import chosen_systems, select
from sacreval.features.correlate.measures.coefficient_names import measures, pick
from sacreval.features.correlate.measures.measures import Plain
from sacreval.features.correlate.options import Filters
from sacreval.io.files import open_bytes
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.lines import LineLimit, lines
from sacreval.scoring.human_pairs import HumanPair
from sacreval.stats.arrays import Floats
from sacreval.stats.association.levels import system_means
from sacreval.stats.association.rater_agreement import (
    Measurement,
    cohen_kappas,
    fleiss_kappa,
    krippendorff_alpha,
    rater_correlations,
)


class HumanMean(NamedTuple):
    """The mean human score of one system.

    Attributes:
        task: Name of the task; empty without tasks.
        system_id: Id of the system.
        system_type: `peer`, `reference` for a human text, or another name.
        human: Name of the human score.
        mean: The mean over inputs of the mean over raters; None where there is no judgment.
        n: Number of judged inputs.
        official: The score of the whole system in a .sys.score file, or None.
    """

    task: str
    system_id: str
    system_type: str
    human: str
    mean: float | None
    n: int
    official: float | None


def human_means(
    tasks: Mapping[str, ScoreSet], *, human: Sequence[str] = (), selection: Selection | None = None
) -> list[HumanMean]:
    """Average judgments by system."""
    return [
        mean
        for task, data in tasks.items()
        for mean in _means(task, chosen_systems(data, selection or Selection()), human)
    ]


def _means(task: str, data: ScoreSet, human: Sequence[str]) -> Iterator[HumanMean]:
    known = dict.fromkeys([*data.judgments, *data.system_judgments])
    names = list(human or known)
    for name in names or [""]:
        pick(name, known, "human score")
    missing = np.full((len(data.systems), len(data.instances)), np.nan)
    for i, system in enumerate(data.systems):
        kind = data.type_of(system)
        for name in names:
            table = data.judgments.get(name, missing)
            value = system_means(table[[i]])[0] if table.size else np.nan
            official = data.system_judgments.get(name)
            yield HumanMean(
                task,
                system,
                kind,
                name,
                _number(value),
                int((~np.isnan(table[i])).sum()),
                None if official is None else _number(official[i]),
            )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


UNDEFINED = "undefined: fewer than two ratings of an output, or all of them equal"


@dataclass(frozen=True)
class Agreement:
    """A measure of the agreement of raters on one human score.

    Attributes:
        human: Name of the human score.
        measure: `krippendorff-alpha`, `fleiss-kappa`, `cohen-kappa` or `rater-correlation`.
        measurement: Scale of the ratings, or the coefficient of a correlation.
        value: NaN (null) where undefined.
        n_items: Number of outputs that take part.
        n_raters: Largest number of ratings of an output.
        n_pairs: Number of averaged pairs of raters (Cohen, correlation), else None.
        note: A caveat, or None.
    """

    human: str
    measure: str
    measurement: str
    value: float
    n_items: int
    n_raters: int
    n_pairs: int | None
    note: str | None

    def to_json(self) -> dict[str, object]:
        """Plain values; NaN becomes null."""
        plain: dict[str, object] = to_plain(self)
        return plain


def agreement(
    data: ScoreSet,
    *,
    human: str,
) -> list[Agreement]:
    """Compute measures of the agreement of raters.

    Krippendorff's alpha and Cohen's kappa are on every scale, and Fleiss' kappa is nominal;
    coefficients are of pairs of raters over all outputs that both rated.

    Args:
        data: Scores and judgments, from `load_tasks`.
        human: Flat name of a human score with lists of ratings, one number for each rater.

    Returns:
        One entry for each measure.

    Raises:
        UsageError: A human score without lists of ratings.
    """
    pick(human, data.ratings, "human score with a list of ratings", _remedy(data))
    data = select(data, human, Filters(systems="all"))
    ratings = data.ratings[human]
    table = ratings.reshape(-1, ratings.shape[-1])
    table = table[~np.isnan(table).all(axis=1)]
    return [
        *(_alpha(human, table, scale) for scale in Measurement),
        _fleiss(human, table),
        *(_cohen(human, table, scale) for scale in Measurement),
        *(
            _correlated(human, table, plain)
            for plain in measures(("pearson", "spearman", "kendall"))
            if isinstance(plain, Plain)
        ),
    ]


def _remedy(data: ScoreSet) -> str:
    names = ", ".join(data.ratings) or "none"
    return f"give judgments as lists, one number for each rater (scores with lists: {names})."


def _alpha(human: str, table: Floats, scale: Measurement) -> Agreement:
    value = krippendorff_alpha(table, scale)
    paired = int(((~np.isnan(table)).sum(axis=1) > 1).sum())
    note = UNDEFINED if np.isnan(value) else None
    return Agreement(
        human, "krippendorff-alpha", scale.value, value, paired, table.shape[1], None, note
    )


def _fleiss(human: str, table: Floats) -> Agreement:
    kappa, raters, skipped = fleiss_kappa(table)
    if np.isnan(kappa):
        note: str | None = UNDEFINED
        return Agreement(human, "fleiss-kappa", "nominal", kappa, 0, raters, None, note)
    note = f"{skipped} outputs without exactly {raters} ratings were left out" if skipped else None
    return Agreement(
        human, "fleiss-kappa", "nominal", kappa, len(table) - skipped, raters, None, note
    )


def _position_note(table: Floats) -> str | None:
    if not np.isnan(table).any():
        return "the place in the list is taken for the rater"
    return (
        "lists differ in length, and the place in the list is taken for the rater: check that it is"
    )


def _cohen(human: str, table: Floats, scale: Measurement) -> Agreement:
    return _mean(human, "cohen-kappa", scale.value, cohen_kappas(table, scale), table)


def _correlated(human: str, table: Floats, measure: Plain) -> Agreement:
    correlations = rater_correlations(table, measure.coefficient)
    values = correlations[np.triu_indices(len(correlations), 1)].tolist()
    return _mean(human, "rater-correlation", measure.name, values, table)


def _mean(human: str, measure: str, scale: str, values: list[float], table: Floats) -> Agreement:
    defined = [v for v in values if not np.isnan(v)]
    value = float(np.mean(defined)) if defined else float("nan")
    note = _position_note(table) if defined else UNDEFINED
    return Agreement(
        human,
        measure,
        scale,
        value,
        len(table),
        table.shape[1],
        len(defined),
        note,
    )


DELIMITERS = {".csv": ",", ".tsv": "\t"}
_LIMIT = LineLimit(reader="")


def read_pairs(path: Path) -> list[HumanPair]:
    """Read pairs from JSON lines, or from a table that ends in .csv or .tsv."""
    delimiter = DELIMITERS.get(path.suffix.lower())
    pairs = list(_json(path) if delimiter is None else _table(path, delimiter))
    if not pairs:
        raise InputError(f"{path}: there are no pairs; write them with `sacreval score --pairs`")
    return pairs


def with_pairs(data: ScoreSet, pairs: Sequence[HumanPair]) -> ScoreSet:
    """Return scores with the pairs of their outputs; a metric's are named as its jackknifed scores.

    Args:
        data: Scores and judgments.
        pairs: The pairs; those of other systems and inputs are left out.
    """
    systems = {name: i for i, name in enumerate(data.systems)}
    inputs = {name: i for i, name in enumerate(data.instances)}
    humans = {name: i for i, name in enumerate(sorted({pair.human_id for pair in pairs}))}
    shape = len(systems), len(inputs), len(humans)
    tables: dict[str, Floats] = {}
    for pair in pairs:
        if pair.instance_id not in inputs or not {pair.system_id, pair.human_id} <= systems.keys():
            continue
        table = tables.setdefault(f"{pair.output}_jk", np.full(shape, np.nan))
        place = inputs[pair.instance_id], humans[pair.human_id]
        table[systems[pair.system_id], *place] = pair.score
        table[systems[pair.human_id], *place] = pair.human_score
    return replace(data, pairs=tables)


def with_pairs_of(
    tasks: Mapping[str, ScoreSet], pairs: Sequence[HumanPair], path: Path
) -> dict[str, ScoreSet]:
    """Return the scores of tasks with their pairs."""
    paired = {name: with_pairs(data, pairs) for name, data in tasks.items()}
    if not any(data.pairs for data in paired.values()):
        raise InputError(
            f"{path}: no pair is of a system, a human text and an input of the scores; give the "
            "scores that `sacreval score -o` wrote with these pairs"
        )
    return paired


def _json(path: Path) -> Iterator[HumanPair]:
    decode = msgspec.json.Decoder(HumanPair).decode
    with open_bytes(str(path)) as stream:
        for number, line in enumerate(lines(stream, str(path), _LIMIT), start=1):
            if line.strip():
                try:
                    yield decode(line)
                except (msgspec.MsgspecError, RecursionError) as error:
                    raise _fault(path, number, error) from error


def _table(path: Path, delimiter: str) -> Iterator[HumanPair]:
    for number, row in Sheet(delimiter=delimiter, quoting="quotes").rows(str(path)):
        try:
            yield msgspec.convert(row, HumanPair, strict=False)
        except msgspec.MsgspecError as error:
            raise _fault(path, number, error) from error


def _fault(path: Path, number: int, error: Exception) -> InputError:
    return InputError(
        f"{path}:{number}: not a pair of a system and a human text ({error}); write pairs with "
        "`sacreval score --pairs`"
    )
