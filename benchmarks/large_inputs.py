"""Memory for many records, and seconds for records with long texts.

python benchmarks/large_inputs.py [--pairs 1000000] [--megabytes 10] [--references 100000]

Texts are random words with the frequencies of English. Seconds are CPU time of whole processes,
minus that of a process with two words. Where time grows with the product of two lengths, shorter
texts are scored and their seconds scaled, marked by ~. It takes about ten minutes.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random

from processes import Taken, sacreval, write_lines

WORDS_A_SIDE = 21
SIX = ("bleu", "google-bleu", "chrf", "meteor", 'bleu{"as": "again"}', "ter")
LINEAR = {
    "bleu": ["bleu"],
    "google-bleu": ["google-bleu"],
    "chrf": ["chrf"],
    "rouge --types 1 --types 2": ["rouge", "--types", "1", "--types", "2"],
    "token-f1": ["token-f1"],
    "meteor": ["meteor"],
    "ter": ["ter"],
}
PRODUCT = {  # with the share of the megabytes that is scored
    "rouge --types L": (["rouge", "--types", "L"], 0.1),
    "rouge --types Lsum": (["rouge", "--types", "Lsum"], 0.1),
    "wer": (["wer"], 0.1),
    "cer": (["cer"], 0.03),
}
READER = ["--reader", 'jsonl{"max_line": 1024}']


class Writer:
    """Draws words by Zipf's law.

    Args:
        seed: Seed of the generator.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        letters = "etaoinshrdlu"
        self._words = [
            "".join(self._random.choices(letters, k=2 + self._random.randrange(8)))
            for _ in range(50_000)
        ]
        self._weights = list(accumulate(1 / (i + 10) for i in range(len(self._words))))

    def words(self, count: int) -> list[str]:
        """Draw the given number of words."""
        return self._random.choices(self._words, cum_weights=self._weights, k=count)

    def text(self, megabytes: float) -> str:
        """Draw a text of exactly the given number of bytes."""
        size = int(megabytes * 1e6)
        return " ".join(self.words(size // 4))[:size]

    def sentences(self, count: int) -> Iterator[str]:
        """Draw one line at a time."""
        return (" ".join(self.words(WORDS_A_SIDE)) for _ in range(count))


def memory(folder: Path, writer: Writer, pairs: int) -> None:
    """Print the memory of runs over many records."""
    names = [folder / "a.txt", folder / "b.txt"]
    for path in names:
        write_lines(path, writer.sentences(pairs))
    predictions, references = names
    files = (predictions, "-r", references)
    print(f"{pairs:,} pairs, bleu: {_took(sacreval('evaluate', 'bleu', *files))}", flush=True)
    print(f"the same with --ci: {_took(sacreval('evaluate', 'bleu', *files, '--ci'))}", flush=True)
    two = ("-m", "bleu", "-m", "chrf")
    print(f"bleu and chrf: {_took(sacreval('evaluate', 'suite', *two, *files))}", flush=True)
    few = [path.with_suffix(".few.txt") for path in names]
    for path, short in zip(names, few, strict=True):
        with path.open(encoding="utf-8") as stream:
            write_lines(short, (next(stream).rstrip("\n") for _ in range(pairs // 10)))
    suite = [word for name in SIX for word in ("-m", name)]
    took = sacreval("evaluate", "suite", *suite, few[0], "-r", few[1])
    print(f"{pairs // 10:,} pairs, six metrics: {_took(took)}", flush=True)


def _took(taken: Taken) -> str:
    return f"{taken.mib:.0f} MiB, {taken.cpu:.1f} s"


def seconds(words: list[str], folder: Path, *records: tuple[str, list[str]]) -> float:
    """Time the scoring of records, minus that of a small one."""
    files = folder / "records.jsonl", folder / "small.jsonl"
    for path, own in zip(files, (records, [("a b", ["a c"])]), strict=True):
        lines = [json.dumps({"prediction": text, "references": among}) for text, among in own]
        write_lines(path, lines)
    long, short = (sacreval("evaluate", *words, path, *READER).cpu for path in files)
    return max(long - short, 0.0)


def long_texts(folder: Path, writer: Writer, megabytes: float) -> None:
    """Print the seconds of two long texts by metric."""
    texts = [writer.text(megabytes) for _ in range(2)]
    for name, words in LINEAR.items():
        took = seconds(words, folder, (texts[0], texts[1:]))
        print(f"two texts of {megabytes:g} MB, {name}: {took:.1f} s", flush=True)
    for name, (words, share) in PRODUCT.items():
        short = [text[: int(len(text) * share)] for text in texts]
        took = seconds(words, folder, (short[0], short[1:]))
        scaled = took / share**2
        print(f"two texts of {megabytes:g} MB, {name}: ~{scaled:.0f} s", flush=True)


def many_references(folder: Path, writer: Writer, count: int) -> None:
    """Print the seconds of one text with many references by metric."""
    references = list(writer.sentences(count))
    for name, words in (LINEAR | {n: words for n, (words, _) in PRODUCT.items()}).items():
        took = seconds(words, folder, (references[0], references))
        print(f"{count:,} references, {name}: {took:.1f} s", flush=True)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--megabytes", type=float, default=10.0)
    parser.add_argument("--references", type=int, default=100_000)
    asked = parser.parse_args()
    writer = Writer(16)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        memory(folder, writer, asked.pairs)
        long_texts(folder, writer, asked.megabytes)
        many_references(folder, writer, asked.references)


if __name__ == "__main__":
    main()
