"""Scores and judgments that correlate lacks, has twice, or cannot use."""

import json
import operator
import random

import pytest

from sacreval.commands.app import run
from support.correlate_command import FEW, found


def _lines(path, rows):
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def _grid(score, judgment, n_systems=3, n_inputs=4):
    for s in range(n_systems):
        for i in range(n_inputs):
            ids = {"instance_id": str(i), "system_id": f"s{s}"}
            yield {**ids, "scores": {"m": score(s, i)}, "judgments": {"h": judgment(s, i)}}


def test_a_score_that_nobody_has_is_named(tmp_path, capsys):
    """A metric that is null everywhere stands in the output, with the reason."""
    path = _lines(tmp_path / "x.jsonl", _grid(lambda *_: None, operator.add))
    report = found(capsys, "scores", path, "--human", "h", *FEW)
    assert {r["reason"] for r in report["results"]} == {"no cell with both scores"}


def test_scores_given_twice(tmp_path, capsys):
    """Two different values are refused with the option that chooses; --duplicates chooses."""
    rows = [*_grid(lambda s, _: s, operator.add), *_grid(lambda s, _: -s, operator.add)]
    words = ["scores", str(_lines(tmp_path / "x.jsonl", rows)), "--human", "h", "--level", "system"]
    assert run(["correlate", *words, *FEW]) == 2
    assert "--duplicates first, last or mean" in capsys.readouterr().err
    value = {
        how: found(capsys, *words, "--duplicates", how, *FEW)["results"][0]["value"]
        for how in ("first", "last")
    }
    assert value == {"first": pytest.approx(1), "last": pytest.approx(-1)}


def test_nan_in_a_file(tmp_path, capsys):
    """NaN is no JSON; the message says what to write."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"instance_id": "1", "system_id": "a", "scores": {"m": NaN}}\n')
    assert run(["correlate", "scores", str(path), "--human", "h"]) == 2
    assert "write null for NaN" in capsys.readouterr().err


def test_text_says_what_is_missing(tmp_path, capsys):
    """Where there is no interval or no test, the text gives the reason once for all metrics."""
    path = _lines(tmp_path / "x.jsonl", _grid(operator.mul, operator.add, n_systems=2))
    assert (
        run(["correlate", "scores", str(path), "--human", "h", "--interval", "fisher", "--notes"])
        == 0
    )
    said = "no interval of pearson, spearman, kendall at system level: Fisher's z is not defined"
    assert said in capsys.readouterr().out


def test_what_the_best_beats_is_marked(tmp_path, capsys):
    """A dagger follows what is significantly worse than the best of its level and coefficient."""
    rng = random.Random(0)
    rows = list(_grid(lambda *_: 0, lambda s, _: s + rng.gauss(0, 0.1), n_systems=12))
    for row in rows:
        row["scores"] = {"good": row["judgments"]["h"] + rng.gauss(0, 0.1), "poor": rng.gauss(0, 1)}
    words = ["scores", str(_lines(tmp_path / "x.jsonl", rows)), "--human", "h", "--level", "system"]
    test = ["--test", "perm-systems", "--coefficient", "pearson", "--interval", "none"]
    assert run(["correlate", *words, *test, "--format", "tex"]) == 0
    poor = next(line for line in capsys.readouterr().out.splitlines() if " poor " in line)
    assert poor.endswith("$^\\dagger$ \\\\")


def test_constant_judgments_have_a_reason(tmp_path, capsys):
    """A human score that is the same everywhere leaves values null, with the reason."""
    path = tmp_path / "scores.jsonl"
    rows = [
        {"instance_id": str(i), "system_id": s, "scores": {"m": i}, "judgments": {"h": 1}}
        for i in range(3)
        for s in "ab"
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = found(capsys, "scores", path, "--human", "h", *FEW)
    assert all(r["value"] is None and r["reason"] for r in report["results"])
