"""Whether two answers are equal, by their kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sacreval.metrics.answers._mathematics.answers import (
    Answer,
    Dots,
    Equation,
    Group,
    Inequality,
    Matrix,
    Named,
    Ratio,
    RealSet,
    Scalar,
    Words,
)
from sacreval.metrics.answers._mathematics.parsing.conventions import Conventions, Decision, Setting
from sacreval.metrics.answers._mathematics.parsing.limits import Work
from sacreval.metrics.answers._mathematics.same_groups import (
    covered,
    same_groups,
    same_matrix,
    same_ratio,
    same_real_set,
)
from sacreval.metrics.answers._mathematics.same_relations import (
    same_equation,
    same_inequality,
    same_named,
)
from sacreval.metrics.answers._mathematics.same_scalars import LETTERS, same_scalars, same_word

_NOTHING = frozenset({"none", "no solution", "no solutions", "no real solution", "empty", "dne"})


class Comparison:
    """Compares answers under conventions.

    Args:
        conventions: How answers are read where conventions differ.
    """

    def __init__(self, conventions: Conventions) -> None:
        self.work = Work()
        self.setting = Setting(self.work, conventions)

    def equal(self, a: Answer, b: Answer) -> Decision:
        """Return whether two answers are equal; None if that is not decided.

        Raises:
            UndecidedError: If a comparison passes the limits.
        """
        if _RANKS[type(a)] > _RANKS[type(b)]:
            a, b = b, a
        return _BY_KIND[type(b)](self, a, b)

    def scalar(self, a: Answer, b: Scalar) -> Decision:
        """Compare two numbers, which have the lowest rank."""
        return isinstance(a, Scalar) and same_scalars(self.setting, a, b)

    def dots(self, a: Answer, b: Dots) -> Decision:
        """Compare the mark for left-out elements with anything."""
        return a == b

    def group(self, a: Answer, b: Group) -> Decision:
        """Compare groups, or a number with a set or list that may have it as its only element."""
        if isinstance(a, Group):
            return same_groups(self.setting, self.equal, a, b)
        alone = isinstance(a, Scalar) and b.opening in {"", "{"} and bool(b.items)
        return alone and covered(self.equal, b.items, [a])

    def ratio(self, a: Answer, b: Ratio) -> Decision:
        """Compare a ratio with a lower kind or another."""
        return same_ratio(self.work, a, b)

    def real_set(self, a: Answer, b: RealSet) -> Decision:
        """Compare a set of real numbers with a lower kind or another."""
        return same_real_set(self.work, a, b)

    def matrix(self, a: Answer, b: Matrix) -> Decision:
        """Compare a matrix with a lower kind or another."""
        return same_matrix(self.work, self.equal, a, b)

    def inequality(self, a: Answer, b: Inequality) -> Decision:
        """Compare an inequality with a lower kind or another."""
        return same_inequality(self.work, a, b)

    def named(self, a: Answer, b: Named) -> Decision:
        """Compare a value that has a name with one that may have none."""
        if isinstance(a, Named):
            return same_named(self.work, self.equal, a, b)
        return self.equal(a, b.answer)

    def equation(self, a: Answer, b: Equation) -> Decision:
        """Compare an equation with a lower kind or another."""
        return same_equation(self.work, self.equal, a, b)

    def words(self, a: Answer, b: Words) -> Decision:
        """Compare words with words, or with a formula that may be a product of variables."""
        if isinstance(a, Words):
            short = max(len(a.text), len(b.text)) <= LETTERS
            anagrams = short and a.text != b.text and sorted(a.text) == sorted(b.text)
            return None if anagrams else a.text == b.text
        if isinstance(a, Group) and not a.items:
            return None if b.text in _NOTHING else False
        if isinstance(a, Named):
            return self.equal(a.answer, b)
        return isinstance(a, Scalar) and same_word(self.setting, b, a)


_BY_KIND: dict[type, Callable[[Comparison, Answer, Any], Decision]] = {
    Scalar: Comparison.scalar,
    Dots: Comparison.dots,
    Group: Comparison.group,
    Ratio: Comparison.ratio,
    RealSet: Comparison.real_set,
    Matrix: Comparison.matrix,
    Inequality: Comparison.inequality,
    Named: Comparison.named,
    Equation: Comparison.equation,
    Words: Comparison.words,
}
_RANKS = {kind: rank for rank, kind in enumerate(_BY_KIND)}
