"""Random runs of METEOR 1.5, and the statistics in which its jar and the metric differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams._meteor15.meteor_counts import STATISTICS, jar_statistics

# Words of all word classes with their synonyms and phrases, abbreviations, numbers, apostrophes.
WORDS = (
    "the a of to and in is was he she it they big large great huge car automobile vehicle house "
    "home said told stated says run runs running ran quickly fast rapid speedy children child kids "
    "boy boys men man woman women geese goose better best good well begin start commence began "
    "finish end concluded draft proposal proposals plan plans happy glad joyful useful "
    "helpful careful buses churches wishes boxes quizzes ladies studies studied studying larger "
    "largest finer finest government president minister according percent per cent because due "
    "owing at first second third 10 1,000 3.5 2,000.50 10th 1990s Mr. Mrs. Dr. U.S. U.N. e.g. i.e. "
    "etc. No. Jan. J. K. don't can't it's we'll 'tis cat's dogs' rock'n'roll state-of-the-art "
    "well-known - -- ... .. . , ; : ! ? ( ) [ ] \" ' `` '' $ % & / café naïve Über Straße ÉCOLE "
    "İstanbul ΣΑΣ ΣΑΣ. "
    "\u201cquoted\u201d \u2018so\u2019 \u2013 \u2014 \u2026 x,y 1,y x,1 1,1 a.b a..b U.S.A U.S.A. "
    "aa Aa BB C# "
    "\u65e5\u672c \u0434\u043e\u043c \u0414\u041e\u041c \u00a0 \u2003 \u3000 \U0001f600 \ufeffx"
).split(" ")
# Other languages, for the stemmers of the jar.
OTHERS = {
    "de": "der die das Häuser Haus Hauses ergebnisse Ergebnis Ereignisse lief laufen gelaufen "
    "schön schöner schönste und oder z.B. d.h. Mädchen größer groß Straßen sechs, 10 .",
    "fr": "le la les l'homme d'une aujourd'hui qu'il maisons maison mangèrent mangé mange heureux "
    "heureuse M. Mme né née , . 1.990",
    "es": "el la los casa casas comieron comido comer rápido rápidamente ¿ ? señor señora "
    "niñas niños",
    "ru": "дом дома домов человек люди люди. ёлка елка ещё бежал бежала красивый красивая и в на .",
    "cs": "dům domu domy muž muži žena ženy rychle a v na je byl byla . , č. např.",
}
LANGUAGES = {"en": WORDS} | {code: words.split(" ") for code, words in OTHERS.items()}
STEMMED = [("exact",), ("exact", "stem")]
MODULES = {
    "en": [("exact",), ("exact", "stem"), ("exact", "stem", "synonym"), ("stem", "exact")],
    "cs": [("exact",)],
}
NORMALIZATION = {
    "full": ["-norm"],
    "no-punctuation": ["-norm", "-noPunct"],
    "lowercase": ["-lower"],
    "none": [],
}


@dataclass(frozen=True)
class MeteorRun:
    """One run of the jar.

    Args:
        pairs: Predictions with one reference each.
        jar: Options of the jar.
        ours: Options of the metric `meteor-1.5`.
    """

    pairs: list[tuple[str, str]]
    jar: list[str] = field(default_factory=list)
    ours: dict[str, Any] = field(default_factory=dict)


def pairs(
    random: Random, count: int, words: Sequence[str], phrases: Sequence[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Create pairs of a prediction and a reference, which is often a changed copy of it.

    Args:
        random: The source of all choices.
        count: Number of pairs.
        words: Words of the language.
        phrases: Phrases with paraphrases of them.
    """
    return [_pair(random, words, phrases) for _ in range(count)]


def _pair(
    random: Random, words: Sequence[str], phrases: Sequence[tuple[str, str]]
) -> tuple[str, str]:
    few = random.sample(list(words), min(len(words), random.choice([3, 8, 15])))
    parts = random.choices(few, k=random.choice([0, 1, 2, 5, 12, 25, 40]))
    texts = [list(parts), list(parts)]
    for _ in range(random.choice([0, 1, 2, 4]) if phrases else 0):
        for text, phrase in zip(texts, random.choice(phrases), strict=True):
            text.insert(random.randint(0, len(text)), phrase)
    for _ in range(random.choice([0, 0, 1, 3, 8])):
        _change(random, random.choice(texts), words)
    first, second = (" ".join(text) for text in texts)
    return first, second


def _change(random: Random, text: list[str], words: Sequence[str]) -> None:
    """Replace, insert, drop or move a word, or join it to the next one."""
    at = random.randint(0, len(text))
    kind = random.choice(["insert", "drop", "move", "replace", "case", "odd"])
    if kind == "insert" or not text:
        text.insert(at, random.choice(words))
        return
    at = min(at, len(text) - 1)
    if kind == "drop":
        del text[at]
    elif kind == "move":
        text.insert(random.randint(0, len(text) - 1), text.pop(at))
    elif kind == "replace":
        text[at] = random.choice(words)
    elif kind == "case":
        text[at] = text[at].swapcase()
    else:
        text[at] += "".join(random.choices("ab.,'-`‘’“” \t1Aé–", k=random.randint(1, 5)))


def random_run(
    random: Random, count: int, phrases: Sequence[tuple[str, str]] = (), language: str = ""
) -> MeteorRun:
    """Create a run; without phrases, none on the paraphrase table.

    Args:
        random: The source of all choices.
        count: Number of pairs.
        phrases: Phrases of the English table with paraphrases.
        language: A language; by default any.
    """
    language = language or random.choice(["en"] * 4 + ["de", "fr", "es", "ru", "cs"])
    words = LANGUAGES[language]
    jar, ours = ["-l", "cz" if language == "cs" else language], {"language": language}
    if not phrases:
        modules = random.choice(MODULES.get(language, STEMMED))
        jar += ["-m", " ".join(modules)]
        ours["modules"] = modules
    name = random.choice(["full", "full", "full", "no-punctuation", "lowercase", "none"])
    jar += NORMALIZATION[name]
    ours["normalization"] = name
    if random.random() < 0.2:
        jar, ours["characters"] = [*jar, "-ch"], True
    if random.random() < 0.2:
        beam = random.choice([1, 2, 5, 100])
        jar, ours["beam_size"] = [*jar, "-x", str(beam)], beam
    if language == "en" and random.random() < 0.4:
        ours["task"] = random.choice(["rank", "util", "adq", "hter", "li", "tune"])
        jar += ["-t", ours["task"]]
    return MeteorRun(pairs(random, count, words, phrases), jar, ours)


def runs(
    seed: int, records: int, each: int, phrases: Sequence[tuple[str, str]] = ()
) -> Iterator[MeteorRun]:
    """Yield runs until they have a number of pairs."""
    random = Random(seed)
    for start in range(0, records, each):
        language = "en" if phrases else ""
        yield random_run(random, min(each, records - start), phrases, language)


def unequal(jar: Path, run: MeteorRun) -> list[str]:
    """Return the pairs whose statistics differ."""
    expected = jar_statistics(jar, run.pairs, run.jar)
    metric = metrics.get("meteor-1.5")(**run.ours).with_engine("native")
    batch = Batch([Instance(prediction=p, references=[r]) for p, r in run.pairs])
    rows = metric.rows(batch)[:, :STATISTICS].tolist()
    return [
        f"{pair}: {theirs} | {ours}"
        for pair, theirs, ours in zip(run.pairs, expected, rows, strict=True)
        if theirs != ours
    ]
