"""The page: sections in their order, with style, script and data inside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

from sacreval.core.results import Result
from sacreval.core.version import version
from sacreval.features.page.comparisons import against_base, since_baseline
from sacreval.features.page.content import Content
from sacreval.features.page.distributions import confusion, distributions
from sacreval.features.page.parts import Child, Node, element, inert_json, section, serialize
from sacreval.features.page.records.extremes import extremes
from sacreval.features.page.records.page_data import PageData, page_data
from sacreval.features.page.scores import data_sets_section, groups_section, results_section
from sacreval.report.cited_metrics import in_words
from sacreval.report.result_notes import notes

SCRIPTS = ("page_blocks.js", "page.js", "page_files.js")
_NAMED = 6  # more names would hide the title


class Page(NamedTuple):
    """A report as HTML.

    Args:
        text: The whole document.
        notices: Sentences about what is missing or left out.
    """

    text: str
    notices: list[str]


def page(content: Content) -> Page:
    """Create the page; equal content gives equal bytes.

    Args:
        content: The data of the page.
    """
    return _page(content, page_data(content), "This page needs no network and sends nothing.")


def served_page(content: Content, data: dict[str, Any]) -> Page:
    """Create the page whose script asks a server for scores and texts."""
    footer = "This page asks the program that serves it, on this machine, and nothing else."
    return _page(content, PageData(data, []), footer, "connect-src 'self'; ")


def _page(content: Content, data: PageData, more: str, connections: str = "") -> Page:
    """Create a page with a script and its data."""
    notices = list(dict.fromkeys([*content.notices, *data.notices]))
    nodes = sections(content, _records(content), notices)
    body = element(
        "body",
        None,
        element("a", {"class": "skip", "href": "#main"}, "Skip to the results"),
        _header(content, nodes),
        element("main", {"id": "main", "tabindex": "-1"}, nodes),
        footer(more),
        element("script", {"type": "application/json", "id": "data"}, inert_json(data.data)),
        data.blocks,
        element("script", None, _script()),
    )
    policy = f"script-src {_hash(_script())}; {connections}"
    return Page(
        serialize(element("html", {"lang": "en"}, head(subject(content), policy), body)), notices
    )


def static_sections(content: Content) -> tuple[list[Node], list[str]]:
    """Return the sections without anything that needs a script, and the notices.

    Figures are those of main outputs; the numbers of all are in tables.
    """
    records, cut = extremes(content)
    notices = list(dict.fromkeys([*content.notices, *cut]))
    return sections(replace(content, few_figures=True), records, notices), notices


def sections(content: Content, records: Node | None, notices: Sequence[str]) -> list[Node]:
    """Return the sections in their order."""
    over = data_sets_section(content)
    nodes = [over] if over is not None else _of_one_set(content, records)
    nodes.append(_provenance(content, notices))
    return [node for node in nodes if node is not None]


def _of_one_set(content: Content, records: Node | None) -> list[Node | None]:
    """Create the sections of results of one set of records."""
    return [
        results_section(content),
        against_base(content),
        since_baseline(content),
        groups_section(content),
        confusion(content),
        distributions(content),
        records,
    ]


def head(title: str, scripts: str) -> Node:
    """Create the head: title, style, and the policy that allows this style and some scripts alone.

    Args:
        title: What the page is about.
        scripts: What the policy says of scripts; empty for none.
    """
    style = _asset("page.css")
    # Only this style and script are allowed, whatever texts contain; nothing is fetched or sent.
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; {scripts}"
        "base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        None,
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("meta", {"name": "color-scheme", "content": "light dark"}),
        element("meta", {"name": "generator", "content": f"sacreval {version()}"}),
        element("title", None, f"{title} · sacreval"),
        element("style", None, style),
    )


def _header(content: Content, sections: Sequence[Node]) -> Node:
    links = [
        element("li", None, element("a", {"href": f"#{section.get('id')}"}, section[0].text or ""))
        for section in sections
    ]
    return element(
        "header",
        None,
        _title(content),
        element("nav", {"aria-label": "Sections"}, element("ul", None, links)),
        element("button", {"id": "theme", "type": "button", "hidden": True}, "Dark"),
    )


def _title(content: Content) -> list[Node]:
    return [
        element("p", {"class": "brand"}, "sacreval"),
        element("h1", None, subject(content)),
        element("p", {"class": "lead"}, lead(content)),
    ]


def subject(content: Content) -> str:
    """Return the title: how many systems, by which metrics."""
    mains = {_metric(r): content.shown(r.output) for r in content.overall if r.main}
    metrics = list(dict.fromkeys(mains.get(_metric(r), _metric(r)) for r in content.results))
    names = metrics if len(metrics) <= _NAMED else [*metrics[:_NAMED], "more"]
    n = len(content.systems)
    return f"{n:,} {'system' if n == 1 else 'systems'} by {in_words(names)}"


def _metric(result: Result) -> str:
    return result.alias or result.metric


def lead(content: Content) -> list[Child]:
    """List the names of systems, each with its own writing direction."""
    shown, more = content.systems[:_NAMED], len(content.systems) - _NAMED
    names: list[Child] = [[element("bdi", None, name), ", "] for name in shown[:-1]]
    last = element("bdi", None, shown[-1])
    return [*names, last, f" and {more} more" if more > 0 else None]


def _records(content: Content) -> Node | None:
    """Create the section in which the script shows single records."""
    if not content.records:
        return None
    frame = element("div", {"id": "records-app"})
    without = element(
        "noscript", None, "Single records are shown by a script, which is disabled here."
    )
    return section("records", "Worst and best records", frame, element("p", None, without))


def _provenance(content: Content, notices: Sequence[str]) -> Node:
    lines = [element("li", None, element("code", {"dir": "auto"}, line))
             for line in notes(content.results, whole=True)]  # fmt: skip
    items = [element("li", {"dir": "auto"}, text) for text in notices]
    return section(
        "provenance",
        "Where the numbers come from",
        element("p", None, "Signatures, from which scores can be recomputed: metric, options, "
                "versions, and the hash of the data."),
        element("ul", {"class": "signatures"}, lines),
        [element("h3", None, "Notices"), element("ul", {"class": "notices"}, items)]
        if items else None,
    )  # fmt: skip


def footer(more: str) -> Node:
    """Create the footer, with a further sentence."""
    text = f"Written by sacreval {version()}. {more}".rstrip()
    return element("footer", None, element("p", None, text))


def _script() -> str:
    return "".join(map(_asset, SCRIPTS))


def _asset(name: str) -> str:
    return files("sacreval.features.page").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
