"""Rows of metrics: every option on specimens, and defaults on the sample and on the corpora.

These modules make the commands when the lock is written; its test reads them from the files.
"""

import json
import shlex
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from lock.folder import SPECIMENS
from lock.rows import Row
from sacreval.core.contract.declarations import runs_model
from sacreval.core.metric import Metric, metrics
from support.mirror import CHECKOUT
from support.specimens import instances
from support.variants import option_sets

ALWAYS: dict[str, dict[str, Any]] = {  # options without which a metric is not made
    "embedding-average": {"vectors": "vectors.txt"},
    "embedding-extrema": {"vectors": "vectors.txt"},
    "embedding-greedy": {"vectors": "vectors.txt"},
    "rouge-we": {"vectors": "vectors.txt"},
    "sql-execution": {"databases": "databases"},
    "judge": {"judge": "coherence"},
}
PLACES = {
    str(CHECKOUT / "tests" / "golden" / "word_vectors.txt"): "vectors.txt",
    str(CHECKOUT / "build" / "databases" / "1"): "databases",
}
ELEMENTS = {  # a record of basic elements, head|modifier|relation
    "prediction": "sat|cat|subj\nsat|mat|on",
    "references": ["sat|cat|subj\nsat|rug|on", "lay|cat|subj\nlay|mat|on"],
}
STARTS_PROCESSES = {"math-verify"}  # which take a second for each command
SLOW = {"autosummeng", "simetrix"}  # on documents


def names() -> list[str]:
    """List the metrics that run no model."""
    return [name for name in metrics if not runs_model(metrics.get(name))]


def of_texts() -> list[str]:
    """List those that score texts, on the sample and the corpora."""
    return [name for name in names() if not metrics.get(name).example]


def evaluate() -> Iterator[Row]:
    """Make the rows of `evaluate`."""
    for name in names():
        if name in STARTS_PROCESSES:
            yield Row(f"{all_in_one(name)} --format json")
            continue
        for line in dict.fromkeys(commands("evaluate", name)):
            yield Row(f"{line} --format json")
        plain = command("evaluate", name, ALWAYS.get(name, {}), specimen(name))
        yield Row(f"{plain} --details")
        yield Row(f"{plain} --ci --resamples 50 --format json")
    yield from elements()
    for name in of_texts():
        options = ALWAYS.get(name, {})
        yield Row(f"{command('evaluate', name, options, 'sample/outputs.jsonl')} --format json")
        for corpus in () if "vectors" in options else ("news", "summaries"):
            limit = " --limit 3" if name in SLOW and corpus == "summaries" else ""
            line = command("evaluate", name, options, f"corpora/{corpus}-texts.jsonl")
            yield Row(f"{line}{limit} --format json")


def elements() -> Iterator[Row]:
    """Make the rows of ROUGE over basic elements, which are no texts."""
    path = SPECIMENS / "elements.jsonl"
    path.write_text(f"{json.dumps(ELEMENTS)}\n", encoding="utf-8")
    for kind in ("H", "HM", "HMR", "HM1", "HMR1", "HMR2"):
        line = f"sacreval evaluate rouge-1.5.5 --basic-elements {kind} specimens/{path.name}"
        yield Row(f"{line} --format json")


def score() -> Iterator[Row]:
    """Make the rows of `score`, whose scores are jackknifed where there are several references."""
    for name in names():
        if name not in STARTS_PROCESSES:
            yield Row(command("score", name, ALWAYS.get(name, {}), specimen(name)))
    for name in of_texts():
        options = ALWAYS.get(name, {})
        for path in ("sample/outputs", "corpora/news-texts", "corpora/summaries-texts"):
            if "vectors" not in options or path == "sample/outputs":
                yield Row(f"{command('score', name, options, f'{path}.jsonl')} --limit 1")
    for more in ("--no-jackknife", "--no-jackknife-peers", "--references-as-systems",
                 "--engine official", "--pairs pairs.jsonl -o scores.jsonl --force",
                 "--instances-with prediction"):  # fmt: skip
        for name in ("rouge", "bleu"):
            yield Row(f"sacreval score {name} sample/outputs.jsonl --limit 2 {more}")


def all_in_one(name: str) -> str:
    """Return the command that scores all option sets of a metric in one run."""
    specs = (msgspec.json.encode({"as": f"set-{i}", **options}).decode()
             for i, options in enumerate(changed_options(name)))  # fmt: skip
    words = (word for spec in specs for word in ("-m", f"{name}{spec}"))
    return shlex.join(["sacreval", "evaluate", "suite", *words, specimen(name)])


def commands(verb: str, name: str) -> Iterator[str]:
    """Yield a command for each option set of a metric."""
    for options in changed_options(name):
        yield command(verb, name, {**ALWAYS.get(name, {}), **options}, specimen(name))


def changed_options(name: str) -> Iterator[dict[str, Any]]:
    """Yield the option sets of a metric, those that are its defaults once."""
    cls = metrics.get(name)
    usual = {field.name: field.default for field in fields(cls)}
    for options in option_sets(cls):
        if not options or any(usual[key] != value for key, value in options.items()):
            yield options


def command(verb: str, name: str, options: dict[str, Any], path: str) -> str:
    """Return the command of a metric with options."""
    words = ["sacreval", verb, name]
    arguments = {key: PLACES.get(value, value) if isinstance(value, str) else value
             for key, value in options.items()}  # fmt: skip
    if name == "judge":
        words.append(arguments.pop("judge"))
    for key, value in arguments.items():
        option = key.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{'' if value else 'no-'}{option}")
        else:
            several = value if isinstance(value, tuple) else [value]
            words += [f"--{option}={word}" for word in several]
    return shlex.join([*words, path])


@cache
def specimen(name: str) -> str:
    """Write the records that a metric scores to a file, unless another metric has the same."""
    cls = metrics.get(name)
    text = "".join(f"{line}\n" for line in lines(cls))
    path = SPECIMENS / f"{name if cls.example else 'texts'}.jsonl"
    alike = (path for path in sorted(SPECIMENS.glob("*.jsonl")) if path.read_text("utf-8") == text)
    path = next(alike, path)
    path.write_text(text, encoding="utf-8")
    return f"specimens/{path.name}"


def lines(cls: type[Metric]) -> list[str]:
    """Return the records that a metric scores as JSON, with ids out of order."""
    if not cls.example:
        records = map(msgspec.to_builtins, instances(cls))
        filled = [{key: x for key, x in record.items() if x not in (None, [], {}, "peer")}
                  for record in records]  # fmt: skip
        return [json.dumps({"prediction": "", **record}, ensure_ascii=False) for record in filled]
    examples = zip(range(12), cycle(cls.example), strict=False)
    return [json.dumps({"instance_id": str(7 * i % 12), **record}, ensure_ascii=False)
            for i, record in examples]  # fmt: skip


def clear() -> None:
    """Remove the specimens of an earlier run."""
    for path in Path(SPECIMENS).glob("*.jsonl"):
        path.unlink()
