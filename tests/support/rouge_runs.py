"""Random runs of ROUGE-1.5.5, what the script prints for them, and what the metric does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from sacreval.core.metric import Metric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams._rouge155.rouge_scores import RougeTexts, script_output
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rouge_output import printed
from sacreval.text.unseen_characters import to_text

# Irregular forms, endings of each step of the stemmer, stop words, and others.
WORDS = (
    "geese better ran children mice is was went involucra testes offer agreement governmental "
    "commissioner document element running hopping hoping relational conditional rationalization "
    "vietnamization predication operator feudalism decisiveness hopefulness callousness formality "
    "sensitivity sensibility triplicate formative formalize electricity electrical goodness "
    "revival allowance inference gyroscopic adjustable defensible irritant replacement adjustment "
    "dependent adoption homologous communism activate angularity homologous effective bowdlerize "
    "probate rate cease controlling rolling sky happy tying flies dies agreed plastered motoring "
    "analogy bliss possibly gently yearly yyyy syzygy oed ing s es a the of and not don't we'll "
    "may would inc. 1990s 3,000 u.s. state-of-the-art x y z cat cats cat's café naïve über "
    "don\u2019t \u65e5\u672c 10million $5 100% e-mail --- - -- --x x-- $$ & &amp; <a> \x00nul"
).split(" ")
ENDS = (".", "!", "", " .", ",", ";", "\u2026", '?"', "-")
BYTES = [bytes([i]) for i in range(256)]
NEAR = [bytes([c]) for c in b" \t\x0b\x0c\r-$.,'aAzZ09_\x80\xa0\xc3\xe9\xff"]
LINE_ENDS = (b"\n", b"\n", b"\n", b"\n\n", b"\r\n", b" \n", b"\n \n")


@dataclass(frozen=True)
class RougeRun:
    """One run of the script.

    Args:
        evaluations: Id to texts by peer, and models.
        script: Options of the script.
        ours: Options of the metric `rouge-1.5.5`.
        confidence: Confidence level in percent, as text.
        kind: SPL, or SIMPLE for basic elements.
    """

    evaluations: dict[str, RougeTexts]
    script: list[str]
    ours: dict[str, Any]
    confidence: str = "95"
    kind: str = "SPL"

    @property
    def count(self) -> int:
        """The number of peers' texts."""
        return sum(len(texts.peers) for texts in self.evaluations.values())


@dataclass
class _Options:
    script: list[str] = field(default_factory=list)
    ours: dict[str, Any] = field(default_factory=dict)

    def add(self, *words: str, **ours: Any) -> None:
        self.script += words
        self.ours |= ours


def random_run(random: Random, count: int, *, long: float = 0.0) -> RougeRun:
    """Create a run.

    Args:
        random: The source of all choices.
        count: About how many texts of peers it has.
        long: The share of texts of thousands of words; their runs have no ROUGE-L, -W and -S.
    """
    if not long and random.random() < 0.08:
        return _elements(random, count)
    options = _options(random, quadratic=not long)
    share = _flavours(random)

    def text(like: bytes = b"") -> bytes:
        if random.random() < long:
            return _words(random, random.randint(2000, 10000))
        return _text(random, share, like)

    weighted = "weight" in options.ours
    confidence = random.choice(["95", "95", "95", "90", "99", "97.5", "0", "100"])
    options.add("-c", confidence)
    evaluations = _evaluations(random, count, text, b"7 " if weighted else b"")
    return RougeRun(evaluations, options.script, options.ours, confidence)


def _evaluations(
    random: Random, count: int, text: Callable[..., bytes], start: bytes
) -> dict[str, RougeTexts]:
    """Create evaluations; every model starts with the same bytes, as -w dies of an empty one."""
    peers = ["P", "Q2", "10"][: random.choice([1, 1, 1, 2, 3])]
    evaluations = {}
    for i in range(max(1, count // len(peers))):
        first = text()
        models = [first] + [text(first) for _ in range(random.choice([0, 0, 1, 2, 3]))]
        present = [p for p in peers if random.random() < 0.98] or peers[:1]
        texts = {peer: to_text(text(random.choice(models))) for peer in present}
        evaluations[str(i)] = RougeTexts(texts, [to_text(start + model) for model in models])
    return evaluations


def _options(random: Random, *, quadratic: bool) -> _Options:
    options = _Options()
    ngrams = random.choice([0, 1, 1, 2, 2, 4, 9]) if quadratic else random.choice([1, 2, 4])
    lcs = quadratic and random.random() < 0.6
    if ngrams or not quadratic:
        options.script += ["-n", str(ngrams)]
    options.add(max_ngram=ngrams, rouge_l=lcs)
    options.script += [] if lcs else ["-x"]
    if quadratic:
        _sequences(random, options)
        if not (ngrams or lcs or options.ours.keys() & {"weight", "skip_distance"}):
            options.script.remove("-x")
            options.add(rouge_l=True)
    _reading(random, options)
    _counting(random, options)
    return options


def _sequences(random: Random, options: _Options) -> None:
    if random.random() < 0.4:
        weight = random.choice([1.2, 1.2, 2.0, 0.5, 1.0, 3.0])
        options.add("-w", f"{weight:g}", weight=weight)
    if random.random() < 0.5:
        gap = random.choice([4, 4, 0, 1, 9, -1])
        options.add("-2", str(gap), skip_distance=gap)
        flag, unigrams = random.choice([("", "without"), ("-u", "with"), ("-U", "both")])
        options.add(*[flag] * bool(flag), unigrams=unigrams)


def _reading(random: Random, options: _Options) -> None:
    chance = random.random()
    if chance < 0.5:
        options.add("-m", stemmer=True)
    elif chance < 0.65:
        options.add("-M", stem_models_only=True)
    if random.random() < 0.3:
        options.add("-s", remove_stopwords=True)
    chance, most = random.random(), random.choice([1, 2, 3, 7, 12, 20, 75, 100, 665])
    if chance < 0.2:
        options.add("-l", str(most), max_words=most)
    elif chance < 0.4:
        options.add("-b", str(most), max_bytes=most)


def _counting(random: Random, options: _Options) -> None:
    if random.random() < 0.3:
        options.add("-f", "B", scoring="best")
    if random.random() < 0.3:
        alpha = random.choice([0.0, 1.0, 0.3, 0.85])
        options.add("-p", f"{alpha:g}", alpha=alpha)
    counting = random.choice(["sentence"] * 6 + ["token", "raw"])
    if counting != "sentence":
        options.add("-t", "1" if counting == "token" else "2", counting=counting)
    resamples = random.choice([1, 2, 3, 10, 20, 40, 200])
    options.add("-r", str(resamples), bootstrap_samples=resamples)


def _flavours(random: Random) -> float:
    """Choose the share of texts of random bytes."""
    return random.choice([0.0, 0.1, 0.5, 1.0])


def _text(random: Random, share: float, like: bytes) -> bytes:
    """Create a text: empty, of one token, of bytes, of words, or a changed copy of another."""
    chance = random.random()
    if chance < 0.04:
        return random.choice([b"", b"\n", b" ", b"\n\n", b"-", b" \n \n", b"the", b"\xff", b"\r"])
    if chance < 0.08:
        return random.choice(WORDS).encode()
    if like and chance < 0.4:
        return _changed(random, like)
    if random.random() < share:
        alphabet = NEAR if random.random() < 0.7 else BYTES
        return b"".join(random.choices([*alphabet, b"\n"], k=random.randint(1, 120)))
    return _words(random, random.choice([3, 8, 20, 45]))


def _words(random: Random, count: int) -> bytes:
    """Create sentences of words; few different ones, so that texts match."""
    words = random.sample(WORDS, 12) if count < 100 else WORDS
    parts = bytearray()
    for _ in range(count):
        word = random.choice(words)
        word = word.upper() if random.random() < 0.1 else word
        parts += word.encode()
        if random.random() < 0.15:
            parts += random.choice(ENDS).encode() + random.choice(LINE_ENDS)
        else:
            parts += b" "
    return bytes(parts)


def _changed(random: Random, text: bytes) -> bytes:
    """Swap, drop and repeat parts of a text."""
    words = text.split(b" ")
    for _ in range(random.randint(0, 4)):
        i, j = random.randrange(len(words)), random.randrange(len(words))
        words[i], words[j] = words[j], words[i]
        if random.random() < 0.4:
            words.insert(j, words[i])
        if len(words) > 1 and random.random() < 0.4:
            del words[i]
    return b" ".join(words)


def _elements(random: Random, count: int) -> RougeRun:
    """Create a run on basic elements."""
    mode = random.choice(["H", "HM", "HMR", "HM1", "HMR1", "HMR2"])
    options = _Options()
    options.add("-3", mode, basic_elements=mode)
    if random.random() < 0.5:
        options.add("-m", stemmer=True)
    _counting(random, options)

    def text(like: bytes = b"") -> bytes:
        if like and random.random() < 0.4:
            return b"\n".join(random.sample(like.split(b"\n"), len(like.split(b"\n"))))
        return b"\n".join(_element(random) for _ in range(random.randint(0, 12)))

    return RougeRun(
        _evaluations(random, count, text, b""), options.script, options.ours, kind="SIMPLE"
    )


def _element(random: Random) -> bytes:
    words = ("running", "Dogs", "better", "big cats", "the", "x", "geese-x", "nil", "a")
    parts = [
        random.choice(words),
        random.choice(words),
        random.choice(["subj", "obj", "nil", "NIL"]),
    ]
    return "|".join(parts).encode()


def runs(seed: int, records: int, each: int, *, long: float = 0.0) -> Iterator[RougeRun]:
    """Yield runs until they have a number of records.

    Args:
        seed: Seed of the random numbers.
        records: Texts of peers in all runs.
        each: About how many texts of peers a run has.
        long: The share of texts of thousands of words.
    """
    random, done = Random(seed), 0
    while done < records:
        run = random_run(random, min(each, records - done), long=long)
        done += run.count
        yield run


def theirs(script: Path, run: RougeRun) -> str:
    """Return what the script prints."""
    return script_output(script, run.evaluations, [*run.script, "-a", "-d"], kind=run.kind)


def ours(run: RougeRun) -> str:
    """Return what the metric prints."""
    metric = metric_of(run)
    evaluation = evaluate([batch_of(run)], [Entry(metric)])
    return printed(evaluation, float(run.confidence) / 100, details=True)


def metric_of(run: RougeRun) -> Metric:
    """Create the metric with the options of a run, on the kernels."""
    return metrics.get("rouge-1.5.5")(**run.ours).with_engine("native")


def batch_of(run: RougeRun) -> Batch:
    """Return the records of a run."""
    return Batch(
        [
            Instance(instance_id=name, system_id=peer, prediction=text, references=texts.models)
            for name, texts in run.evaluations.items()
            for peer, text in texts.peers.items()
        ]
    )


def differences(expected: str, printed: str, most: int = 3) -> list[str]:
    """Return the first lines that differ, side by side."""
    lines = zip_longest(expected.splitlines(), printed.splitlines(), fillvalue="(nothing)")
    pairs = (f"{line} | {other}" for line, other in lines if line != other)
    return [pair for pair, _ in zip(pairs, range(most), strict=False)]
