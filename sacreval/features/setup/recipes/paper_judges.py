"""Judge files whose prompts are taken from the files of a paper's repository."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError

if TYPE_CHECKING:
    from sacreval.features.setup.recipes.schema import JudgeBuild, PromptPart


def text_at(source: str, place: str) -> str:
    """Return a text of a Python file."""
    text = _value(_node(source, place), place)
    if not isinstance(text, str):
        raise InputError(f"there is no text at {place} of the Python file; check the recipe")
    return text


def texts_at(source: str, place: str) -> dict[str, str]:
    """Return the texts of a dictionary of a Python file, by key."""
    node = _node(source, place)
    if not isinstance(node, ast.Dict):
        raise InputError(f"there is no dictionary at {place} of the Python file; check the recipe")
    return {key: text_at(source, f"{place}/{key}") for key in _keys(node)}


def _node(source: str, place: str) -> ast.AST:
    node: ast.AST | None = _tree(source)
    for part in place.split("/"):
        node = _below(node, part)
    if node is None:
        raise InputError(f"there is nothing at {place} of the Python file; check the recipe")
    return node


@lru_cache(maxsize=8)
def _tree(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"the file is not Python ({error}); get it again") from None


def _below(node: ast.AST | None, part: str) -> ast.AST | None:
    """Return what a name, a key or an index selects in a node."""
    if isinstance(node, ast.Module | ast.FunctionDef):
        return _named(node.body, part)
    if isinstance(node, ast.Dict):
        return _keys(node).get(part)
    if isinstance(node, ast.List) and part.isdecimal() and int(part) < len(node.elts):
        return node.elts[int(part)]
    return None


def _named(body: Sequence[ast.stmt], name: str) -> ast.AST | None:
    """Return the function of a name, or the first value that is assigned to it."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            return statement
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in statement.targets
        ):
            return statement.value
    return None


def _keys(node: ast.Dict) -> Mapping[str, ast.AST]:
    return {
        key.value: value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def _value(node: ast.AST, place: str) -> object:
    """Return the value of a constant, or of an f-string without anything to compute."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_value(part, place)) for part in node.values)
    raise InputError(f"{place} of the Python file is computed, and not read; check the recipe")


_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}|\{(\w+)\}")
_CHATML = re.compile(r"<\|im_start\|>(system|user|assistant)\n(.*?)<\|im_end\|>", re.DOTALL)


def write_judge(source: Path, target: Path, build: JudgeBuild | None) -> None:
    """Write a judge file."""
    import yaml

    if build is None:
        raise InputError(f"the recipe's build of {target.name} has no `judge`; add it")
    try:
        text = source.read_text(encoding="utf-8")  # with \n for all ends of lines, as open() has
        content = judge(text, source.suffix, target.stem, build)
    except (UnicodeDecodeError, InputError) as error:
        raise InputError(f"{source.name}: {error}") from None
    written = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)
    target.write_text(written, encoding="utf-8", newline="\n")


def judge(text: str, suffix: str, name: str, build: JudgeBuild) -> dict[str, Any]:
    """Return the content of a judge file."""

    def messages(parts: list[PromptPart]) -> list[dict[str, str]]:
        return [each for part in parts for each in _messages(part, text, suffix, build.fields)]

    asked: dict[str, Any] = {"messages": messages(build.prompt)}
    if build.steps:
        steps = [
            (step, {"ask": step.ask, "messages": messages(step.prompt)}) for step in build.steps
        ]
        asked = {"steps": [{**content, **_parse(step.parse)} for step, content in steps]}
    return {"judge": name, **asked, **build.rest}


def _parse(rules: list[dict[str, Any]]) -> dict[str, Any]:
    return {"parse": rules} if rules else {}


def _messages(
    part: PromptPart, text: str, suffix: str, fields: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield the messages of a part, with their placeholders filled."""
    prompt = _text(text, suffix, part.at)
    if part.values:
        prompt = _filled(prompt, texts_at(text, part.values))
    elif part.role != "assistant":
        prompt = _filled(prompt, {name: f"{{{{{path}}}}}" for name, path in fields.items()})
    if part.role != "chatml":
        yield {"role": part.role, "content": prompt}
        return
    pairs = _CHATML.findall(prompt)
    if not pairs:
        raise InputError("there is no message between marks of ChatML; check the recipe")
    for role, content in pairs:
        yield {"role": role, "content": content.strip()}


def _text(text: str, suffix: str, at: str) -> str:
    if not at:
        return text
    return _line_text(text, at) if suffix == ".jsonl" else text_at(text, at)


def _line_text(text: str, at: str) -> str:
    """Return the text of a key in the line of JSONL with a name."""
    name, _, key = at.partition("/")
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        prompt = next(line[key] for line in lines if line["name"] == name)
    except (ValueError, TypeError, KeyError, StopIteration, RecursionError):
        prompt = None
    if not isinstance(prompt, str):
        raise InputError(f"there is no text at {at} of the JSONL file; check the recipe")
    return prompt


def _filled(text: str, values: Mapping[str, str]) -> str:
    """Replace the placeholders of a text."""

    def replaced(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if name not in values:
            raise InputError(f"the placeholder {name} is not in the recipe; add it to `fields`")
        return values[name]

    return _PLACEHOLDER.sub(replaced, text)
