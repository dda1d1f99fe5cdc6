"""Judges for tests, as files and as definitions, and functions that answer their requests."""

import json
from pathlib import Path

import msgspec

from sacreval.metrics.judges._definition import Definition
from sacreval.metrics.judges._definition_checks import checked

RATE = [{"role": "user", "content": "Source: {{sources[0]}}\nSummary: {{prediction}}"}]
QUALITY = {
    "judge": "quality",
    "needs": ["sources", "prediction"],
    "messages": RATE,
    "scale": {"type": "number", "min": 1, "max": 5},
    "parse": [{"pattern": r"\[\[(\d+)\]\]", "pick": "last"}],
    "params": {"temperature": 0, "max_tokens": 8},
}
PREFERENCE = {
    "judge": "preference",
    "needs": ["prediction"],
    "messages": [{"role": "user", "content": "A: {{prediction}}\nB: {{opponent}}"}],
    "scale": {"type": "choices", "values": {"A": 1, "B": 0, "tie": 0.5}},
    "pair": {},
    "parse": [{"pattern": r"\[\[(A|B|tie)\]\]"}],
}
SUPPORT = {
    "judge": "support",
    "needs": ["sources", "prediction"],
    "steps": [
        {
            "ask": "claims",
            "messages": [{"role": "user", "content": "Claims of: {{prediction}}"}],
            "parse": [{"lines": {}}],
        },
        {
            "ask": "check",
            "each": "claims",
            "messages": [{"role": "user", "content": "{{sources[0]}}: {{item}} ({{index}})?"}],
            "parse": [{"pattern": r"\b(yes|no)\b"}],
        },
    ],
    "scale": {"type": "list", "values": {"yes": 1, "no": 0}, "fold": "share"},
}
ANSWERS = '''
import re

def rate(requests):
    """The number of words of the summary, at most 5; none where it says so."""
    return [rating(one.messages[-1].content.partition("Summary: ")[2]) for one in requests]

def rating(text):
    return "I cannot say" if "unclear" in text else f"[[{min(5, len(text.split()))}]]"

def longer(requests):
    """The longer text; A if they are equally long."""
    return [preferred(one.messages[-1].content) for one in requests]

def preferred(text):
    first, _, second = text.removeprefix("A: ").partition("\\nB: ")
    return "[[A]]" if len(first) >= len(second) else "[[B]]"

def claims(requests):
    """The words of the text as claims, each supported if the source has it."""
    return [claimed(one.messages[-1].content) for one in requests]

def claimed(text):
    if text.startswith("Claims of: "):
        return "\\n".join(f"- {word}" for word in text.removeprefix("Claims of: ").split())
    source, _, claim = text.partition(": ")
    return "yes" if claim.split(" (")[0] in source.split() else "no"
'''


def definition(values, **changes) -> Definition:
    """Return a judge, checked."""
    return checked(msgspec.convert({**values, **changes}, Definition))


def write(folder: Path, values, **changes) -> str:
    """Write a judge file, which is JSON and so YAML, and return its path."""
    definition = {**values, **changes}
    path = folder / f"{definition['judge']}.yaml"
    path.write_text(json.dumps(definition), encoding="utf-8")
    return str(path)
