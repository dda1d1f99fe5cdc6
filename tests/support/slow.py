"""A slow metric for tests, which logs every record that it scores."""

from pathlib import Path

SOURCE = '''
"""Slow: the length of a prediction, after a while; it refuses some."""

import os
import time
from dataclasses import dataclass

from sacreval.errors import RecordError
from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Slow(MeanMetric):
    """The length of a prediction.

    Args:
        pause: Seconds a record.
    """

    pause: float = 0.005

    @property
    def outputs(self):
        return ("length",)

    def scores(self, prediction, prepared):
        time.sleep(self.pause)
        if "7" in prediction:
            raise RecordError("it holds a 7; write another number")
        with open("scored.log", "a") as log:
            log.write(f"{prediction}\\n")
        return (float(len(prediction)) + len(prepared) / 8,)
'''
NAME = "py:slow:Slow"


def write(folder: Path, source: str = SOURCE) -> None:
    """Copy the metric to the folder in which `py:slow:Slow` is looked up."""
    (folder / "slow.py").write_text(source, encoding="utf-8")


def scored(folder: Path) -> list[str]:
    """List the predictions that it scored, since this was asked last."""
    log = folder / "scored.log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines
