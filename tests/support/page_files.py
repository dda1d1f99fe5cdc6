"""The files that pages assume: small ones, which fit the commands shown."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.walkthrough import blocks

SAMPLE = CHECKOUT / "configs" / "sample"
LINES = (
    "The last train to the coast leaves at ten.",
    "Please bring your own cup to the meeting.",
    "The library is closed on Mondays.",
    "She found the old map in a drawer.",
    "Two bridges cross the river here.",
)
METRIC = '''
from dataclasses import dataclass
from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Longer(MeanMetric):
    """Longer: the share of outputs longer than a number of characters.

    Args:
        than: That number.
    """

    than: int = 10

    @property
    def outputs(self):
        return ("longer",)

    def prepare(self, references):
        return references

    def scores(self, prediction, prepared):
        return (float(len(prediction) > self.than),)
'''


def lines(path: Path, *texts: str) -> None:
    """Write a text a line."""
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")


def readme(folder: Path) -> None:
    """Write what the README's commands are shown on."""
    shutil.copy(SAMPLE / "outputs.jsonl", folder)
    for name in ("system-a", "system-b", "baseline", "new", "newer"):
        lines(folder / f"{name}.txt", *(text.replace("the", name[-1]) for text in LINES))
    for name in ("ref1", "ref2", "ref"):
        lines(folder / f"{name}.txt", *LINES)
    answer = {"output": {"text": "in 1969"}, "gold": ["1969"]}
    write_jsonl(folder / "answers.jsonl", [answer])


def outputs(folder: Path) -> None:
    """Write the sample's outputs under the name that guides use."""
    shutil.copy(SAMPLE / "outputs.jsonl", folder)


def tasks(folder: Path) -> None:
    """Write records of several tasks."""
    solution = {"prediction": "4 and 5 make 9.", "references": ["4 + 5 = 9\n#### 9"]}
    write_jsonl(folder / "outputs.jsonl", [solution])
    sampled = {"samples": ["so \\boxed{4}", "\\boxed{5}"] * 4, "references": ["\\boxed{4}"]}
    write_jsonl(folder / "solutions.jsonl", [sampled])
    write_jsonl(folder / "results.jsonl", [{"total": 10, "passed": 3}, {"total": 10, "passed": 0}])
    answer = {"prediction": "Paris", "references": ["Lyon"], "sources": ["Paris is the capital."]}
    write_jsonl(folder / "answers.jsonl", [answer])
    (folder / "my_metrics.py").write_text(METRIC, encoding="utf-8")
    squad(folder)


def squad(folder: Path) -> None:
    """Write a file of SQuAD 2.0 with two questions, and what a system made of them."""
    answers = [{"text": "Paris", "answer_start": 0}]
    questions = [
        {"id": "q1", "question": "Where?", "answers": answers, "is_impossible": False},
        {"id": "q2", "question": "Who?", "answers": [], "is_impossible": True},
    ]
    article = {"title": "t", "paragraphs": [{"context": "Paris it was.", "qas": questions}]}
    files = {
        "dev-v2.0.json": {"version": "v2.0", "data": [article]},
        "answers.json": {"q1": "Paris", "q2": "Ada"},
        "null_odds.json": {"q1": 0.1, "q2": 0.9},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")


def wmt24(folder: Path) -> None:
    """Write two language pairs of three systems and two metrics, as mt-metrics-eval has them."""
    for pair, shift in (("en-de", 0), ("he-en", 1)):
        scores = {name: [i, i + shift, 2 * i - shift] for i, name in enumerate("ABC")}
        human = folder / "wmt24" / "human-scores"
        metric = folder / "wmt24" / "metric-scores" / pair
        references = folder / "wmt24" / "references"
        for place in (human, metric, references):
            place.mkdir(parents=True, exist_ok=True)
        used = {"en-de": "refB"}.get(pair, "refA")
        for name in dict.fromkeys(("refA", used)):
            lines(references / f"{pair}.{name}.txt", "x", "y", "z")
        for path, step in (
            (human / f"{pair}.mqm", 1),
            (metric / f"BLEU-{used}", 2),
            (metric / f"chrF-{used}", -1),
        ):
            of = {name: [step * x for x in each] for name, each in scores.items()}
            segments = [f"{name}\t{x}" for name, each in of.items() for x in each]
            lines(path.with_name(f"{path.name}.seg.score"), *segments)
            systems = [f"{name}\t{sum(each) / 3}" for name, each in of.items()]
            lines(path.with_name(f"{path.name}.sys.score"), *systems)


def checkout(folder: Path) -> None:
    """Copy what a page needs that changes sacreval itself, and the kernels compiled so far."""
    for name in ("sacreval", "datasets_setup", "metric_setup"):
        shutil.copytree(CHECKOUT / name, folder / name)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy2(CHECKOUT / name, folder)
    for objects in CHECKOUT.glob("build/objects-*"):
        shutil.copytree(objects, folder / "build" / objects.name)


def files_of(page: str, folder: Path) -> None:
    """Write the files that another page shows, to which this one refers."""
    for block in blocks(CHECKOUT / "docs" / f"{page}.md"):
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")


FILES: dict[str, Callable[[Path], None]] = {
    "docs/tutorials/add-a-kernel.md": checkout,
    "docs/tutorials/add-a-reader.md": checkout,
    "docs/tutorials/add-a-verb.md": checkout,
    "README.md": readme,
    "docs/tasks.md": tasks,
    "docs/exchange.md": outputs,
    "docs/execution.md": outputs,
    "docs/long_runs.md": outputs,
    "docs/page.md": outputs,
    "docs/correlate.md": wmt24,
    "docs/check.md": partial(files_of, "records"),
    "docs/verify.md": partial(files_of, "judging"),
}
"""Page to function that writes its files; other pages have their own."""
