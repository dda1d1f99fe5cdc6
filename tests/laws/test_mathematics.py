"""Verdicts on pairs of answers that are made equal, or made different, by construction."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from sacreval.metrics.answers._mathematics.answer_verdicts import verdict
from support.sizes import long

UNITS = (("m", "cm", 100), ("kg", "g", 1000), ("hours", "minutes", 60), ("km", "m", 1000))
LETTERS = "abcmnpqtuvxyz"  # variables; e and i are constants


def quotient(value, draw):
    r"""Write a number as `\frac{a}{b}`, with both multiplied by a number."""
    factor = draw.randint(1, 9)
    above, below = value.numerator * factor, value.denominator * factor
    sign = "-" if above < 0 else ""
    command = draw.choice((r"\frac", r"\dfrac", r"\tfrac"))
    return str(above) if below == 1 else f"{sign}{command}{{{abs(above)}}}{{{below}}}"


def fraction(value, draw):
    """Write a number as a quotient, also as `a/b`."""
    factor = draw.randint(1, 9)
    slashed = f"{value.numerator * factor}/{value.denominator * factor}"
    return draw.choice((slashed, quotient(value, draw)))


def decimal(value, draw):
    """Write a number with at most six decimal places as a decimal number, else as a quotient."""
    scaled = value * 10**6
    if scaled.denominator > 1:
        return quotient(value, draw)
    sign, digits = "-" if scaled < 0 else "", f"{abs(scaled.numerator):07d}"
    whole, places = digits[:-6], digits[-6:].rstrip("0")
    if len(whole) > 3 and draw.random() < 0.5:
        whole = f"{int(whole):,}"
    return f"{sign}{whole}.{places}" if places else f"{sign}{whole}"


def percentage(value, draw):
    """Write a number as a percentage, by the sign or in words."""
    end = draw.choice(("%", r"\%", " percent", r" \text{ percent}", r"\text{ percents}"))
    return f"{decimal(value * 100, draw)}{end}"


def number(value, draw):
    """Write a number in one of these ways, with marks that have no meaning."""
    text = draw.choice((fraction, decimal, percentage))(value, draw)
    marked = (f"**{text}**", f"`{text}`", f"$\\boxed{{{text}}}$")
    return draw.choice((text, f"${text}$", f"\\({text}\\)", f" {text}.", f"x = {text}", *marked))


def some_number(draw):
    """Draw a rational number."""
    return Fraction(draw.randint(-400, 4000), draw.choice((1, 1, 1, 2, 3, 4, 5, 7, 8, 25, 40)))


def other_number(value, draw):
    """Draw a number that is not the given one."""
    return value + draw.choice((-1, 1)) * Fraction(draw.randint(1, 50), draw.choice((1, 2, 10)))


def numbers(draw, *, equal):
    """Draw two numbers."""
    value = some_number(draw)
    return number(value, draw), number(value if equal else other_number(value, draw), draw)


def measures(draw, *, equal):
    """Draw two numbers with units of one quantity."""
    large, small, size = draw.choice(UNITS)
    value = Fraction(abs(some_number(draw)) + 1)
    other = (value if equal else value + draw.randint(1, 9)) * size
    first = f"{decimal(value, draw)}{draw.choice((' ', ''))}\\text{{ {large}}}"
    return first, f"{decimal(other, draw)} \\text{{{draw.choice((' ', ''))}{small}}}"


def roots(draw, *, equal):
    """Draw square roots with and without a square factor taken out."""
    outside, inside = draw.randint(2, 30), draw.choice((2, 3, 5, 6, 7, 10, 11, 13))
    other = outside if equal else outside + draw.randint(1, 5)
    return f"\\sqrt{{{outside**2 * inside}}}", f"{other}\\sqrt{{{inside}}}"


def expanded(coefficients, letter, draw):
    """Write a polynomial, its terms in any order."""
    terms = [
        f"{c:+d}{'' if k == 0 else letter if k == 1 else f'{letter}^{{{k}}}'}"
        for k, c in enumerate(coefficients)
        if c
    ] or ["0"]
    draw.shuffle(terms)
    return "".join(terms).removeprefix("+")


def polynomials(draw, *, equal, letters=""):
    """Draw a product of linear factors, and the same product expanded, or another polynomial."""
    letter, other = letters or draw.choice(LETTERS) * 2
    a, b, c, d = (draw.choice((-1, 1)) * draw.randint(1, 9) for _ in range(4))
    coefficients = [b * d, a * d + b * c, a * c]
    if not equal:
        coefficients[draw.randrange(3)] += draw.choice((-2, -1, 1, 3))
    return f"({a}{letter}{b:+d})({c}{letter}{d:+d})", expanded(coefficients, other, draw)


def definitions(draw, *, equal):
    """Draw two definitions of a function or sequence, each by a variable of its own."""
    letters = draw.sample(LETTERS, 2)
    sides = polynomials(draw, equal=equal, letters=letters)
    head = draw.choice(("f({})", "g({})", "s_{}", "s_{{{}}}"))
    return [f"{head.format(letter)}={side}" for letter, side in zip(letters, sides, strict=True)]


def points(draw, *, equal):
    """Draw a point, and the values of its coordinates."""
    x, y = some_number(draw), some_number(draw)
    other = y if equal else other_number(y, draw)
    first = draw.choice(("({},{})", "(x,y)=({},{})", r"\left({}, {}\right)"))
    second = draw.choice(("(x, y) = ({}, {})", "x={}, y={}"))
    if first[1] != "x" and second[0] == "x":
        first = "(x,y)=({},{})"
    return (
        first.format(fraction(x, draw), fraction(y, draw)),
        second.format(fraction(x, draw), fraction(other, draw)),
    )


def sets(draw, *, equal):
    """Draw two sets in other orders."""
    items = draw.sample(range(-50, 100), draw.randint(2, 5))
    others = list(items) if equal else [*items[1:], 200]
    draw.shuffle(others)
    texts = (",".join(map(str, x)) for x in (items, others))
    return [f"\\{{{text}\\}}" for text in texts]


def intervals(draw, *, equal):
    """Draw an interval, and the inequality of which it is the solution."""
    low = draw.randint(-20, 20)
    high = low + draw.randint(1, 30)
    end = high if equal else high + 1
    left, right = draw.choice((("(", "<"), ("[", r"\le")))
    return f"{left}{low},{high})", f"{low} {right} x < {end}"


def turns(draw, *, equal):
    """Draw a power of e on the unit circle, and its value."""
    value, angle = draw.choice((
        ("-1", r"i\pi"), ("1", r"2\pi i"), ("i", r"\frac{i\pi}{2}"), ("-i", r"-\frac{\pi}{2}i"),
        (r"\frac12+\frac{\sqrt3}{2}i", r"\frac{\pi i}{3}"), (r"\frac{1+i}{\sqrt{2}}", r"i\pi/4"),
    ))  # fmt: skip
    return f"e^{{{angle}}}", value if equal else f"2({value})"


def equations(draw, *, equal):
    """Draw a line, and a multiple of its equation."""
    a, b, c, k = (draw.randint(1, 12) for _ in range(4))
    other = c if equal else c + 1
    return f"{a}x+{b}y={c}", f"{k * b}y={k * other}-{k * a}x"


KINDS = (
    numbers, numbers, measures, roots, polynomials, definitions, points, sets, intervals, turns,
    equations,
)  # fmt: skip


@pytest.mark.parametrize("count", [600, long(100_000)])
def test_no_verdict_is_false(count):
    """No equal pair is called different and no different one equal; few are undecided."""
    draw = random.Random(20)
    verdicts = Counter()
    for i in range(2 * count):
        kind, equal = KINDS[i // 2 % len(KINDS)], i % 2 == 0
        answer, other = kind(draw, equal=equal)
        outcome = verdict(answer, other)
        assert outcome != ("different" if equal else "equal"), (answer, other)
        assert not outcome.startswith("unparsed"), (answer, other)
        verdicts[outcome] += 1
    assert verdicts["undecided"] < 0.05 * 2 * count
