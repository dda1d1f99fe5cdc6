"""The sections of tests: systems compared with a base, and with themselves in the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sacreval.core.results import Result
from sacreval.features.compare.comparison_notes import how_compared, lines_on_missing
from sacreval.features.compare.result import Comparison, Standing
from sacreval.features.compare.tables import finding, interval_text, shared_text
from sacreval.features.page.content import Content
from sacreval.features.page.parts import (
    Child,
    Node,
    RecordLinks,
    element,
    heading,
    note,
    number,
    row,
    section,
    table,
    unfolded,
)
from sacreval.features.page.records.extremes import changed_texts
from sacreval.features.page.scores import SIGNS
from sacreval.report.lacking import LACKING
from sacreval.report.numbers import p_text
from sacreval.report.result_tables import digits

_KINDS = {"better": "gain", "worse": "loss"}


def against_base(content: Content) -> Node | None:
    """Create the section that compares systems with a base."""
    if not content.comparisons:
        return None
    base = content.comparisons[0].base
    known = {pair.output for pair in content.comparisons}
    pieces: list[tuple[str, Child]] = []
    for output in filter(known.__contains__, content.chief_first):
        pairs = [pair for pair in content.comparisons if pair.output == output]
        ranks = {s.system_id: s for s in content.standings if s.output == output}
        name = content.shown(output)
        drawn = _table(f"{name}: systems against {base}", pairs, content, ranks)
        pieces.append((name, [drawn, [_moves_of(pair, content) for pair in pairs]]))
    how = _how(content, content.comparisons)
    text = f"Differences from {base} on the records that the two share. {how}"
    return section("tests", f"Against {base}", unfolded(pieces), note(text))


def since_baseline(content: Content) -> Node | None:
    """Create the section that compares systems with the baseline."""
    if not content.before:
        return None
    return section(
        "baseline",
        "Since the baseline",
        _moves(content),
        changed_texts(content),
        note(f"Tested on the records of both runs. {_how_since(content)}")
        if content.changes
        else None,
    )


def _table(
    caption: str, pairs: Sequence[Comparison], content: Content, ranks: dict[str, Standing]
) -> Node:
    places = digits([r for r in content.overall if r.output == pairs[0].output])
    gone = [what for what in LACKING if any(getattr(pair, what) for pair in pairs)]
    apart = any(pair.base_missing or pair.other_missing for pair in pairs)
    rows = [
        row(pair.other, *_cells(pair, places, gone, apart=apart), _ranks(ranks.get(pair.other)))
        for pair in pairs
    ]
    head = [*_head(gone, apart=apart), heading("ranks", "number")]
    return table(caption, head, rows, **{"class": "sortable"})


def _head(gone: Sequence[str], *, apart: bool) -> list[Node]:
    tests = ("difference", "p (Holm)", "effect d", "win / tie / loss", "detectable")
    lacking = (f"{what} (base)" for what in gone)
    names = ("records", *lacking, *(("shared",) if apart else ()), *tests)
    return [heading("system"), heading("finding"), *(heading(name, "number") for name in names)]


def _cells(pair: Comparison, places: int, gone: Sequence[str], *, apart: bool) -> list[Node]:
    around = element("span", {"class": "interval"}, interval_text(pair, places))
    return [
        _finding(pair),
        number(f"{pair.n:,}", pair.n),
        *(_lacked(pair, what) for what in gone),
        *([number(shared_text(pair))] if apart else []),
        number([f"{pair.difference:+.{places}f}", around], pair.difference),
        _p(pair),
        number("-" if pair.effect_size is None else f"{pair.effect_size:.2f}", pair.effect_size),
        number(
            "-" if pair.wins is None else f"{pair.wins} / {pair.ties} / {pair.losses}", pair.wins
        ),
        number(
            "-" if pair.detectable is None else f"{pair.detectable:.{places}f}", pair.detectable
        ),
    ]  # fmt: skip


def _lacked(pair: Comparison, what: str) -> Node:
    return _counts(getattr(pair, f"other_{what}"), getattr(pair, f"base_{what}"))


def _counts(now: int, base: int) -> Node:
    """Return a number of records, with that of the base or the baseline in parentheses."""
    return number(f"{now:,} ({base:,})", now)


def _finding(pair: Comparison) -> Node:
    kind = _KINDS.get(pair.finding, "even")
    return element("td", {"class": f"finding {kind}"}, f"{SIGNS[pair.finding]} {finding(pair)}")


def _ranks(standing: Standing | None) -> Node:
    if standing is None:
        return number("")
    low, high = standing.best_rank, standing.worst_rank
    if low is None:
        return number("-")
    return number(str(low) if low == high else f"{low} to {high}", low)


def _p(pair: Comparison) -> Node:
    p = pair.tests[pair.test].p_holm
    return number(p_text(p), p)


def _moves(content: Content) -> Node:
    """Return a table of the scores of both runs, including those that were not tested."""
    before = {(r.system_id, r.output): r for r in content.before}
    alone = _only(content.before)
    tested = {(c.other, c.output): c for c in content.changes}
    pairs: list[tuple[Result, Result]] = []
    for now in content.overall:
        old = before.get((now.system_id, now.output))
        if old is None and alone and _only(content.overall):
            old = before.get((alone, now.output))
        if old is None or now.value is None or old.value is None:
            continue
        pairs.append((now, old))
    gone = [x for x in LACKING if any(x in result.lacking for pair in pairs for result in pair)]
    rows = [
        _move(now, old, tested.get((now.system_id, now.output)), content, gone)
        for now, old in pairs
    ]
    head = [
        heading("system"),
        heading("metric"),
        heading("then", "number"),
        heading("now", "number"),
        *(heading(f"{what} (then)", "number") for what in gone),
    ]
    head += [heading("change", "number"), heading("finding"), heading("p (Holm)", "number")]
    head += [heading("gains and losses by most")]
    return table("Every number, then and now", head, rows, **{"class": "sortable"})  # fmt: skip


def _only(results: Sequence[Result]) -> str | None:
    names = list(dict.fromkeys(result.system_id for result in results))
    return names[0] if len(names) == 1 else None


def _move(
    now: Result, old: Result, pair: Comparison | None, content: Content, gone: Sequence[str]
) -> Node:
    places = digits([now, old])
    then, value = old.value or 0.0, now.value or 0.0
    cells = [
        element("td", None, content.shown(now.output)),
        number(f"{then:.{places}f}", then),
        number(f"{value:.{places}f}", value),
        *(_counts(now.lacking.get(x, 0), old.lacking.get(x, 0)) for x in gone),
        number(f"{value - then:+.{places}f}", value - then),
    ]
    if pair is None:
        return row(now.system_id, *cells, element("td", None, "not tested"), number(""),
                   element("td"))  # fmt: skip
    cells += [
        _finding(pair),
        _p(pair),
        element("td", {"class": "note", "dir": "auto"}, _moved(pair, content)),
    ]
    return row(now.system_id, *cells)


def _moves_of(pair: Comparison, content: Content) -> Node | None:
    """Return a line with the largest gains and losses of a system; None where none is larger."""
    if not (pair.gains or pair.drops) or _all_alike(pair):
        return None
    said = ["Largest ", _moved(pair, content)]
    return element("p", {"class": "note"}, element("bdi", None, f"{pair.other}. "), said)


def _all_alike(pair: Comparison) -> bool:
    """Return whether scores only change from 0 to 1 or back, so that no change is the largest."""
    return all({change.base, change.other} == {0, 1} for change in (*pair.gains, *pair.drops))


def _moved(pair: Comparison, content: Content) -> list[Child]:
    """List the largest gains and losses, each a link to its record."""
    if (pair.gains or pair.drops) and _all_alike(pair):
        return [f"{pair.wins or 0:,} records gained and {pair.losses or 0:,} lost"]
    links = RecordLinks(content, pair.output)
    lists = [(name, x) for name, x in (("gains", pair.gains), ("losses", pair.drops)) if x]
    said: list[Child] = []
    for k, (name, changes) in enumerate(lists):
        said.append(f"{'; ' if k else ''}{name}: ")
        for i, change in enumerate(changes):
            values = f" ({change.base:.4g} to {change.other:.4g})"
            said.append([", " if i else None, links.to(change.instance_id, pair.other), values])
    return said or ["none"]


def _how_since(content: Content) -> str:
    """Describe the tests against the baseline, which share one correction over all of them."""
    settings = replace(content.settings, family="all")
    lines = how_compared(content.changes, settings, intervals=False)
    gates = "" if not content.gates else (
        " The p of a gate is corrected over the outputs that gates test, which may be fewer."
    )  # fmt: skip
    return f"{'. '.join(lines)}.{gates}"


def _how(content: Content, comparisons: Sequence[Comparison]) -> str:
    lines = [*how_compared(comparisons, content.settings), *lines_on_missing(comparisons)]
    return (
        f"{'. '.join(lines)}. Detectable: the smallest difference found in 8 of 10 such test sets."
    )
