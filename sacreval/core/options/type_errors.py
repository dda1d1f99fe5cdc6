"""Translation of msgspec's type errors into plain words, for values of JSON and YAML."""

from __future__ import annotations

import re

_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_LENGTH = re.compile(r"Expected `array` of length (?P<wanted>\d+), got (?P<got>\d+)")
_PLACE = re.compile(r" - at `(?P<key>key in )?\$\.?(?P<place>[^`]*)`$")
_WORDS = {
    "array": "a list",
    "object": "an object",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}


def in_plain_words(error: Exception, option: str = "") -> str:
    """Describe a validation error of msgspec in plain words.

    Args:
        error: The exception of msgspec.
        option: The option or field that was converted alone, below which the error names places.

    Returns:
        A clause such as "`sources` must be a list, not text".
    """
    text = str(error)
    if option:
        text = _below(option, text)
    place = _PLACE.search(text)
    name = _name(place["place"]) if place else "it"
    if length := _LENGTH.match(text):
        return f"{name} must have {length['wanted']} values, not {length['got']}"
    if expected := _EXPECTED.match(text):
        got = _WORDS.get(expected["got"], expected["got"])
        return f"{name} must be {_expected_types(expected['wanted'])}, not {got}"
    problem = text[: place.start()] if place else text
    if problem.startswith("Invalid enum value "):
        return f"{name} cannot be {problem.removeprefix('Invalid enum value ')}"
    if problem == "Expected `str` of length >= 1":
        return f"{name} must not be empty"
    problem = problem[0].lower() + problem[1:]
    return f"{name}: {problem}" if place else problem


def _below(option: str, text: str) -> str:
    """Add the name of an option to the place of an error, which may have none."""
    if not _PLACE.search(text):
        return f"{text} - at `$.{option}`"
    head, mark, tail = text.rpartition("`$")
    return f"{head}{mark}.{option}{tail}"


def _name(place: str) -> str:
    field, inside, _ = place.partition("[...]")
    if not field:
        return "a value" if inside else "it"
    return f"a value in `{field}`" if inside else f"`{field}`"


def _expected_types(types: str) -> str:
    kinds = [kind for kind in types.split(" | ") if kind != "null"] or ["null"]
    if "float" in kinds:
        kinds = [kind for kind in kinds if kind != "int"]
    words = [_WORDS.get(kind, kind) for kind in kinds]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
