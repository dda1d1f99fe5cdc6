"""`sacreval cite RESULT.json…`: the sentences and the BibTeX for a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Quiet

if TYPE_CHECKING:
    from sacreval.features.cite.cited import Cited

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

    found = cited(named)
    typer.echo(_written(found, form))
    for text in found.notices:
        notice(text, quiet=quiet)


def _written(found: Cited, form: Form) -> str:
    """Return the citations in a format."""
    from sacreval.features.cite.bibtex import bibtex
    from sacreval.features.cite.sentence import latex, text

    entries = "\n\n".join(bibtex(entry) for entry in found.entries)
    if form == "bibtex":
        return f"% {latex(found)}\n\n{entries}"
    if form == "text":
        return f"{text(found)}\n\n{entries}"
    import msgspec

    shown = {
        "sentences": text(found),
        "latex": latex(found),
        "entries": [
            {
                "key": entry.key,
                "type": entry.type,
                "fields": dict(entry.fields),
                "bibtex": bibtex(entry),
            }
            for entry in found.entries
        ],
        "signatures": found.signatures,
    }
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()
