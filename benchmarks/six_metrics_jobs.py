"""One process of `six_metrics.py`: read pairs, score them with metrics of one tool, print scores.

python benchmarks/six_metrics_jobs.py TOOL METRIC,METRIC,... FILE.jsonl
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

METRICS = ("bleu", "google_bleu", "chrf", "meteor", "sacrebleu", "ter")

Scorer = Callable[[list[str], list[list[str]]], float]


def read(path: str) -> tuple[list[str], list[list[str]]]:
    """Read pairs."""
    with Path(path).open(encoding="utf-8") as stream:
        records = [json.loads(line) for line in stream]
    return [x["prediction"] for x in records], [x["references"] for x in records]


def streams(references: list[list[str]]) -> list[list[str]]:
    """Turn references of instances into one list a stream, as sacrebleu takes them."""
    return [list(stream) for stream in zip(*references, strict=True)]


def command(tool: str, metrics: Sequence[str], path: str) -> list[str]:
    """Return the command line of a process; that of sacreval is what a user types."""
    if tool != "sacreval":
        return [sys.executable, __file__, tool, ",".join(metrics), path]
    specs = {
        "sacrebleu": 'bleu{"as": "sacrebleu"}',
        "meteor": 'meteor{"tokenize": "whitespace"}',
        "google_bleu": "google-bleu",
    }
    words = [word for metric in metrics for word in ("-m", specs.get(metric, metric))]
    return [sys.executable, "-m", "sacreval", "evaluate", "suite", *words, path]


def library(metrics: Sequence[str], path: str) -> None:
    """sacreval in Python, as its README has it; equal metrics share their rows."""
    from sacreval.core.metric import metrics as known
    from sacreval.readers._base import readers

    classes = {"sacrebleu": "bleu", "google_bleu": "google-bleu"}
    options = {"meteor": {"tokenize": "whitespace"}}
    batches = list(readers.get("jsonl")().read(path))
    sums = {}
    for name in metrics:
        metric = known.get(classes.get(name, name))(**options.get(name, {})).with_engine("native")
        if metric not in sums:
            sums[metric] = sum(metric.rows(batch).sum(axis=0) for batch in batches)
        print(name, metric.reduce(sums[metric]))


def official(metric: str) -> Scorer:
    """The official library of a metric."""
    if metric in {"bleu", "sacrebleu"}:
        from sacrebleu.metrics import BLEU

        return lambda p, r: BLEU().corpus_score(p, streams(r)).score
    if metric == "chrf":
        from sacrebleu.metrics import CHRF

        return lambda p, r: CHRF().corpus_score(p, streams(r)).score
    if metric == "ter":
        from sacrebleu.metrics import TER

        return lambda p, r: TER().corpus_score(p, streams(r)).score
    return {"google_bleu": nltk_google_bleu, "meteor": nltk_meteor}[metric]


def nltk_google_bleu(predictions: list[str], references: list[list[str]]) -> float:
    """NLTK's GLEU on sacrebleu's 13a tokens."""
    from nltk.translate.gleu_score import corpus_gleu
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenize = Tokenizer13a()
    return corpus_gleu(
        [[tokenize(text).split() for text in own] for own in references],
        [tokenize(text).split() for text in predictions],
    )


def nltk_meteor(predictions: list[str], references: list[list[str]]) -> float:
    """NLTK's METEOR on words that whitespace separates."""
    from nltk.translate.meteor_score import meteor_score

    from sacreval.io.resources import nltk_reader, resource

    wordnet = nltk_reader(resource("wordnet"))
    scores = [
        meteor_score([text.split() for text in own], prediction.split(), wordnet=wordnet)
        for prediction, own in zip(predictions, references, strict=True)
    ]
    return sum(scores) / len(scores)


def torchmetrics(metric: str) -> Scorer:
    """The functions of torchmetrics."""
    from torchmetrics.functional import text

    functions = {
        "bleu": text.sacre_bleu_score,
        "sacrebleu": text.sacre_bleu_score,
        "chrf": lambda p, r: text.chrf_score(p, r, n_word_order=0),
        "ter": text.translation_edit_rate,
    }
    function = functions.get(metric) or missing(metric)
    return lambda p, r: float(function(p, r))


def evaluate(metric: str) -> Scorer:
    """Hugging Face evaluate; its metrics are scripts that it downloads at run time."""
    import evaluate as library

    module = library.load(metric)
    return lambda p, r: module.compute(predictions=p, references=r)


def jury(metric: str) -> Scorer:
    """Jury."""
    from jury import Jury

    scorer = Jury(metrics=[metric])
    return lambda p, r: scorer(predictions=p, references=r)


def missing(metric: str) -> Scorer:
    """Mark that a tool does not have a metric."""
    raise SystemExit(f"no such metric: {metric}")


TOOLS = ("sacreval", "official", "torchmetrics", "evaluate", "jury")


def main() -> int:
    """Score."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool", choices=["library", *TOOLS])
    parser.add_argument("metrics", metavar="METRIC,METRIC,...")
    parser.add_argument("path", metavar="FILE.jsonl")
    asked = parser.parse_args()
    metrics = [name for name in asked.metrics.split(",") if name]
    if asked.tool == "library":
        library(metrics, asked.path)
        return 0
    predictions, references = read(asked.path)
    for metric in metrics:
        print(metric, globals()[asked.tool](metric)(predictions, references))
    return 0


if __name__ == "__main__":
    sys.exit(main())
