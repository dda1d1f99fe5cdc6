"""Real texts from the mirror: (predictions, references) by corpus name, or nothing if absent.

SACREVAL_MIRROR names the mirror. No text of it is part of this repository.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from sacreval.io.formats import pickles

Corpus = tuple[list[str], list[list[str]]]

ROOT = Path(os.environ.get("SACREVAL_MIRROR") or os.devnull) / "raw.githubusercontent.com"


def find(repository: str) -> Path | None:
    """Return the one commit's folder of a repository, if it is there."""
    folders = sorted((ROOT / repository).glob("*/")) if ROOT.is_dir() else []
    return folders[0] if folders else None


def lines(path: Path) -> list[str]:
    """Return the lines of a file, split at line feeds only."""
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def _pairs(system: Path, *references: Path) -> Corpus:
    columns = [lines(path) for path in references]
    return lines(system), [list(row) for row in zip(*columns, strict=True)]


def _joined(corpora: Iterator[Corpus]) -> Corpus:
    predictions: list[str] = []
    references: list[list[str]] = []
    for ours, theirs in corpora:
        predictions += ours
        references += theirs
    return predictions, references


def english() -> Corpus:
    """English MT, one reference: TED talks, detokenised; news, tokenised and lower-cased."""
    ted = find("neulab/compare-mt") / "example"
    news = find("jhclark/multeval") / "example"
    reference = news / "refs.test2010.lc.tok.en.0"
    return _joined(
        [
            *(_pairs(ted / f"ted.sys{k}.detok.eng", ted / "ted.ref.detok.eng") for k in (1, 2)),
            *(_pairs(news / f"hyps.lc.tok.en.sys{k}.opt0", reference) for k in (1, 2)),
        ]
    )


def english_four() -> Corpus:
    """English MT of four systems, four references."""
    folder = find("jhclark/multeval") / "reg-test" / "set1"
    references = [folder / f"set1.ref{k}" for k in range(4)]
    return _joined(_pairs(folder / f"set1.out.{k}", *references) for k in range(4))


def english_four_once() -> Corpus:
    """The same of one system: no reference occurs twice, so no cache of lines helps."""
    predictions, references = english_four()
    return predictions[: len(predictions) // 4], references[: len(references) // 4]


def japanese() -> Corpus:
    """Japanese TED talks of two systems."""
    folder = find("neulab/compare-mt") / "example"
    reference = folder / "multited.ref.jpn"
    return _joined(_pairs(folder / f"multited.sys{k}.jpn", reference) for k in (1, 2))


def german() -> Corpus:
    """WMT23 English-German paragraphs, two references."""
    folder = find("wmt-conference/ErrorSpanAnnotation") / "data/mt-metrics-eval-v2/wmt23"
    references = [folder / f"references/en-de.{name}.txt" for name in ("refA", "synthetic_ref")]
    systems = sorted((folder / "system-outputs/en-de").glob("*.txt"))
    return _joined(_pairs(system, *references) for system in systems)


def ragged() -> Corpus:
    """WebNLG: one to four references; a blank line is none."""
    folder = find("WebNLG/GenerationEval") / "data/en"
    predictions, references = _pairs(
        folder / "hypothesis", *(folder / f"references/reference{k}" for k in range(4))
    )
    return predictions, [[r for r in refs if r.strip()] for refs in references]


def russian() -> Corpus:
    """WebNLG in Russian."""
    folder = find("WebNLG/GenerationEval") / "data/ru"
    return _pairs(folder / "hypothesis", folder / "reference")


def summaries() -> Corpus:
    """News summaries of several lines, against the article: long and unequal."""
    folder = find("PrimerAI/blanc") / "data"
    rows = json.loads((folder / "DailyNews_300.json").read_text(encoding="utf-8"))
    short = [row["summary"].replace(". ", ".\n") for row in rows]
    return short, [
        [row["text"], other] for row, other in zip(rows, short[1:] + short[:1], strict=True)
    ]


def summeval() -> Corpus:
    """SummEval: summaries of 16 systems against the first reference."""
    folder = find("neulab/BARTScore") / "SUM/SummEval"
    inputs = pickles.load(str(folder / "data.pkl"), numpy_scalars=True).values()
    outputs = [
        (system["sys_summ"], document["ref_summs"][:1])
        for document in inputs
        for system in document["sys_summs"].values()
    ]
    return [text for text, _ in outputs], [references for _, references in outputs]


def wmt23() -> Corpus:
    """WMT23 English-German of 14 systems against refA alone."""
    predictions, references = german()
    return predictions, [refs[:1] for refs in references]


def chinese() -> Corpus:
    """Paragraphs of XQuAD in Chinese against the next one and its first half."""
    data = json.loads((find("google-deepmind/xquad") / "xquad.zh.json").read_text(encoding="utf-8"))
    texts = [p["context"] for article in data["data"] for p in article["paragraphs"]]
    return texts, [[b, a[: len(a) // 2]] for a, b in zip(texts, texts[1:] + texts[:1], strict=True)]


def paragraphs() -> Corpus:
    """The English pairs five by five, as lines of one text."""
    predictions, references = english()
    groups = range(0, len(predictions) - 4, 5)
    return (
        ["\n".join(predictions[g : g + 5]) for g in groups],
        [["\n".join(refs[0] for refs in references[g : g + 5])] for g in groups],
    )


CORPORA = {
    "jhclark/multeval": {
        "english": english,
        "english_four": english_four,
        "english_four_once": english_four_once,
        "paragraphs": paragraphs,
    },
    "neulab/compare-mt": {"japanese": japanese},
    "wmt-conference/ErrorSpanAnnotation": {"german": german, "wmt23": wmt23},
    "neulab/BARTScore": {"summeval": summeval},
    "WebNLG/GenerationEval": {"ragged": ragged, "russian": russian},
    "PrimerAI/blanc": {"summaries": summaries},
    "google-deepmind/xquad": {"chinese": chinese},
}


def some(counts: dict[str, int]) -> dict[str, int]:
    """Return how many records of each corpus to take: a fifth under sanitizers.

    The official side, which they do not look at, takes most of the time.
    """
    fraction = 5 if "SACREVAL_SANITIZED" in os.environ else 1
    return {name: -(-count // fraction) for name, count in counts.items()}


def available() -> dict:
    """Return the readers of the corpora that are there, by name."""
    return {
        name: read
        for repository, readers in CORPORA.items()
        if find(repository) is not None
        for name, read in readers.items()
    }
