"""Tables for papers in LaTeX."""

import shutil
import subprocess

import pytest

from sacreval.features.paper.layout import Cell, Layout
from sacreval.features.paper.table import MINUS, Caption, to_latex
from support import missing
from support.mirror import CHECKOUT

ODD = r"100% of_it & {more} #1 ~a^b \alpha <x> ↑ † $5"
TABLE = Layout(
    ["system"],
    [[("news ↑", 2), ("talks", 1)], [("score", 1), ("p", 1), ("score", 1)]],
    [(["GPT4-5shot"], [Cell("-1.25", bold=True, dagger=True), Cell("[-2.00, +1.00]"), Cell("")]),
     ([ODD], [Cell("1e-05"), Cell("<0.0001"), Cell("3")])],
)  # fmt: skip
CAPTION = Caption(["p ≤ 0.05, 95 % of a_b."], [("BLEU", 'bleu|tokenize:13a|a:{"x":1}')])


def test_booktabs_and_marks():
    """Rules, spans with a rule below, bold, daggers without width, and true minus signs."""
    text = to_latex(TABLE, CAPTION)
    for part in (
        "\\begin{tabular}{lrrr}", "\\toprule", "\\midrule", "\\bottomrule", "\\label{tab:",
        "& \\multicolumn{2}{c}{news $\\uparrow$} & talks \\\\", "\\cmidrule(lr){2-3}",
        "GPT4-5shot & \\textbf{$-$1.25}\\rlap{$^\\dagger$} & [$-$2.00, +1.00] &  \\\\",
        "p $\\le$ 0.05, 95 \\% of a\\_b.", "bleu|\\allowbreak{}tokenize:13a|",
    ):  # fmt: skip
        assert part in text
    assert "\\cmidrule(lr){4-4}" not in text
    both = Layout(["system"], [[("x", 1)]], [(["a"], [Cell("1", dagger=True, double_dagger=True)])])
    text = to_latex(both, Caption(["‡: missing."], []))
    assert "1\\rlap{$^{\\dagger\\ddagger}$}" in text
    assert "$^\\ddagger$: missing." in text


@pytest.mark.parametrize(
    ("text", "signs"), [("-1", 1), ("[-1, -2]", 2), ("GPT4-5", 0), ("1e-05", 0), ("a/-x", 0)]
)
def test_minus_signs(text, signs):
    """A hyphen is a minus sign before a digit, where it is not within a word."""
    assert len(MINUS.findall(text)) == signs


@pytest.mark.parametrize("style", [["--style", "paper"], ["--style", "paper", "--transpose"], []])
def test_latex_compiles_it(cli, tmp_path, style):
    """Tables with names of all special characters compile, with booktabs alone."""
    program = shutil.which("pdflatex")
    if program is None:
        missing.say("tables in LaTeX: there is no pdflatex on the PATH")
        pytest.skip("no pdflatex")
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    words = ["suite", "-m", "bleu", "-m", "ter", sample, "-q", *style]
    assert cli("evaluate", *words, "--ci", "-o", "a.tex").code == 0
    assert cli("compare", *words, "--base", "literal", "-o", "b.tex").code == 0
    people = ["--human", "fluency", "--interval", "none", *(style or [])]
    if "--transpose" not in style:
        people += ["--test", "perm-inputs", "--resamples", "40"]
    assert cli("correlate", *words[: -len(style) or None], *people, "-o", "d.tex").code == 0
    (tmp_path / "c.tex").write_text(to_latex(TABLE, CAPTION), encoding="utf-8")
    (tmp_path / "all.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}"
        "\\input{a}\\input{b}\\input{c}\\input{d}\\end{document}",
        encoding="utf-8",
    )
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 10_000
