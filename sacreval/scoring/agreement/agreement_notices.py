"""Notices on scores that differ from those that a log has, and the options that make them equal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from math import isnan
from shlex import quote
from typing import Any, NamedTuple

from msgspec.structs import replace

from sacreval.core.metric import Metric, metrics
from sacreval.core.options.specs import split_spec, write_spec
from sacreval.core.records import Instance
from sacreval.core.stored_scores import scores_of
from sacreval.errors import SacrevalError
from sacreval.scoring.agreement.agreement_columns import TOLERANCE, Column, ColumnKey, derived
from sacreval.scoring.agreement.agreement_rows import AgreementRow
from sacreval.scoring.agreement.agreement_rule import RULES, AgreementRule, unchanged, whole_output
from sacreval.scoring.entries.run_metrics import Entry, entry
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.logged_scores import LoggedScores, OfSystem
from sacreval.scoring.rows.subset import Subset

# Options that find answers; the target of GSM8K in lm-eval's logs is a whole solution.
_ANSWERS: tuple[Mapping[str, Any], ...] = (
    {"extract_references": ["gsm8k"]},
    {"extract": ["gsm8k-flexible"], "extract_references": ["gsm8k-strict"]},
    {"extract": ["letter"]},
    {"extract": ["last-number"]},
)


_Logs = Mapping[str, OfSystem]


class _Difference(NamedTuple):
    system: str
    own: float
    stored: float
    records: int


def differences(
    entries: Sequence[Entry], systems: Mapping[str, Collected], logged: LoggedScores
) -> list[str]:
    """Name the scores that differ from those of the log, with the options that make them equal."""
    there = {x: log for x, log in logged.systems.items() if x in systems and log.columns}
    sentences: list[tuple[str, str, str]] = []
    equal: set[tuple[str, str]] = set()
    for i, scorer in enumerate(entries):
        subsets = {x: Subset.of(systems[x], i) for x in there} if scorer.has_rows else {}
        for output, rules in _rules(scorer.metric, there).items():
            differing = {x: _differing(subsets, there, output, x, y) for x, y in rules.items()}
            equal |= {(scorer.metric.name, x) for x, those in differing.items() if not those}
            if subsets and all(differing.values()):
                name = output if output in differing else next(iter(differing))
                (label,) = scorer.named({output: None})
                differing_there = {x.system: there[x.system] for x in differing[name]}
                hint = _hint(scorer.metric, name, rules[name], there, differing_there)
                sentence = _sentence(label, name, differing[name], hint)
                sentences.append((scorer.metric.name, name, sentence))
    parts = any(_is_part(sampled) for x in there.values() for sampled in x.sample)
    return [text for metric, name, text in sentences if parts or (metric, name) not in equal]


def remedy(column: Column) -> str | None:
    """Return the options that make the scores of a system equal to those of its log.

    Args:
        column: A score of one system that differs, with a sample of its records.

    Returns:
        A sentence; None where no options do.
    """
    if column.rule is None or column.metric is None or column.rule.corpus or column.rule.pairs:
        return None
    logged = {column.key.system_id: OfSystem(sample=column.sample)}
    options = _equal_options(column.metric, column.key.score, [column.rule], logged, logged)
    return options and f"with `sacreval evaluate {column.metric.name}`, {options}"


def _rules(metric: Metric, logged: _Logs) -> dict[str, dict[str, list[AgreementRule]]]:
    """Return, by output of a metric, the scores of a log that mean it, each with its rules."""
    by_output: dict[str, dict[str, list[AgreementRule]]] = {}
    every = [rule for rules in RULES.values() for rule in rules]
    for system in logged.values():
        for name in system.columns:
            for rule in every:
                if output := _output(rule, metric, name, system):
                    known = by_output.setdefault(output, {}).setdefault(name, [])
                    known += [] if rule in known else [rule]
    return by_output


def _output(rule: AgreementRule, metric: Metric, name: str, system: OfSystem) -> str | None:
    """Return the output of a metric that a score of a log means by a rule; None for another."""
    match = re.fullmatch(rule.score, name)
    if match is None or rule.corpus or rule.pairs or rule.metric.partition("{")[0] != metric.name:
        return None
    output = re.sub(r"<(\w+)>", lambda group: match[group[1]], rule.output)
    applies = any(rule.applies(record, {}) for _, record in system.sample[:1])
    return output if applies and output in metric.outputs else None


def _differing(
    subsets: Mapping[str, Subset],
    logged: _Logs,
    output: str,
    name: str,
    rules: Sequence[AgreementRule],
) -> list[_Difference]:
    """Return the systems of which an output differs from a score of the log on the same records."""
    digits = [rule.digits for rule in rules if rule.digits is not None]
    tolerance = max([TOLERANCE * 1e3, *(0.5 * 10.0**-x for x in digits)])
    differing = []
    for system, subset in subsets.items():
        log = logged[system]
        column = log.columns.get(name, ())
        places = list(subset.places)
        if not places or len(column) <= max(places) or log.count != len(subset.collected.places):
            continue
        stored = sum(column[place] for place in places) / len(places)
        ours = float(subset.scores()[output])
        if not isnan(stored) and abs(ours - stored) > tolerance * max(1.0, abs(stored)):
            differing.append(_Difference(system, ours, stored, len(places)))
    return differing


def _sentence(output: str, name: str, differing: Sequence[_Difference], hint: str) -> str:
    first = differing[0]
    ours, stored = f"{first.own:.4f}", f"{first.stored:.4f}"
    if ours == stored:
        ours, stored = f"{first.own:.12g}", f"{first.stored:.12g}"
    others = len(differing) - 1
    more = f", and {others} more system{'s' * (others > 1)} differ{'s' * (others == 1)}"
    return (
        f"{output} of '{first.system}' is {ours} here, and {name} is {stored} in its log, for the "
        f"same {first.records} records{more * (others > 0)}; {hint}"
    )


def _hint(
    metric: Metric, name: str, rules: Sequence[AgreementRule], logged: _Logs, differing: _Logs
) -> str:
    """Return the options that make the scores equal in a sample, or else where the log's are."""
    return _equal_options(metric, name, rules, logged, differing) or (
        f"`sacreval evaluate stored-score --score {quote(name)}` has those of the log, and "
        "`sacreval evaluate --agree` the records that differ"
    )


def _equal_options(
    metric: Metric, name: str, rules: Sequence[AgreementRule], logged: _Logs, differing: _Logs
) -> str | None:
    """Return the options that make the scores equal in a sample; None if no options do."""
    for system, log in differing.items():
        raw = replace(rules[0], texts=whole_output)
        if any(map(_is_part, log.sample)) and _is_equal(metric, name, raw, {system: log}):
            named = (log.sample[0][1].meta or {})["filter"]
            reader = quote(write_spec("lm-eval", {"answer": "raw", "filter": named}))
            return f"--reader {reader} makes that of '{system}' equal"
    specs = dict.fromkeys(rule.spec(name) for rule in rules)
    if metric.judges == "prediction" and "references" in metric.needs:
        specs |= dict.fromkeys(write_spec(metric.name, options) for options in _ANSWERS)
    for those, alone in ((logged, ""), (differing, ", in a run without the other systems")):
        for spec in specs:
            if _is_equal(spec, name, replace(rules[0], texts=unchanged), those):
                options = _options(spec)
                how = f"{options or 'leaving out all options'} makes"
                return f"{how} them equal{alone}"
    return None


def _is_part(sampled: tuple[str, Instance]) -> bool:
    """Return whether an output is what a filter of lm-eval left of a longer one."""
    record = sampled[1]
    return "filter" in (record.meta or {}) and whole_output(record, {}) != [record]


def _is_equal(metric: Metric | str, name: str, rule: AgreementRule, logged: _Logs) -> bool:
    """Return whether a metric scores the sampled records as the log does."""
    try:
        scorer = entry(metric).metric if isinstance(metric, str) else metric
        column = _scored(scorer, name, rule, logged)
    except SacrevalError:  # an option that the metric does not have, or a library that is missing
        return False
    return bool(column.compared) and not (column.different or column.unscored)


def _scored(metric: Metric, name: str, rule: AgreementRule, logged: _Logs) -> Column:
    """Score the sampled records by a metric, beside a score of the log."""
    column = Column(ColumnKey(name, "", None), rule, metric)
    for system in logged.values():
        for instance_id, record in system.sample:
            if name in (stored := scores_of(record.meta)):
                row = AgreementRow(name, name, None, stored[name], record)
                column.add([row], derived(metric, rule, [row], {}), instance_id)
    return column


def _options(spec: str) -> str:
    """Write a metric's options as on the command line, without those at their defaults."""
    name, options = split_spec(spec)
    defaults = {field.name: field.default for field in fields(metrics.get(name))}
    changed = {option: x for option, x in options.items() if defaults.get(option) != x}
    return " ".join(
        f"--{option.replace('_', '-')} {quote(str(x))}"
        for option, value in changed.items()
        for x in (value if isinstance(value, list) else [value])
    )
