"""Notes on metrics: formulas and how to read scores."""

import re

import pytest

from generator.metric_notes import PARTS, formulas, notes, section, with_mathml, without_formulas
from generator.metric_pages import metric_pages
from sacreval.core.metric import metrics
from support import missing

# Symbols that a formula binds itself, and operators.
BOUND = {"n", "k", "i", "b", "w", "e"}
NAMES = re.compile(r"\\(?:text|mathrm)\{[^}]*\}")
COMMANDS = re.compile(r"\\(?!alpha|beta|gamma|sigma|tau)[a-zA-Z]+")


def symbols(formula):
    """List the letters of a formula, without names and commands."""
    return set(re.findall(r"[a-zA-Z]|\\[a-z]+", COMMANDS.sub(" ", NAMES.sub(" ", formula))))


@pytest.mark.parametrize("name", sorted(notes()))
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


def test_pages_have_them():
    """The page of a metric has its note; others have none."""
    pages = metric_pages()
    assert section("bleu") in pages["metrics/bleu.md"]
    assert "## Formula" not in pages["metrics/judge.md"]


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


def test_every_formula_can_be_shown():
    """None of them has a command that the converter does not know."""
    missing.module("latex2mathml", "formulas of the site")
    for name, text in notes().items():
        blocks = without_formulas(text).split("\n\n")
        made = with_mathml("".join(f"<p>{one}</p>" for one in blocks))
        assert "\\" not in re.sub(r"<mo[^>]*>[^<]*</mo>", "", made), name
