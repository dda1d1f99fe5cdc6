"""Time coco-caption's tokens and CIDEr-D, by pycocoevalcap with Java and by sacreval, in turns.

python benchmarks/captions.py [--captions 10000] [--turns 3]

It needs Java and the package pycocoevalcap 1.2. The captions are English sentences of the mirror,
one reference each. The original splits all captions as one text, so that the next caption can
change a letter with a full stop at the end of one; a few lines differ for that reason. Prints
medians of CPU seconds, user and system, of tokens of all texts and of CIDEr-D of their tokens,
whether all lines and scores are equal, and the ratios. Tokens of sacreval include the compilation
of its rules.
"""

import argparse
import resource
import statistics
from collections.abc import Callable
from typing import Any

from kernels import sample

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams import _base

Tokens = dict[int, list[str]]


def cpu() -> float:
    """Return the CPU seconds of this process and its children so far."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of a call, and its result."""
    before = cpu()
    found = call()
    return cpu() - before, found


def official_tokens(texts: list[str]) -> list[str]:
    """Split texts with the jar."""
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

    found = PTBTokenizer().tokenize({i: [{"caption": text}] for i, text in enumerate(texts)})
    return [found[i][0] for i in range(len(texts))]


def own_tokens(texts: list[str]) -> list[str]:
    """Split texts with the kernel, its rules compiled anew."""
    _base._ptb_lexer.cache_clear()
    lines = _base.ptb_lines(Batch([Instance(prediction=text, references=[]) for text in texts]))
    return [lines[text] for text in texts]


def turn(outputs: list[str], references: list[str]) -> dict[str, float]:
    """Run all once."""
    from pycocoevalcap.cider.cider import Cider

    texts = [*outputs, *references]
    jar, lines = timed(lambda: official_tokens(texts))
    kernel, own = timed(lambda: own_tokens(texts))
    tokens: list[Tokens] = [
        {i: [line] for i, line in enumerate(part)}
        for part in (lines[len(outputs) :], lines[: len(outputs)])
    ]
    there, (_, scores) = timed(lambda: Cider().compute_score(*tokens))
    batch = Batch(
        [Instance(prediction=p, references=[r]) for p, r in zip(outputs, references, strict=True)]
    )
    here, each = timed(lambda: metrics.get("cider")(tokenize="ptb").each(batch))
    return {
        "jar": jar,
        "kernel": kernel,
        "lines that differ": sum(a != b for a, b in zip(lines, own, strict=True)),
        "CIDEr-D there, of tokens": there,
        "cider here, of texts": here,
        "largest difference of a score": max(abs(a - b) for a, b in zip(scores, each, strict=True)),
        "tokens, times as fast": jar / kernel,
        "tokens and CIDEr-D, times as fast": (jar + there) / here,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--captions", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    predictions, references = sample("english", asked.captions)
    texts = [" ".join(text.split()) for text in predictions]
    firsts = [" ".join(own[0].split()) for own in references]
    turns = [turn(texts, firsts) for _ in range(asked.turns)]
    for name in turns[0]:
        print(f"{name}: {statistics.median(one[name] for one in turns):.3g}")


if __name__ == "__main__":
    main()
