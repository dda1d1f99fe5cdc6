"""`sacreval cite RESULT.json…`: the sentences and the BibTeX for a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Quiet
from sacreval.features.cite.bibliography import escaped
from sacreval.features.cite.cited import Cited, Statistic
from sacreval.report.cited_metrics import Used, phrase
from sacreval.report.result_notes import sacrebleu_line

Cite = Callable[[Sequence[str]], str]


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
    """Return all sentences."""
    known = _known(cite)
    sentences = [*_of_metrics(cited, known, write)]
    sentences += _grouped(cited.statistics, lambda s: _statistic(s, cited, known, write), write)
    if lines := dict.fromkeys(filter(None, map(sacrebleu_line, cited.signatures))):
        sentences.append(f"The signatures of sacrebleu are {_listed(list(map(write, lines)))}.")
    if cited.methods:
        named = [f"{write(phrase(name))}{known(cited.keys_of(name))}" for name in cited.methods]
        sentences.append(f"We use {_listed(named)}.")
    return " ".join(sentences)


def _known(cite: Cite) -> Cite:
    return lambda keys: cite(keys) if keys else ""


def _of_metrics(cited: Cited, cite: Cite, write: Callable[[str], str]) -> Iterable[str]:
    """Yield what is reported, for how many systems and records, on which corpora, and by what."""
    corpora = [f"{write(corpus.name)}{cite([corpus.key])}" for corpus in cited.corpora]
    where = [f"for {write(' and '.join(cited.sizes))}"] if cited.sizes else []
    where += [f"on {_listed(corpora)}"] if corpora else []
    if cited.used:
        items = [
            f"{write(use.label)}{cite(cited.keys[use.metric])}{_details(use, cited, cite, write)}"
            for use in cited.used
        ]
        start = ", ".join([*where, f"we report {_listed(items)}"])
        yield f"{start[0].upper()}{start[1:]}."
        yield f"The numbers are computed with {_program(cited, cite, write)}."
    elif cited.sizes:
        named = f"The numbers {', '.join(where)}{',' if corpora else ''}"
        yield f"{named} are computed with {_program(cited, cite, write)}."
    elif corpora:
        yield f"We evaluate {where[0]}."


def _program(cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    return f"sacreval {write(cited.version)}{cite(['sacreval'])}"


def _details(use: Used, cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    """Return the outputs, options that differ from the defaults, and versions of libraries."""
    parts = [write(text) for text in use.parts]
    parts += [write(f"with {', '.join(use.options)}")] if use.options else []
    of_metric = cited.keys[use.metric]
    for library, version in use.libraries:
        keys = [key for key in cited.library_keys(library) if key not in of_metric]
        parts.append(f"{write(f'{library} {version}')}{cite(keys)}")
    return f", {', '.join(parts)}" if parts else ""


def _grouped(
    statistics: Sequence[Statistic], write: Callable[[Statistic], str], start: Callable[[str], str]
) -> Iterable[str]:
    """Yield a sentence for all statistics of one kind, whose beginning `start` writes."""
    kinds = dict.fromkeys(statistic.before for statistic in statistics)
    for kind in kinds:
        of_kind = [write(statistic) for statistic in statistics if statistic.before == kind]
        yield f"{start(kind)} {_listed(of_kind)}."


def _statistic(statistic: Statistic, cited: Cited, cite: Cite, write: Callable[[str], str]) -> str:
    named = f"{write(phrase(statistic.method))}{cite(cited.keys_of(statistic.method))}"
    return f"{named}, {write(', '.join(statistic.conditions))}" if statistic.conditions else named


def _listed(items: Sequence[str]) -> str:
    """Join items by semicolons, so that commas within them stay clear."""
    return "; ".join(items)


Form = Literal["text", "bibtex", "json"]


def cite(
    named: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULT.json|NAME...",
            help="JSON files written by `sacreval evaluate`, `compare` or `correlate` with -o; and "
            "names of metrics, corpora, libraries, tests and methods of intervals.",
        ),
    ],
    *,
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="text: the sentences with authors and years, and BibTeX. bibtex: a file for "
            "LaTeX, with the sentences in LaTeX as a comment. json: both, with the fields of all "
            "entries.",
        ),
    ] = "text",
    quiet: Quiet = False,
) -> None:
    """Write the sentences and the BibTeX that a paper with these numbers needs.

    The sentences name metrics with the options that differ from the defaults, versions of
    libraries, numbers of systems and records, tests and intervals. BibTeX has every metric,
    library, corpus and method that made the numbers. A corpus is cited if it is named, or if a
    data set of the file has its name.
    """
    from sacreval.features.cite.cited import cited

    citations = cited(named)
    typer.echo(_written(citations, form))
    for text in citations.notices:
        notice(text, quiet=quiet)


def _written(cited: Cited, form: Form) -> str:
    """Return the citations in a format."""
    from sacreval.features.cite.bibliography import bibtex

    entries = "\n\n".join(bibtex(entry) for entry in cited.entries)
    if form == "bibtex":
        return f"% {latex(cited)}\n\n{entries}"
    if form == "text":
        return f"{text(cited)}\n\n{entries}"
    import msgspec

    shown = {
        "sentences": text(cited),
        "latex": latex(cited),
        "entries": [
            {
                "key": entry.key,
                "type": entry.type,
                "fields": dict(entry.fields),
                "bibtex": bibtex(entry),
            }
            for entry in cited.entries
        ],
        "signatures": cited.signatures,
    }
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()
