"""Pages of metrics, judges, runners and records: formulas, examples, every key and option."""

import re
from dataclasses import fields

import pytest

from generator.judge_pages import FILES, judge_pages
from generator.metric_examples import example, fill, mark
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
from generator.pages import ROOT
from sacreval.asking.runners._base import runners
from sacreval.core.metric import metrics
from sacreval.core.records import FIELDS
from sacreval.metrics.judges._judge_files import SHIPPED, definition
from support import missing
from support.mirror import CHECKOUT
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
    explained = set().union(*(symbols(formula) for formula in formulas(rest)))
    formula = block.removeprefix("```math\n")
    for defined in re.findall(r"(\S+)\s*=", formula):
        explained |= symbols(defined)
    assert symbols(formula) - explained <= BOUND


@pytest.mark.long
def test_every_metric_has_one():
    """The page of each metric has its note, whether or not what the metric needs is installed."""
    names = {name for name in metrics if metrics.is_own(name)}
    assert names == set(notes())
    pages = metric_pages()
    assert all(section(name) in pages[f"metrics/{name}.md"] for name in names)


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
        html = with_mathml("".join(f"<p>{block}</p>" for block in blocks))
        assert "\\" not in re.sub(r"<mo[^>]*>[^<]*</mo>", "", html), name


def test_an_example_shows_files_command_and_output():
    """What is shown is what the command prints for the files that are shown."""
    text = fill(f"a\n\n{mark('bleu')}\n", ROOT)
    assert 'title="references.txt"' in text
    assert "$ sacreval evaluate bleu outputs.txt -r references.txt\nsystem   n  BLEU ↑\n" in text
    assert "42.38" in text


def test_records_are_shown_where_texts_do_not_do():
    """A metric of samples has records, and their score."""
    text = example("pass-at-k")
    assert '{"samples": [true, false, true, false, false]}' in text
    assert "0.5000" in text


def test_what_needs_a_model_is_a_command():
    """A metric that cannot run here has the command alone."""
    assert example("bertscore").startswith("```sh\nsacreval evaluate bertscore")


@pytest.mark.long
def test_every_example_runs():
    """Most metrics have an example with its output, and none of them fails."""
    examples = [example(name) for name in metrics if metrics.is_own(name)]
    assert sum("```console" in text for text in examples) > 60


GUIDE = CHECKOUT / "docs" / "judging.md"

PAGE = judge_pages()["judge_files.md"]


@pytest.mark.parametrize(("title", "part"), [(title, part) for title, _, part in FILES])
def test_every_key_is_described(title, part):
    """A section has the keys of its part of a judge file, and no others."""
    text = PAGE.partition(f"\n## {title} {{")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE) != []
    assert set(re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)) == set(part.__struct_fields__)


def test_every_shipped_judge_is_listed():
    """The table has the judges, with their sentence."""
    for path in SHIPPED.glob("*.yaml"):
        assert f"| `{path.stem}` | {definition(path.stem).about}" in PAGE


def test_the_guide_names_every_scale_and_rule():
    """Both lists of the guide are whole."""
    text = GUIDE.read_text(encoding="utf-8")
    for title, anchor, _ in FILES:
        if title.startswith(("Scale", "Rule")):
            assert f"`{anchor}`" in text


RUNNERS_PAGE = (CHECKOUT / "docs" / "runners.md").read_text(encoding="utf-8")

ROWS = re.findall(r"^\| `--([\w-]+)` \| `([\w-]+)` \| ([^|]+) \|", RUNNERS_PAGE, re.MULTILINE)

RUNNERS_NAMES = [name for name in runners if runners.get(name).__module__.startswith("sacreval.")]


def shown(default):
    """Return a default as the page writes it."""
    if default is None:
        return "by host"
    if isinstance(default, bool):
        return "on" if default else "off"
    return default if isinstance(default, str) else f"{default:g}"


@pytest.mark.parametrize("name", RUNNERS_NAMES)
def test_options(name):
    """The table has the options of a runner and their defaults, and no other."""
    options = [f for f in fields(runners.get(name)) if f.name != "target"]
    assert {(option, default.strip()) for option, of, default in ROWS if of == name} == {
        (f.name.replace("_", "-"), shown(f.default)) for f in options
    }


def test_every_runner_is_listed():
    """The page has a row for each runner."""
    listed = re.findall(r"^\| `([\w-]+):", RUNNERS_PAGE, re.MULTILINE)
    assert set(RUNNERS_NAMES) <= set(listed)


def test_the_plugin_of_the_page():
    """The runner of the page can be made, and replies once to each request."""
    code = re.search(
        r'title="sacreval_echo.py"\n(.*?)^```', RUNNERS_PAGE, re.DOTALL | re.MULTILINE
    )[1]
    namespace = {"__name__": "sacreval_echo"}
    exec(code, namespace)  # noqa: S102 - the page's own
    from sacreval.asking.requests import Message, request

    asked = [request(messages=(Message("user", word),)) for word in "ab"]
    assert [reply.text for reply in namespace["Echo"]("x", loud=True).replies(asked)] == ["A", "B"]


def test_every_field_is_on_the_page():
    """The table of the page has every field of a record, in order."""
    text = (CHECKOUT / "docs" / "records.md").read_text("utf-8").partition("## Kinds")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == FIELDS
