"""Random texts for ROUGE-1.5.5, and what it printed for a collection in SACREVAL_CASES.

The collection names the script by hash, Perl, the data and the date.
"""

import json
import shlex
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sacreval.core.records import Instance
from support import missing
from support.cases import COLLECTIONS
from support.mirror import SUMMEVAL, DataUnpickler, path

DATA = (
    "summanlp/evaluation/d4b74f6312beea06537b4666499f277798f3bf01/ROUGE-RELEASE-1.5.5/data/"
    "smart_common_words.txt"
)
VALUED = {"-n", "-c", "-r", "-f", "-p", "-t", "-2", "-3", "-w", "-l", "-b"}
MODELS = 11
Case = dict[str, Any]
Make = Callable[[Random], str]
WORDS = [
    "a", "b", "the", "cat", "sat", "mats", "running", "ran", "geese", "well-known", "documents",
    "agreement", "is", "3rd", "café", "$5", "y", "yy", "x_y", "-", "commissioner", "hopping",
]  # fmt: skip
ODD = [chr(c) for c in (10, 32, 45, 97, 98, 65, 233, 0xDC80, 0xDCFF, 0xD800, 9, 13, 0x1F600, 48)]


@cache
def collection() -> Case:
    """Read the collection; skip the test if it is not there."""
    file = COLLECTIONS / "rouge155.json"
    if not file.is_file():
        missing.say("what ROUGE-1.5.5 printed: SACREVAL_CASES names no folder with rouge155.json")
        pytest.skip("rouge155.json is not there")
    document: Case = json.loads(file.read_text(encoding="utf-8"))
    return document


def data_folder(home: Path) -> Path:
    """Copy the stop words and exceptions from the mirror to a data folder of sacreval."""
    target = home / "rouge-1.5.5"
    if not target.exists():
        shutil.copytree(path(DATA).parent, target)
    return target


def switches(text: str) -> dict[str, str]:
    """Return the script's options with their values."""
    words, options = shlex.split(text), {}
    while words and words[0].startswith("-"):
        name = words.pop(0)
        options[name] = words.pop(0) if name in VALUED else ""
    return options | ({"system": words[1]} if words else {})


def metric_options(switches: dict[str, str]) -> dict[str, Any]:
    """Convert the script's options to those of the metric."""
    return {
        "max_ngram": int(switches.get("-n", 0)),
        "rouge_l": "-x" not in switches,
        "weight": float(switches.get("-w", 0)),
        "skip_distance": int(switches["-2"]) if "-2" in switches else None,
        "unigrams": "both" if "-U" in switches else "with" if "-u" in switches else "without",
        "basic_elements": switches.get("-3"),
        "stemmer": "-m" in switches,
        "stem_models_only": "-M" in switches,
        "remove_stopwords": "-s" in switches,
        "max_words": int(switches.get("-l", 0)),
        "max_bytes": int(switches.get("-b", 0)),
        "scoring": "best" if switches.get("-f") == "B" else "average",
        "alpha": float(switches.get("-p", 0.5)),
        "counting": {"1": "token", "2": "raw"}.get(switches.get("-t", "0"), "sentence"),
        "bootstrap_samples": int(switches.get("-r", 1000)),
    }


def records(case: Case) -> list[Instance]:
    """Return the records of a case, with a sentence on each line."""
    name = case["set"]
    if name in {"traps", "be"}:
        evals = collection()["sets"][name]["evals"]
        return [
            Instance(
                instance_id=evaluation["id"],
                system_id="P",
                prediction=evaluation["peer"],
                references=evaluation["models"],
            )
            for evaluation in evals
            if evaluation["id"] == case.get("eval", evaluation["id"])
        ]
    return list(_summaries(name))


def _summaries(name: str) -> Iterator[Instance]:
    few = name.startswith("summeval4")
    models = 1 if name.endswith("1ref") else 3 if few else MODELS
    for evaluation in collection()["sets"]["summeval12"]["evals"]:
        if few and evaluation["id"] not in {"0", "1", "8", "17"}:
            continue
        document = _documents()[evaluation["record_number"]]
        references = [sentences(text) for text in document["ref_summs"][:models]]
        for peer in evaluation["peers"]:
            text = sentences(document["sys_summs"][peer]["sys_summ"])
            if name.endswith("see"):  # where a sentence ends at the first <
                text, *references = (_before_tags(t) for t in (text, *references))
            yield Instance(
                instance_id=evaluation["id"], system_id=peer, prediction=text, references=references
            )


def summeval() -> list[Instance]:
    """Return all 1,600 summaries of SummEval with 11 references."""
    return [
        Instance(
            instance_id=str(i),
            system_id=system,
            prediction=sentences(output["sys_summ"]),
            references=[sentences(text) for text in document["ref_summs"][:MODELS]],
        )
        for i, document in enumerate(_documents())
        for system, output in document["sys_summs"].items()
    ]


def sentences(text: str) -> str:
    """Split a text as the collection does."""
    return text.replace(" . ", " .\n") + "\n"


def _before_tags(text: str) -> str:
    return "\n".join(line.split("<")[0] for line in text.split("\n"))


@cache
def _documents() -> list[Case]:
    with path(SUMMEVAL).open("rb") as stream:
        return list(DataUnpickler(stream).load().values())


def record(random: Random, i: int, *, most: int = 4, make: Make | None = None) -> Instance:
    """Create a record with up to `most` references, of which the last may repeat the first."""
    make = make or text
    references = [make(random) for _ in range(random.randint(1, most))]
    if random.random() < 0.3:
        references.append(references[0])
    return Instance(instance_id=str(i), prediction=make(random), references=references)


def text(random: Random) -> str:
    """Create a text of words, blanks and line ends, or of odd characters."""
    if random.random() < 0.1:
        return "".join(random.choices(ODD, k=random.randrange(40)))
    words = random.sample(WORDS, random.randint(1, len(WORDS)))
    ends = [" ", " ", " ", "  ", "\n", "\n\n", " \n ", "\t", ". "]
    count = random.choice([0, 1, 2, 5, 20, 40])
    return "".join(random.choice(words) + random.choice(ends) for _ in range(count))


def elements(random: Random) -> str:
    """Create basic elements."""
    parts = ["nil", "NIL", "ate", "apples", "running dogs", "it's", "geese", "x", "mod", ""]
    lines = ("|".join(random.choices(parts, k=3)) for _ in range(random.randrange(6)))
    return "\n".join(lines)
