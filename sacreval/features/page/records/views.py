"""Views: the kind of marks, the tokenization of each metric, and positions of its tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sacreval.core.metric import Metric

Split = Callable[[str], Sequence[str]]
Span = tuple[int, int]

_CHUNK = re.compile(r"\S+")


@dataclass(frozen=True)
class Splitting:
    """The tokenization of a metric.

    Args:
        compared: Function from a text to the tokens that are compared.
        seen: Function from a text to the same tokens as they are written in the text, if
            `compared` changes them, as stemming does.
        joint: Separator, if the tokens are shown instead of the text.
    """

    compared: Split
    seen: Split | None = None
    joint: str = " "


@dataclass(frozen=True)
class TokenPositions:
    """The tokens of a text, with their positions.

    Args:
        tokens: Tokens that are compared.
        shown: The text that `spans` refer to: the original, or the joined tokens if they could
            not be found in it.
        spans: Start and end of each token, in characters.
    """

    tokens: Sequence[str]
    shown: str
    spans: Sequence[Span]


def locate(text: str, split: Splitting) -> TokenPositions:
    """Find a metric's tokens in a text."""
    tokens = split.compared(text)
    seen = split.seen or split.compared
    spans = _consecutive(text, seen(text)) or _by_chunk(text, seen, len(tokens))
    if spans is None or len(spans) != len(tokens):
        return _joined(tokens, split.joint)
    return TokenPositions(tokens, text, spans)


def _lowered(text: str) -> str:
    """Lowercase, unless that changes the length."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _consecutive(text: str, tokens: Sequence[str]) -> list[Span] | None:
    """Find tokens that only whitespace separates."""
    low, at, spans = _lowered(text), 0, []
    for token in tokens:
        wanted = _lowered(token)
        while not low.startswith(wanted, at):
            if at >= len(text) or not text[at].isspace():
                return None
            at += 1
        spans.append((at, at + len(token)))
        at += len(token)
    return spans if not text[at:].strip() else None


def _by_chunk(text: str, seen: Split, count: int) -> list[Span] | None:
    """Find the tokens of each whitespace-separated chunk, if together they are all tokens."""
    spans: list[Span] = []
    joined: list[str] = []
    for chunk in _CHUNK.finditer(text):
        tokens = seen(chunk[0])
        spans += _inside(chunk[0], tokens, chunk.start())
        joined += tokens
    return spans if len(joined) == count and joined == list(seen(text)) else None


def _inside(chunk: str, tokens: Sequence[str], start: int) -> list[Span]:
    """Find tokens in a chunk, one after the other; if one is missing, each spans the chunk."""
    low, at, spans = _lowered(chunk), 0, []
    for token in tokens:
        begin = low.find(_lowered(token), at)
        if begin < 0:
            return [(start, start + len(chunk))] * len(tokens)
        at = begin + len(token)
        spans.append((start + begin, start + at))
    return spans


def _joined(tokens: Sequence[str], joint: str) -> TokenPositions:
    spans, at = [], 0
    for token in tokens:
        spans.append((at, at + len(token)))
        at += len(token) + len(joint)
    return TokenPositions(tokens, joint.join(tokens), spans)


Kind = Literal["ngrams", "subsequence", "edits"]

LABELS: dict[Kind, str] = {
    "ngrams": "n-grams in common",
    "subsequence": "longest common subsequence",
    "edits": "edits",
}


@dataclass(frozen=True)
class OutputMarks:
    """The marks for some outputs of a metric.

    Args:
        kind: The kind of matches between tokens.
        label: Description of the marks.
        splitting: The tokenization.
        orders: Lengths of n-grams, ascending; empty for other kinds.
        chooser: The output that chooses one of several references; None if all count.
    """

    kind: Kind
    label: str
    splitting: Splitting
    orders: tuple[int, ...] = ()
    chooser: str | None = None


def views(metric: Metric) -> dict[str, OutputMarks]:
    """Return the views of a metric."""
    find = _FINDERS.get(metric.name)
    wrapped = getattr(type(metric), "name", None) != metric.name
    return {} if find is None or wrapped else find(metric, metric.options())


Options = dict[str, Any]


def _bleu(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    orders = tuple(range(1, options["max_ngram_order"] + 1))
    view = OutputMarks("ngrams", _up_to(orders), _sacrebleu(options), orders)
    return dict.fromkeys(metric.outputs, view)


def _google_bleu(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    orders = tuple(range(options["min_len"], options["max_len"] + 1))
    view = OutputMarks("ngrams", _up_to(orders), _sacrebleu(options), orders, metric.outputs[0])
    return dict.fromkeys(metric.outputs, view)


def _chrf(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    orders = tuple(range(1, options["char_order"] + 1))
    if not orders:
        return {}
    fold = str.lower if options["lowercase"] else str
    keep = str if options["whitespace"] else _without_blanks
    split = Splitting(lambda text: list(keep(fold(text))), joint="")
    label = f"character {_up_to(orders)}"
    view = OutputMarks("ngrams", label, split, orders, metric.outputs[0])
    return dict.fromkeys(metric.outputs, view)


def _rouge(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    from sacreval.metrics.ngrams.rouge import splitter

    name = options["tokenize"]
    splitting = Splitting(splitter(name, stemmer=options["stemmer"]), splitter(name, stemmer=False))
    by_output = {}
    for output in metric.outputs:
        name = output.removeprefix("rouge").partition("_")[0]
        chooser = f"rouge{name}_f1"
        if name.isdecimal():
            label = _exactly(int(name))
            by_output[output] = OutputMarks("ngrams", label, splitting, (int(name),), chooser)
        else:
            label = LABELS["subsequence"] + " of the whole texts"
            by_output[output] = OutputMarks("subsequence", label, splitting, (), chooser)
    return by_output


def _bag(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    from sacreval.text.normalizers import normalizer

    change = normalizer(options.get("normalize", "squad"))
    view = OutputMarks(
        "ngrams", "words in common", Splitting(lambda text: change(text).split()), (1,),
        next(output for output in metric.outputs if output.endswith("f1")),
    )  # fmt: skip
    return {output: view for output in metric.outputs if not output.endswith("missing")}


def _words(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    import jiwer

    transform = (
        jiwer.wer_standardize if options.get("transform") == "standardize" else jiwer.wer_default
    )

    def split(text: str) -> Sequence[str]:
        words: list[list[str]] = transform(text)
        return words[0] if words else []

    return _edits(metric, "word edits", Splitting(split), metric.outputs[0])


def _characters(metric: Metric, _options: Options) -> dict[str, OutputMarks]:
    split = Splitting(lambda text: list(text.strip()), joint="")
    return _edits(metric, "character edits", split, metric.outputs[0])


def _ter(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    tokenizer = TercomTokenizer(**options)
    split = Splitting(lambda text: str(tokenizer(text.rstrip())).split())
    return _edits(metric, "word edits, a shift being several", split, "ter")


def _distance(metric: Metric, options: Options) -> dict[str, OutputMarks]:
    from sacreval.text.normalizers import normalizer
    from sacreval.text.words import units

    change, unit = normalizer(options["normalize"]), options["unit"]
    keep = str if options["blanks"] else _without_blanks
    joint = "" if unit == "character" else " "
    split = Splitting(lambda text: list(units(keep(change(text)), unit)), joint=joint)
    return _edits(metric, f"{unit} edits", split, "edit_distance")


def _edits(
    metric: Metric, label: str, splitting: Splitting, chooser: str
) -> dict[str, OutputMarks]:
    return dict.fromkeys(metric.outputs, OutputMarks("edits", label, splitting, (), chooser))


def _sacrebleu(options: Options) -> Splitting:
    from sacreval.text.tokenizers import tokenized

    name, lowercase = options["tokenize"], options["lowercase"]
    return Splitting(lambda text: tokenized(text, name, lowercase=lowercase))


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _up_to(orders: Sequence[int]) -> str:
    return f"n-grams of {orders[0]} to {orders[-1]}" if len(orders) > 1 else _exactly(orders[0])


def _exactly(n: int) -> str:
    return {1: "words in common", 2: "bigrams in common"}.get(n, f"{n}-grams in common")


_FINDERS: dict[str, Callable[[Metric, Options], dict[str, OutputMarks]]] = {
    "bleu": _bleu,
    "google-bleu": _google_bleu,
    "chrf": _chrf,
    "rouge": _rouge,
    "token-f1": _bag,
    "squad": _bag,
    "wer": _words,
    "mer": _words,
    "wil": _words,
    "wip": _words,
    "cer": _characters,
    "ter": _ter,
    "edit-distance": _distance,
}
