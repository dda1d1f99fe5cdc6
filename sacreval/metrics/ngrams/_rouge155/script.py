"""Scores of the user's ROUGE-1.5.5.pl, run once for many texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import MetricError
from sacreval.io.resources import resource
from sacreval.metrics._wrappers.program import TIME_LIMIT, folder, interpreter, run
from sacreval.text.unseen_characters import to_bytes
from sacreval.text.word_lists import STOP_WORDS

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


class Texts(NamedTuple):
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
        str(i): Texts({"S": prediction}, references)
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
    evaluations: Mapping[str, Texts],
    options: Sequence[str],
    *,
    kind: str = "SPL",
    seconds: float = TIME_LIMIT,
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
        return run(command, where=place, seconds=seconds)


def _write_data(perl: str, data: Path, place: Path) -> None:
    """Write the folder of data that the script reads."""
    (place / "data").mkdir()
    (place / "data" / STOP_WORDS).write_bytes((data / STOP_WORDS).read_bytes())
    files = [str(data / "WordNet-2.0-Exceptions" / f"{name}.exc") for name in _EXCEPTIONS]
    (place / "build.pl").write_text(_BUILD)
    run([perl, "build.pl", "data/WordNet-2.0.exc.db", *files], where=place)


def _evaluation(place: Path, name: str, texts: Texts, number: int, kind: str) -> str:
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
