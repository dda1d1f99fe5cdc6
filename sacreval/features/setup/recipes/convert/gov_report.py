"""GovReport: reports of two US agencies, as trees of sections, with their summaries.

Source: Huang et al. (2021), Efficient Attentions for Long Document Summarization.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document

AGENCIES = ("crs", "gao")


def convert(place: CorpusFiles, *, folder: str, split: str) -> Iterator[Instance]:
    """Yield one record for each report of a split.

    Args:
        place: Files provided by the user.
        folder: The folder with a folder for each agency, and `split_ids`.
        split: The split: train, valid or test.
    """
    for agency in AGENCIES:
        ids = place / f"{folder}/split_ids/{agency}_{split}.ids"
        for name in ids.read_text(encoding="utf-8").split():
            path = place / f"{folder}/{agency}/{name}.json"
            if not path.is_file():
                raise InputError(f"{path}: {ids.name} names this report; unpack the archive again")
            report = document(str(path))
            summary = "\n".join(_summary(report, agency))
            yield Instance(
                instance_id=f"{agency}:{name}",
                system_id="reports",
                references=[summary] if summary else None,
                sources=["\n".join(_report(report, agency))],
                groups={"agency": agency},
            )


def _summary(report: Mapping[str, Any], agency: str) -> Iterator[str]:
    if agency == "crs":
        yield from report["summary"]
        return
    for section in report["highlight"]:
        yield from _paragraphs(section)


def _report(report: Mapping[str, Any], agency: str) -> Iterator[str]:
    yield report["title"]
    for section in [report["reports"]] if agency == "crs" else report["report"]:
        yield from _lines(section)


def _lines(section: Mapping[str, Any]) -> Iterator[str]:
    """Yield the heading and the paragraphs of a section, and those of the sections in it."""
    if section.get("section_title"):
        yield section["section_title"]
    yield from section.get("paragraphs") or ()
    for inner in section.get("subsections") or ():
        yield from _lines(inner)


def _paragraphs(section: Mapping[str, Any]) -> Iterator[str]:
    yield from section.get("paragraphs") or ()
    for inner in section.get("subsections") or ():
        yield from _paragraphs(inner)
