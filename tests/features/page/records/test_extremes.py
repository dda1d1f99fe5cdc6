"""The worst and the best records, with their texts."""

from dataclasses import replace

from msgspec import structs

from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.records.extremes import CHARACTERS, extremes


def content(scores, *, up=True, mains=("x",), texts=None, systems=("a",)):
    outputs = list(scores)
    results = [
        Result(metric="m", output=name, system_id=system, group=None, value=1.0, n=3,
               higher_is_better=up, interval=None, signature="m", engine="native",
               main=name in mains)
        for name in outputs for system in systems
    ]  # fmt: skip
    n = len(scores[outputs[0]])
    names = [f"r{i}" for i in range(n)]
    records = {
        system: {
            name: Scored(
                instance_id=name, system_id=system, scores={x: scores[x][i] for x in outputs}
            )
            for i, name in enumerate(names)
        }
        for system in systems
    }
    return Content(results=results, instances=names, records=records, texts=texts or {})


def shown(node):
    return [["".join(cell.itertext()) for cell in line] for line in node.iter("tr")]


def test_five_at_each_end():
    """Of twelve records the five lowest come first, then the five highest; ties in their order."""
    node, notices = extremes(content({"x": [5, 1, 1, 2, 9, 3, 8, 7, 6, 4, 10, None, 11]}))
    names = [line[0] for line in shown(node)[1:]]
    assert names == ["r1", "r2", "r3", "r5", "r9", "r7", "r6", "r4", "r10", "r12"]
    assert notices == []


def test_few_records_once():
    """Up to ten records are in the table once; where lower is better the highest are the worst."""
    node, _ = extremes(content({"x": [1, 3, 2]}, up=False))
    assert [line[:2] for line in shown(node)[1:]] == [
        ["r1", "3.0000"],
        ["r2", "2.0000"],
        ["r0", "1.0000"],
    ]


def test_main_outputs():
    """Records are shown by main outputs; by the first output of results that name none."""
    node, _ = extremes(content({"y": [1, 2], "x": [1, 2]}))
    assert [x.text for x in node.iter("caption")] == ["x of a"]
    node, _ = extremes(content({"y": [1, 2], "x": [1, 2]}, mains=()))
    assert [x.text for x in node.iter("caption")] == ["y of a"]


def test_texts():
    """Fields that records have are columns; long texts are cut, which is counted."""
    texts = {"a": {"r0": Instance(prediction="p" * 2000, references=["<b>", "c"], input="q")}}
    node, (notice,) = extremes(content({"x": [1, 2]}, texts=texts))
    head, first, second = shown(node)
    assert head == ["record", "x", "input", "prediction", "references"]
    assert first[2:] == ["q", f"{'p' * CHARACTERS}…", "1. <b>2. c"]
    assert second[2:] == ["", "", ""]
    assert notice == "1 texts of records are cut after 1,000 characters, with …"


def test_many_systems():
    """Twelve tables are shown, and how many others there are is said."""
    systems = [f"s{i}" for i in range(15)]
    node, (notice,) = extremes(content({"x": [1, 2]}, systems=systems))
    assert len(list(node.iter("table"))) == 12
    assert "of 3 further outputs and systems are left out" in notice


def test_nothing_known():
    """Without scores of records there is no section."""
    found = content({"x": [None, None]})
    assert extremes(found) == (None, [])


def test_error_spans():
    """Error spans are lines of a column, which says where an output has none."""
    spans = [
        ErrorSpan(text=text, confidence=0.5, severity="minor", start=0, end=1)
        for text in ("<b>", "c")
    ]
    found = content({"x": [1, 2, 3]})
    scored = [
        structs.replace(one, error_spans=of)
        for one, of in zip(
            found.records["a"].values(), ({"m": spans}, {"m": []}, None), strict=True
        )
    ]
    records = {"a": {one.instance_id: one for one in scored}}
    node, _ = extremes(replace(found, records=records))
    assert [line[2:] for line in shown(node)] == [
        ["errors"],
        ["minor: <b> (0.50)minor: c (0.50)"],
        ["none"],
        [""],
    ]
