"""Real corpora, from the folder SACREVAL_MIRROR, which has files by URL.

A corpus that is not there is listed at the end of the run, and its tests are skipped.
"""

import io
import json
import os
import pickle
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest

from support import missing

CHECKOUT = Path(__file__).resolve().parents[2]
MIRROR = Path(os.environ.get("SACREVAL_MIRROR") or os.devnull)

WMT23 = (
    "wmt-conference/ErrorSpanAnnotation/e7f88b51a5d36dd5a9c9c1d80556f69637716cd4/"
    "data/mt-metrics-eval-v2/wmt23"
)
WEBNLG = "WebNLG/GenerationEval/80678494f9ae49e8984d78d5efdec482bd37fc1d/data/en"
SUMMEVAL = "neulab/BARTScore/248f511cb34ae3753fc81f7d7a945de5bfe33458/SUM/SummEval/data.pkl"
TED = "neulab/compare-mt/b6d8f79d02043243c3d8aa58373a0f4c55e17a69/example"
XQUAD = "google-deepmind/xquad/7d30520c717524000f0d9d2f9c10a069acd9d285"
SQUAD = "rajpurkar/SQuAD-explorer/eee5fdbf62f8613a7812b03419e6b29617b74fd1/models/1.1"
PUNKT = "open-webui/open-webui/83a051190763fc198b524ee19dfbcf5e1e41182b"


class Corpus(NamedTuple):
    """Predictions of one system, with the references of each; their numbers may differ."""

    predictions: list[str]
    references: list[list[str]]

    def part(self, start: int, stop: int, step: int = 1) -> "Corpus":
        """Select some of the records."""
        chosen = slice(start, stop, step)
        return Corpus(self.predictions[chosen], self.references[chosen])

    def short(self, words: int) -> "Corpus":
        """Keep the records whose texts all have at most a number of words."""
        texts = [(p, *refs) for p, refs in zip(self.predictions, self.references, strict=True)]
        kept = [i for i, row in enumerate(texts) if max(len(t.split()) for t in row) <= words]
        return Corpus([self.predictions[i] for i in kept], [self.references[i] for i in kept])

    def cut(self, characters: int) -> "Corpus":
        """Keep the beginning of every text."""
        return Corpus(
            [text[:characters] for text in self.predictions],
            [[text[:characters] for text in refs] for refs in self.references],
        )

    def streams(self) -> list[list[str | None]]:
        """Return references in sacrebleu's format: a list for every position, with None."""
        longest = max(map(len, self.references))
        return [[r[j] if j < len(r) else None for r in self.references] for j in range(longest)]


def path(where: str) -> Path:
    """Find a file or folder of GitHub in the mirror; skip the test if it is not there."""
    file = MIRROR / "raw.githubusercontent.com" / where
    if file.exists():
        return file
    if MIRROR.is_dir():
        missing.say(f"tests on {'/'.join(where.split('/')[:2])}, which SACREVAL_MIRROR lacks")
    else:
        missing.say("tests on real corpora: SACREVAL_MIRROR names no folder of them")
    pytest.skip(f"{where} is not in the mirror")


@cache
def lines(where: str) -> list[str]:
    """Read lines that only line feeds end."""
    text = path(where).read_text(encoding="utf-8")
    return text.removesuffix("\n").split("\n")


def wmt23_systems() -> list[str]:
    """Name the 14 outputs of WMT23 English-German."""
    return sorted(file.stem for file in path(f"{WMT23}/system-outputs/en-de").glob("*.txt"))


def wmt23(system: str) -> Corpus:
    """Read a system's 557 segments, with two references."""
    streams = [lines(f"{WMT23}/references/en-de.{r}.txt") for r in ("refA", "synthetic_ref")]
    references = [list(refs) for refs in zip(*streams, strict=True)]
    return Corpus(lines(f"{WMT23}/system-outputs/en-de/{system}.txt"), references)


def webnlg() -> Corpus:
    """Read WebNLG 2017: 1,862 outputs with one to four references, blank lines being none."""
    streams = [lines(f"{WEBNLG}/references/reference{i}") for i in range(4)]
    rows = zip(*streams, strict=True)
    references = [[text for text in row if text.strip()] for row in rows]
    return Corpus(lines(f"{WEBNLG}/hypothesis"), references)


class DataUnpickler(pickle.Unpickler):
    """Reads numbers, text, lists and dicts, and refuses anything that names code."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse."""
        raise pickle.UnpicklingError(f"this pickle names {module}.{name}")


@cache
def summeval_documents() -> dict[str, Any]:
    """Read SummEval's file: the id of each document to its texts."""
    documents: dict[str, Any] = DataUnpickler(io.BytesIO(path(SUMMEVAL).read_bytes())).load()
    return documents


@cache
def summeval() -> dict[str, Corpus]:
    """Read SummEval: system to 100 summaries with 11 references."""
    systems: dict[str, Corpus] = {}
    for document in summeval_documents().values():
        for name, output in document["sys_summs"].items():
            corpus = systems.setdefault(name, Corpus([], []))
            corpus.predictions.append(output["sys_summ"])
            corpus.references.append(list(document["ref_summs"]))
    return systems


def japanese(system: int, count: int) -> Corpus:
    """Read a system's TED talks in Japanese, without the blanks between words."""
    texts = [lines(f"{TED}/multited.{side}.jpn") for side in (f"sys{system}", "ref")]
    predictions, references = ([line.replace(" ", "") for line in t[:count]] for t in texts)
    return Corpus(predictions, [[reference] for reference in references])


def chinese(count: int) -> Corpus:
    """Pair paragraphs of XQuAD in Chinese with those next to them, as there are no translations."""
    articles = json.loads(path(f"{XQUAD}/xquad.zh.json").read_text(encoding="utf-8"))["data"]
    texts = [p["context"] for article in articles for p in article["paragraphs"]]
    predictions = [text[: len(text) * 2 // 3] + texts[i - 1][:20] for i, text in enumerate(texts)]
    references = [[text] if i % 2 else [text, texts[i - 1]] for i, text in enumerate(texts)]
    return Corpus(predictions[:count], references[:count])


def xquad_answers(system: str) -> Corpus:
    """Read a SQuAD system's answers to the 1,190 questions of XQuAD; a missing answer is empty."""
    articles: Any = json.loads(path(f"{XQUAD}/xquad.en.json").read_text(encoding="utf-8"))["data"]
    answers = json.loads(path(f"{SQUAD}/{system}.json").read_text(encoding="utf-8"))
    questions = [q for a in articles for p in a["paragraphs"] for q in p["qas"]]
    return Corpus(
        [answers.get(q["id"], "") for q in questions],
        [[answer["text"] for answer in q["answers"]] for q in questions],
    )
