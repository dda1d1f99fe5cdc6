"""Notes on metrics: formulas and how to read scores."""

import re

import pytest

from generator.metric_notes import (
    PARTS,
    formulas,
    notes,
    parts,
    section,
    with_mathml,
    without_formulas,
)
from generator.metric_pages import metric_pages
from sacreval.core.metric import metrics
from support import missing
from support.sizes import few

# Symbols that a formula binds itself, and operators.
BOUND = {"n", "k", "i", "b", "w", "e"}
NAMES = re.compile(r"\\(?:text|mathrm)\{[^}]*\}")
COMMANDS = re.compile(r"\\(?!alpha|beta|gamma|sigma|tau)[a-zA-Z]+")


def symbols(formula):
    """List the letters of a formula, without names and commands."""
    return set(re.findall(r"[a-zA-Z]|\\[a-z]+", COMMANDS.sub(" ", NAMES.sub(" ", formula))))


@few(26, "name", sorted(notes()))
def test_every_note_is_whole(name):
    """A note is of a metric, has a formula and both parts, and explains each symbol."""
    text = notes()[name]
    assert metrics.is_own(name)
    assert text.startswith("```math\n")
    assert all(part in text for part in PARTS)
    block, _, rest = text.partition("\n```\n")
    explained = set().union(*(symbols(one) for one in formulas(rest)))
    formula = block.removeprefix("```math\n")
    for defined in re.findall(r"(\S+)\s*=", formula):
        explained |= symbols(defined)
    assert symbols(formula) - explained <= BOUND


@pytest.mark.long
def test_every_metric_has_one():
    """The page of each metric has its note, whether or not what the metric needs is installed."""
    own = {name for name in metrics if metrics.is_own(name)}
    assert own == set(notes())
    pages = metric_pages()
    assert all(section(name) in pages[f"metrics/{name}.md"] for name in own)


def test_formulas_become_mathml():
    """A block is a formula of its own, others stand in the line; pages without any stay."""
    missing.module("latex2mathml", "formulas of the site")
    plain = without_formulas("a $`x_k`$ b\n\n```math\n\\frac{a}{b}\n```\n")
    assert not set(plain) & set("$`_\\")
    first, _, second = plain.split("\n")[:3]
    text = with_mathml(f"<p>{first}</p><p>{second}</p>")
    assert text.startswith("<p>a <math")
    assert '</p><div class="formula"><math xmlns' in text
    assert without_formulas("`$x$`") == with_mathml("`$x$`") == "`$x$`"


def test_parts_of_formulas():
    """A formula is split between its parts, not inside of braces or an environment."""
    assert parts(r"a = b, \qquad c = \frac{d}{e}") == ["a = b,", r"c = \frac{d}{e}"]
    for whole in (r"\frac{a \qquad b}{c}", r"\begin{cases} a \qquad b \end{cases}", "x"):
        assert parts(whole) == [whole]


def test_names_of_functions_stand_apart():
    """A thin space follows `log` before a letter, and nothing is added to a base of an index."""
    missing.module("latex2mathml", "formulas of the site")

    def shown(formula):
        return with_mathml(without_formulas(f"$`{formula}`$"))

    space = '<mspace width="0.167em" />'
    assert f"<mi>log</mi>{space}<msub>" in shown(r"\log p_n")
    assert space not in shown(r"\log_2 (x)") + shown(r"\log(x)")


def test_every_formula_can_be_shown():
    """None of them has a command that the converter does not know."""
    missing.module("latex2mathml", "formulas of the site")
    for name, text in notes().items():
        blocks = without_formulas(text).split("\n\n")
        made = with_mathml("".join(f"<p>{one}</p>" for one in blocks))
        assert "\\" not in re.sub(r"<mo[^>]*>[^<]*</mo>", "", made), name
