"""Names of the methods of intervals, for options; imports nothing else, so that help is quick."""

from typing import Literal

IntervalName = Literal[
    "auto",
    "wilson",
    "clopper-pearson",
    "expanded",
    "percentile",
    "jackknife",
    "shifted",
    "adjusted",
    "stratified",
    "anytime",
    "fixed-items",
    "rouge-1.5.5",
]
"""Methods of intervals of a system's score; `auto` chooses by the data."""
