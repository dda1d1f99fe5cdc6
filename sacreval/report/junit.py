"""JUnit XML for build servers: a test suite per system, a test case per gate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import msgspec

from sacreval.core.results import Report, Result, Verdict

_SHOWN = 100  # failed records that are listed
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(report: Report) -> str:
    """Return a report as JUnit XML.

    Each system is a test suite, one for each data set of a run over several, and each gate a test
    case, which fails if the gate does; the type of a failure is `worse` or `cannot tell` for a gate
    with a margin, GateError for others. The additional case `records` is an error if some records
    could not be scored. Values, intervals and signatures are properties.

    Args:
        report: Results and gates.
    """
    root = Element("testsuites", name="sacreval")
    systems = dict.fromkeys((result.dataset, result.system_id) for result in report.results)
    for i, place in enumerate(systems):
        own = [r for r in report.results if (r.dataset, r.system_id) == place and r.group is None]
        verdicts = [v for v in report.verdicts if (v.dataset, v.system_id) == place]
        dataset, system = place
        name = system if dataset is None else f"{system} on {dataset}"
        # Failed records have a position but no system: the first suite lists them all.
        _suite(root, name, own, verdicts, report.failures if i == 0 else [])
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
) -> None:
    failed = sum(not verdict.passed for verdict in verdicts)
    suite = SubElement(
        root,
        "testsuite",
        name=clean(system),
        tests=str(len(verdicts) + 1),
        failures=str(failed),
        errors=str(int(bool(failures))),
    )
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


def _properties(result: Result) -> list[tuple[str, str]]:
    name, interval = result.output, result.interval
    found = [
        (name, "" if result.value is None else repr(result.value)),
        (f"{name}.n", str(result.n)),
    ]
    if interval is not None:
        found.append((f"{name}.interval", f"[{interval.low!r}, {interval.high!r}]"))
    if result.band is not None:
        found.append((f"{name}.calibrated_up_to", repr(result.band.high)))
    if (one := result.corrected) is not None:
        found.append((f"{name}.corrected", repr(one.value)))
        found.append((f"{name}.corrected_interval", f"[{one.low!r}, {one.high!r}]"))
        found.append((f"{name}.labels", str(one.labels)))
    if result.missing is not None:
        values = msgspec.to_builtins(result.missing).items()
        found += [(f"{name}.{key}", repr(x)) for key, x in values if x is not None]
    return [*found, (f"{name}.signature", result.signature)]


def clean(text: str) -> str:
    r"""Escape characters that XML 1.0 does not allow, such as control characters, as `\x..`."""
    return _FORBIDDEN.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
