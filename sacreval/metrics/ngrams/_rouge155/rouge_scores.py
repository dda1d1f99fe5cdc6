"""Recall, precision and F of ROUGE-1.5.5: from counts, as it rounds, or by the user's script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.errors import MetricError
from sacreval.io.resources import resource
from sacreval.metrics._wrappers.program import folder, interpreter, run
from sacreval.stats.powers import powers
from sacreval.stats.ratio import ratio
from sacreval.stats.rounding import five_decimals
from sacreval.stats.segments import first_best, sums_in_order
from sacreval.text.unseen_characters import to_bytes
from sacreval.text.word_lists import STOP_WORDS

if TYPE_CHECKING:
    from sacreval.core.metric import Array


Scoring = Literal["average", "best"]


def over_models(
    pairs: Array, starts: Array, tags: Sequence[str], *, scoring: Scoring, weight: float
) -> Array:
    """Add up the counts of all models of a peer, or keep those of the model with the best recall.

    Args:
        pairs: Hits, units of the model and units of the peer by measure, array (p, 3 * measures);
            for ROUGE-W units of the model are the sum of its weighted sentences.
        starts: Offsets (n + 1,) of the pairs of each peer.
        tags: The measures.
        scoring: average adds counts up; best keeps one model, the first of those with the largest
            recall.
        weight: Exponent of ROUGE-W.

    Returns:
        Array (n, 3 * measures).
    """
    import numpy as np

    counts = _weighted(pairs, tags, weight)
    if scoring == "average":
        return sums_in_order(counts, starts)
    columns = []
    for k, tag in enumerate(tags):
        place = slice(3 * k, 3 * k + 3)
        recall = ratio(pairs[:, 3 * k], pairs[:, 3 * k + 1], otherwise=0.0)
        if tag == "W":
            recall = powers(recall, 1 / weight)
        elif tag != "L":
            recall = five_decimals(recall)
        columns.append(counts[:, place][first_best(recall, starts)])
    return np.hstack(columns)


def _weighted(pairs: Array, tags: Sequence[str], weight: float) -> Array:
    """Weigh the units of models of ROUGE-W as a whole, after each sentence was weighted."""
    if "W" not in tags:
        return pairs
    counts, column = pairs.copy(), 3 * tags.index("W") + 1
    counts[:, column] = powers(pairs[:, column], weight)
    return counts


def scores_of_counts(
    counts: Array, tags: Sequence[str], *, weight: float, alpha: float, rounded: bool
) -> Array:
    """Return precision, recall and F of every measure.

    Args:
        counts: Array (n, 3 * measures).
        tags: The measures.
        weight: Exponent of ROUGE-W.
        alpha: Weight of precision in F.
        rounded: Whether each is rounded to five decimals, F being computed from the rounded
            precision and recall.

    Returns:
        Array (n, 3 * measures).
    """
    import numpy as np

    last = five_decimals if rounded else np.asarray
    columns = []
    for k, tag in enumerate(tags):
        p, r = exact_scores(counts[..., 3 * k : 3 * k + 3])
        if tag == "W":
            p, r = powers(p, 1 / weight), powers(r, 1 / weight)
        p, r = last(p), last(r)
        columns += [p, r, last(f_measure(p, r, alpha))]
    return np.stack(columns, axis=-1)


def exact_scores(counts: Array) -> tuple[Array, Array]:
    """Return precision and recall of counts, unrounded; 0 where there is nothing to count."""
    hits, model, peer = counts[..., 0], counts[..., 1], counts[..., 2]
    return ratio(hits, peer, otherwise=0.0), ratio(hits, model, otherwise=0.0)


def f_measure(p: Array, r: Array, alpha: float) -> Array:
    """Return the weighted harmonic mean of precision and recall; 0 where it is undefined."""
    return ratio(p * r, (1 - alpha) * p + alpha * r, otherwise=0.0)


_LINE = re.compile(r"S ROUGE-(\S+) Eval ([0-9]+)\.S R:(\S+) P:(\S+) F:(\S+)", re.MULTILINE)
_EXCEPTIONS = ("adj", "noun", "adv", "verb")  # later ones override earlier ones

# The script reads exceptions of the stemmer from a database, which DB_File creates.
_BUILD = r"""
use strict; use Fcntl; use DB_File;
my ($target, @files) = @ARGV;
tie my %base, 'DB_File', $target, O_CREAT | O_RDWR, 0600, $DB_HASH or die "$target: $!\n";
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!\n";
    while (<$in>) { my @words = split; $base{$words[0]} = $words[1] if @words > 1 }
}
untie %base;
"""


class RougeTexts(NamedTuple):
    """One evaluation: texts by peer, and the models, with one sentence a line."""

    peers: Mapping[str, str]
    models: Sequence[str]


def script_scores(
    script: Path, texts: Sequence[tuple[str, Sequence[str]]], options: Sequence[str], *, kind: str
) -> dict[str, list[tuple[float, float, float]]]:
    """Return what the script prints for single texts with `-d`.

    Args:
        script: Path of ROUGE-1.5.5.pl.
        texts: Predictions with their references, n of them.
        options: Options of the script, without -a, -c, -d, -e, -r.
        kind: SPL, or SIMPLE for basic elements.

    Returns:
        Measure (1, L, W-1.2, S4, SU*, BE-HM) to the three numbers of each text: recall,
        precision and F, or with `-t 1` the counts of models, peer and matches.

    Raises:
        NotSetUpError: If Perl, one of its modules or the data of ROUGE-1.5.5 is not installed.
        MetricError: If the script fails, or does not print a text's scores.
    """
    evaluations = {
        str(i): RougeTexts({"S": prediction}, references)
        for i, (prediction, references) in enumerate(texts)
    }
    printed = script_output(script, evaluations, [*options, "-a", "-d", "-r", "1"], kind=kind)
    table: dict[str, dict[int, tuple[float, float, float]]] = {}
    for measure, number, *values in _LINE.findall(printed):
        r, p, f = map(float, values)
        table.setdefault(measure, {})[int(number)] = r, p, f
    for measure, scores in table.items():
        if len(scores) != len(texts):
            raise MetricError(
                f"{script.name} printed {len(scores)} of {len(texts)} scores of ROUGE-{measure}; "
                "use --engine native"
            )
    return {measure: [scores[i] for i in range(len(texts))] for measure, scores in table.items()}


def script_output(
    script: Path,
    evaluations: Mapping[str, RougeTexts],
    options: Sequence[str],
    *,
    kind: str = "SPL",
) -> str:
    """Run the script on texts and return all that it prints."""
    perl = interpreter("perl", script.name, "perl")
    data = resource("rouge-1.5.5")
    with folder() as place:
        _write_data(perl, data, place)
        config = "".join(
            _evaluation(place, name, texts, number, kind)
            for number, (name, texts) in enumerate(evaluations.items())
        )
        (place / "config.xml").write_text(f"<ROUGE-EVAL>{config}</ROUGE-EVAL>\n")
        command = [perl, str(script), "-e", "data", *options, "config.xml"]
        return run(command, where=place)


def _write_data(perl: str, data: Path, place: Path) -> None:
    """Write the folder of data that the script reads."""
    (place / "data").mkdir()
    (place / "data" / STOP_WORDS).write_bytes((data / STOP_WORDS).read_bytes())
    files = [str(data / "WordNet-2.0-Exceptions" / f"{name}.exc") for name in _EXCEPTIONS]
    (place / "build.pl").write_text(_BUILD)
    run([perl, "build.pl", "data/WordNet-2.0.exc.db", *files], where=place)


def _evaluation(place: Path, name: str, texts: RougeTexts, number: int, kind: str) -> str:
    """Write the texts of an evaluation, and return its part of the configuration."""
    peers, models = "", ""
    for i, (peer, text) in enumerate(texts.peers.items()):
        (place / f"p{number}.{i}").write_bytes(to_bytes(text))
        peers += f'<P ID="{peer}">p{number}.{i}</P>'
    for j, text in enumerate(texts.models):
        (place / f"m{number}.{j}").write_bytes(to_bytes(text))
        models += f'<M ID="{j}">m{number}.{j}</M>'
    return (
        f'<EVAL ID="{name}"><PEER-ROOT>.</PEER-ROOT><MODEL-ROOT>.</MODEL-ROOT>'
        f'<INPUT-FORMAT TYPE="{kind}"></INPUT-FORMAT><PEERS>{peers}</PEERS>'
        f"<MODELS>{models}</MODELS></EVAL>\n"
    )
