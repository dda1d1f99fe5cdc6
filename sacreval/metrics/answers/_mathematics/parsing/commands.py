r"""Commands of formulas, such as `\sin`: their names, and what brackets and functions compute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics import powers
from sacreval.metrics.answers._mathematics.parsing import functions
from sacreval.metrics.answers._mathematics.powers import power
from sacreval.metrics.answers._mathematics.roots import absolute
from sacreval.metrics.answers._mathematics.values import Value, symbol

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work

GREEK = frozenset(
    [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda",
        "mu", "nu", "xi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta",
        "Theta", "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega", "ell", "hbar",
    ]
)  # fmt: skip
CLOSING = {"(": ")", "[": "]", "{": "}", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil", "|": "|"}
FUNCTIONS = frozenset(
    [
        r"\sin", r"\cos", r"\tan", r"\cot", r"\sec", r"\csc", r"\ln", r"\log", r"\exp",
        r"\arcsin", r"\arccos", r"\arctan", r"\sinh", r"\cosh",
    ]
)  # fmt: skip
INVERSE = {r"\arcsin": "sin", r"\arccos": "cos", r"\arctan": "tan"}
WITH_BRACKETS = {r"\abs": "|", r"\floor": r"\lfloor", r"\ceil": r"\lceil"}
STARTS = frozenset(
    [
        r"\frac", r"\sqrt", r"\binom", r"\pi", "(", "{", "[", r"\lfloor", r"\lceil", r"\sum",
        r"\prod", *FUNCTIONS, *WITH_BRACKETS,
    ]
) | {"\\" + name for name in GREEK}  # fmt: skip
STARTS_ARGUMENT = STARTS - FUNCTIONS


def enclosed(work: Work, opening: str, value: Value) -> Value:
    r"""Return what brackets for absolute values and rounding compute."""
    if opening == "|":
        return absolute(work, value)
    return functions.rounded(work, value, "floor" if opening == r"\lfloor" else "ceil")


def applied(work: Work, name: str, operand: Value, base: Value | None) -> Value:
    """Return a function of a value."""
    if name in INVERSE:
        return powers.inverse(work, INVERSE[name], operand)
    if name[1:] in powers.RATIOS:
        return powers.trigonometric(work, name[1:], operand)
    if name == r"\exp":
        return power(work, symbol("e"), operand)
    if name == r"\ln" or base is not None:
        return functions.logarithm(work, operand, base)
    if name == r"\log":
        return functions.unnamed_logarithm(work, operand)
    return functions.opaque(name[1:], operand)
