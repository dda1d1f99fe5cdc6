"""What a parity check is, and which ones there are.

Each module `official_*.py` beside this one has a list CASES; tests and `benchmarks/parity.py` run
all of them. The official function sees one instance and uses the official library only.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from sacreval.native import Texts

Official = Callable[[str, list[str]], Sequence[Sequence[int]]]


@dataclass(frozen=True)
class Case:
    """One kernel under one set of options."""

    name: str
    native: Callable[[Texts], Any]
    official: Official
    per_pair: bool = True  # rows by (prediction, reference), else by instance
    cheap: bool = True  # official library fast enough for a million pairs


def all_cases() -> list[Case]:
    """Return the cases of every `official_*` module, in order of their names."""
    modules = sorted(path.stem for path in Path(__file__).parent.glob("official_*.py"))
    return [case for name in modules for case in import_module(name).CASES]


def differences(
    case: Case,
    predictions: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    workers: int = 1,
    texts: Texts | None = None,
) -> Iterator[tuple[int, Any, Any]]:
    """Yield (instance, official rows, native rows) wherever the two differ."""
    texts = texts or Texts(predictions, references, workers=workers)
    got = case.native(texts).tolist()
    starts = texts.starts.tolist() if case.per_pair else list(range(len(predictions) + 1))
    for i, (prediction, refs) in enumerate(zip(predictions, references, strict=True)):
        if not case.per_pair and not refs:
            continue  # the official libraries fail or have no meaning without references
        want = [list(map(int, row)) for row in case.official(prediction, list(refs))]
        mine = got[starts[i] : starts[i + 1]]
        if want != mine:
            yield i, want, mine
