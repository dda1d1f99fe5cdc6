"""The sentences for the section on methods of a paper, as text or LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sacreval.report.citations.bibtex import escaped
from sacreval.report.citations.cited import Cited
from sacreval.report.citations.metrics import Used
from sacreval.report.citations.numbers import Statistic

Cite = Callable[[Sequence[str]], str]

PHRASES = {
    "paired-ar": "paired approximate randomisation",
    "mid-p": "the mid-p test",
    "paired-bs": "the paired bootstrap",
    "centred-bs": "the centred paired bootstrap",
    "wilcoxon": "Wilcoxon's signed-rank test",
    "sign": "the sign test",
    "wilson": "Wilson's method",
    "clopper-pearson": "the method of Clopper and Pearson",
    "expanded": "the expanded percentile bootstrap",
    "percentile": "the percentile bootstrap",
    "bca": "the BCa bootstrap",
    "jackknife": "the jackknife",
    "randomization": "inverting the randomisation test",
    "tango": "Tango's method",
    "fisher": "Fisher's transformation",
    "williams": "Williams's test",
    "holm": "Holm's method",
    "bonferroni": "Bonferroni's method",
    "bh": "the method of Benjamini and Hochberg",
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall": "Kendall's tau-b",
    "corrected": "prediction-powered inference",
}
"""Methods in words; others have their name."""


def text(cited: Cited) -> str:
    """Return the sentences as text, with authors and years."""
    short = {entry.key: entry.short for entry in cited.entries}
    return _sentences(cited, lambda keys: f" ({'; '.join(short[key] for key in keys)})", str)


def latex(cited: Cited) -> str:
    r"""Return the sentences in LaTeX, with `\citep` of natbib."""
    return _sentences(cited, lambda keys: f"~\\citep{{{','.join(keys)}}}", _in_latex)


def _in_latex(words: str) -> str:
    """Return words with the characters escaped that are special in LaTeX."""
    plain = words.replace("\\", r"\textbackslash ").replace("{", r"\{").replace("}", r"\}")
    return escaped(plain).replace("~", r"\textasciitilde ").replace("^", r"\textasciicircum ")


def _sentences(cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    """Return all sentences.

    Args:
        cited: What is cited.
        cite: Returns the citation of keys, with the blank before it.
        write: Returns words as they are written in the format.
    """
    known = _known(cite)
    made = [*_of_metrics(cited, known, write)]
    made += _grouped(cited.statistics, lambda one: _statistic(one, cited, known, write))
    if cited.methods:
        named = [f"{write(_phrase(one))}{known(cited.keys_of(one))}" for one in cited.methods]
        made.append(f"We use {_listed(named)}.")
    return " ".join(made)


def _known(cite: Cite) -> Cite:
    return lambda keys: cite(keys) if keys else ""


def _of_metrics(cited: Cited, cite: Cite, write: Callable[[str], str]) -> Iterable[str]:
    """Yield what is reported, for how many systems and records, on which corpora, and by what."""
    corpora = [f"{write(one.name)}{cite([one.key])}" for one in cited.corpora]
    where = [f"for {write(' and '.join(cited.sizes))}"] if cited.sizes else []
    where += [f"on {_listed(corpora)}"] if corpora else []
    if cited.used:
        items = [
            f"{write(one.label)}{cite(cited.keys[one.metric])}{_details(one, cited, cite, write)}"
            for one in cited.used
        ]
        start = ", ".join([*where, f"we report {_listed(items)}"])
        yield f"{start[0].upper()}{start[1:]}."
        yield f"The numbers are computed with {_program(cited, cite, write)}."
    elif cited.sizes:
        yield f"The numbers {', '.join(where)} are computed with {_program(cited, cite, write)}."
    elif corpora:
        yield f"We evaluate {where[0]}."


def _program(cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    return f"sacreval {write(cited.version)}{cite(['sacreval'])}"


def _details(one: Used, cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    """Return the options that differ from the defaults, and the versions of libraries."""
    parts = [write(f"with {', '.join(one.options)}")] if one.options else []
    own = cited.keys[one.metric]
    for library, version in one.libraries:
        keys = [key for key in cited.library_keys(library) if key not in own]
        parts.append(f"{write(f'{library} {version}')}{cite(keys)}")
    return f", {', '.join(parts)}" if parts else ""


def _grouped(statistics: Sequence[Statistic], write: Callable[[Statistic], str]) -> Iterable[str]:
    """Yield a sentence for all statistics of one kind."""
    kinds = dict.fromkeys(one.before for one in statistics)
    for kind in kinds:
        yield f"{kind} {_listed([write(one) for one in statistics if one.before == kind])}."


def _statistic(one: Statistic, cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    named = f"{write(_phrase(one.method))}{cite(cited.keys_of(one.method))}"
    return f"{named}, {write(', '.join(one.conditions))}" if one.conditions else named


def _phrase(method: str) -> str:
    return PHRASES.get(method, method)


def _listed(items: Sequence[str]) -> str:
    """Join items by semicolons, so that commas within them stay clear."""
    return "; ".join(items)
