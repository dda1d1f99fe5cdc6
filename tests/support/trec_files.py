"""TREC files with ties, gaps and odd ids, and the scores that pytrec_eval gives them."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

Scores = Mapping[str, Mapping[str, float]]  # topic to document to score or relevance
# Ids whose order differs by bytes, by letters and by number; scores equal in single precision.
DOCUMENTS = [*(f"d{i}" for i in range(30)), "D10", "é9", "_x", "10", "9"]
SCORES = [0.0, -1.5, 0.5, 0.1, 0.1 + 1e-9, 1.0, 1.0 + 1e-8, 1e-30, 3e7, 3e7 + 1]


def random_run(random: Random, topics: list[str]) -> Scores:
    """Draw documents with scores, of which many are equal."""
    return {
        topic: {d: random.choice(SCORES) for d in random.sample(DOCUMENTS, random.randint(1, 20))}
        for topic in topics
    }


def random_qrels(random: Random, topics: list[str]) -> Scores:
    """Draw relevance from -1 to 3; a topic may have no relevant document."""
    return {
        topic: {d: random.choice([-1, 0, 0, 1, 2, 3]) for d in random.sample(DOCUMENTS, 12)}
        for topic in topics
    }


def write_run(path: Path, run: Scores, random: Random, tag: str = "tag") -> Path:
    """Write a run whose lines are in any order."""
    lines = [f"{t} Q0 {d}\t0  {s!r} {tag}\n" for t, ds in run.items() for d, s in ds.items()]
    random.shuffle(lines)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def write_qrels(path: Path, qrels: Scores) -> Path:
    """Write relevance judgments in TREC's four columns."""
    lines = [f"{t} 0 {d} {grade}\n" for t, ds in qrels.items() for d, grade in ds.items()]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def official(run: Scores, qrels: Scores, measures: set[str]) -> Mapping[str, Any]:
    """Return trec_eval's scores by topic, through pytrec_eval."""
    import pytrec_eval

    found = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    return {topic: found[topic] for topic in run if topic in found}
