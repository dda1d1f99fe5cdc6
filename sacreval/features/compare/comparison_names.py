"""Names of the choices of `compare`, for options; imports nothing else, so that help is quick."""

from typing import Literal

TestName = Literal["auto", "paired-ar", "mid-p", "paired-bs", "centred-bs", "wilcoxon", "sign"]
"""Tests of a difference; `auto` is paired-ar, or mid-p for scores of few values."""

DifferenceInterval = Literal[
    "auto", "randomization", "tango", "percentile", "expanded", "jackknife"
]
"""Methods of intervals of a difference; `auto` chooses by the data."""

FamilyName = Literal["systems", "all"]
"""Which tests share their level: those of the systems by one output, or all of the run."""

RankName = Literal["simultaneous", "separate"]
"""Whether all rank ranges hold at once, or each on its own."""
Finding = Literal["better", "worse", "different", "no difference shown", "depends on missing"]
