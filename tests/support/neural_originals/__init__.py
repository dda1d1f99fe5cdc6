"""Scores by the original code of metrics that run a model, in a Python that has what it needs.

A module has the name of its metric, and defines MODULE, `options` and `scores`; it is run there
without sacreval. Where the original is no package, CODE is the folder of its checkout, below the
folder that SACREVAL_CODE names. What cannot run is listed at the end of the run.
"""

import os
from importlib import import_module
from pathlib import Path

import pytest

from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from support import missing, neural_peers


def scores(metric: Metric, batch: Batch) -> list[list[float]]:
    """Return the scores (n, k) of a batch by the original; skip the test if it cannot run."""
    name = metric.name.partition("-conv")[0].partition("-zs")[0].replace("-", "_")
    original = import_module(f"{__name__}.{name}")
    options = original.options(metric)
    if folder := getattr(original, "CODE", ""):
        options["code"] = str(Path(os.environ.get("SACREVAL_CODE") or os.devnull) / folder)
        if not Path(options["code"]).is_dir():
            missing.say(f"comparisons with the code of {name}: SACREVAL_CODE has no {folder}")
            pytest.skip(f"no code of {name}")
    fields = (metric.judges, *metric.needs)
    asked = {"options": options, "records": [{x: getattr(r, x) for x in fields} for r in batch]}
    script = Path(str(original.__file__)).read_text(encoding="utf-8")
    call = "answer = scores(asked['options'], asked['records'])"
    rows: list[list[float]] = neural_peers.run(f"{script}\n{call}", asked, module=original.MODULE)
    return rows
