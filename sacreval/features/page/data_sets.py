"""The section of results over data sets: systems by data sets, one table for each output."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.core.results import MEAN, Result
from sacreval.features.page.content import CELLS, Content
from sacreval.features.page.elements import Child, Node
from sacreval.features.page.parts import note, section, unfolded
from sacreval.features.page.score_tables import score_table, title
from sacreval.features.page.scores import gates
from sacreval.report.data_sets import has_sets, main_outputs, set_notes
from sacreval.report.lacking import lacking_lines
from sacreval.report.result_notes import around_lines
from sacreval.report.results import by_output


def over_data_sets(content: Content) -> Node | None:
    """Create the section; None for results of one set of records."""
    found = [one for one in content.results if one.metric != CELLS]
    if not has_sets(found):
        return None
    columns = by_output(found)
    main = main_outputs(found)
    names = [*main, *(name for name in columns if name not in main)]
    pieces: list[tuple[str, Child]] = [(name, _table(columns[name], name)) for name in names]
    lines = [
        *set_notes(found)[: -1 if len(main) < len(names) else None],
        *around_lines(found),
        *lacking_lines(found),
    ]
    sentences = " ".join(f"{line[0].upper()}{line[1:]}." for line in lines)
    shown = unfolded(pieces, shown=len(main))
    return section("results", "Results by data set", shown, note(sentences), gates(content.gates))


def _table(results: Sequence[Result], output: str) -> Node:
    cells = {(one.group, one.system_id, one.dataset): one for one in results}
    sets = [name for name in dict.fromkeys(one.dataset for one in results) if name != MEAN]
    columns = [*sets, *([MEAN] if any(one.dataset == MEAN for one in results) else [])]
    keys = sorted(
        dict.fromkeys((one.group, one.system_id) for one in results),
        key=lambda key: (key[0] is not None, key[0] or ""),
    )
    lines = {
        system if group is None else f"{system}, {group}": [
            cells.get((group, system, name)) for name in columns
        ]
        for group, system in keys
    }
    heads = ["mean of sets" if name == MEAN else str(name) for name in columns]
    corner = title(output, results[0])
    return score_table(f"{output} by data set", corner, heads, lines, counted=False)
