"""Names of the methods of intervals, for options; imports nothing else, so that help is quick."""

from typing import Literal, NamedTuple

IntervalName = Literal[
    "auto",
    "wilson",
    "clopper-pearson",
    "expanded",
    "percentile",
    "jackknife",
    "shifted",
    "bca",
    "adjusted",
    "stratified",
    "anytime",
    "fixed-items",
    "rouge-1.5.5",
]
"""Methods of intervals of a system's score; `auto` chooses by the data."""


class Words(NamedTuple):
    """What is said of a method of intervals.

    Attributes:
        help: What it is, for the help of its option.
        phrase: What papers call it, after "computed by".
    """

    help: str
    phrase: str


INTERVALS: dict[str, Words] = {
    "wilson": Words("for scores of 0 and 1, right on average", "Wilson's method"),
    "clopper-pearson": Words(
        "for scores of 0 and 1, never too short", "the method of Clopper and Pearson"
    ),
    "expanded": Words(
        "the bootstrap with wider tails for few records", "the expanded percentile bootstrap"
    ),
    "percentile": Words("sacrebleu's bootstrap", "the percentile bootstrap"),
    "jackknife": Words("leaves each record or group out", "the jackknife"),
    "shifted": Words("the bootstrap less its bias", "the percentile bootstrap less its bias"),
    "bca": Words("the bootstrap corrected for bias and skewness", "the BCa bootstrap"),
    "adjusted": Words("as --covariate asks for", "regression on a covariate whose mean is known"),
    "stratified": Words("as --strata asks for", "stratified means with known shares"),
    "anytime": Words("as --anytime asks for", "confidence sequences"),
    "fixed-items": Words("as --fixed-items asks for", "the noise of samples of the same items"),
    "rouge-1.5.5": Words("those of its script", "the bootstrap of ROUGE-1.5.5"),
}
"""Every method but `auto`; each is a module of `sacreval.scoring.intervals.methods`."""
