"""A folder to run the command line in, and a run of the sample to report on."""

import pytest

from support.fixtures import cli, picky
from support.pages import SAMPLE

__all__ = ["cli", "picky"]


@pytest.fixture
def evaluated(cli):
    """Give a function that writes NAME.json and NAME.scores.jsonl of a run."""

    def evaluate(name, metric, source, *words):
        wanted = ["-o", f"{name}.json", "--instances", f"{name}.scores.jsonl"]
        done = cli("evaluate", *metric.split(), source, *wanted, *words)
        assert done.code == 0, done.err

    return evaluate


@pytest.fixture
def sample(evaluated, tmp_path):
    """Score the sample with BLEU; give the folder."""
    evaluated("result", "bleu", SAMPLE, "--ci", "--by", "domain")
    return tmp_path
