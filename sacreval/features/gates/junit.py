"""JUnit XML for build servers: a test suite per system, a test case per gate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import msgspec

from sacreval.core.records import Scored
from sacreval.core.results import Report, Result, Verdict

_SHOWN = 100  # failed records that are listed
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(report: Report, records: Sequence[Scored] = ()) -> str:
    """Return a report as JUnit XML.

    Each system is a test suite, one for each data set of a run over several, and each gate a test
    case, which fails if the gate does; the type of a failure is `worse` or `cannot tell` for a gate
    with a margin, GateError for others. The additional case `records` is an error if some records
    could not be scored. Values, intervals and signatures are properties. Records that are given are
    test cases too, with their scores: one at fault in a gate that failed is a failure, and one that
    could not be scored is an error.
    """
    by_system: dict[tuple[str | None, str], list[Scored]] = {}
    for record in records:
        by_system.setdefault((record.dataset, record.system_id), []).append(record)
    of_records = {text for texts in report.failures_by.values() for text in texts}
    of_scores = [text for text in report.failures if text not in of_records]
    root = Element("testsuites", name="sacreval")
    of_systems: tuple[Result | Verdict, ...] = (*report.results, *report.verdicts)
    systems = dict.fromkeys((row.dataset, row.system_id) for row in of_systems)
    for i, place in enumerate(systems):
        rows = [r for r in report.results if (r.dataset, r.system_id) == place and r.group is None]
        verdicts = [v for v in report.verdicts if (v.dataset, v.system_id) == place]
        dataset, system = place
        name = system if dataset is None else f"{system} on {dataset}"
        failures = report.failures_by.get(place, []) + (of_scores if i == 0 else [])
        suite = _suite(root, name, rows, verdicts, failures)
        _add_records(suite, name, by_system.get(place, ()), verdicts)
        suite.set("tests", str(len(suite.findall("testcase"))))
        for tag in ("failure", "error"):
            suite.set(f"{tag}s", str(len(suite.findall(f"testcase/{tag}"))))
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key) or 0) for suite in root)))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(
    root: Element,
    system: str,
    results: Sequence[Result],
    verdicts: Sequence[Verdict],
    failures: Sequence[str],
) -> Element:
    suite = SubElement(root, "testsuite", name=clean(system))
    properties = SubElement(suite, "properties")
    for result in results:
        for name, value in _properties(result):
            SubElement(properties, "property", name=clean(name), value=clean(value))
    name = f"sacreval.{clean(system)}"
    case = SubElement(suite, "testcase", classname=name, name="records")
    if failures:
        listed = "\n".join(failures[:_SHOWN])
        error = SubElement(
            case, "error", type="RecordError", message=f"{len(failures)} records were not scored"
        )
        error.text = clean(listed)
    for verdict in verdicts:
        case = SubElement(suite, "testcase", classname=name, name=clean(verdict.gate))
        if verdict.passed:
            SubElement(case, "system-out").text = clean(verdict.sentence)
        else:
            kind = verdict.answer or "GateError"
            SubElement(case, "failure", type=kind, message=clean(verdict.sentence))
    return suite


def _add_records(
    suite: Element, system: str, records: Sequence[Scored], verdicts: Sequence[Verdict]
) -> None:
    """Add a test case for each record."""
    at_fault: dict[str, list[str]] = {}
    for verdict in verdicts:
        for name in verdict.records or ():
            at_fault.setdefault(name, []).append(verdict.gate)
    for record in records:
        case = SubElement(
            suite,
            "testcase",
            classname=f"sacreval.{clean(system)}.records",
            name=clean(record.instance_id),
        )
        scores = _scores(record.scores)
        if record.error:
            SubElement(case, "error", type="RecordError", message=clean(record.error))
        if gates := at_fault.get(record.instance_id):
            message = f"{'; '.join(gates)}: {scores}"
            SubElement(case, "failure", type="GateError", message=clean(message))
        if scores:
            SubElement(case, "system-out").text = clean(scores)


def _scores(scores: Mapping[str, float | None]) -> str:
    return ", ".join(f"{name} {x:.6g}" for name, x in scores.items() if x is not None)


def _properties(result: Result) -> list[tuple[str, str]]:
    name, interval = result.output, result.interval
    pairs = [
        (name, "" if result.value is None else repr(result.value)),
        *((f"{name}.{what}", str(count)) for what, count in result.sizes.items()),
    ]
    if interval is not None:
        pairs.append((f"{name}.interval", f"[{interval.low!r}, {interval.high!r}]"))
    if result.band is not None:
        pairs.append((f"{name}.calibrated_up_to", repr(result.band.high)))
    if (corrected := result.corrected) is not None:
        pairs.append((f"{name}.corrected", repr(corrected.value)))
        pairs.append((f"{name}.corrected_interval", f"[{corrected.low!r}, {corrected.high!r}]"))
        pairs.append((f"{name}.labels", str(corrected.labels)))
    if result.missing is not None:
        values = msgspec.to_builtins(result.missing).items()
        pairs += [(f"{name}.{key}", repr(x)) for key, x in values if x is not None]
    return [*pairs, (f"{name}.signature", result.signature)]


def clean(text: str) -> str:
    r"""Escape characters that XML 1.0 does not allow, such as control characters, as `\x..`."""
    return _FORBIDDEN.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
