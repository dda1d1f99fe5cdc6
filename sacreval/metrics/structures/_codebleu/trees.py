"""Syntax trees of programs, without comments, and the subtrees that two have in common."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sacreval.errors import NotSetUpError, RecordError

DEEPEST = 1000  # levels of a program; the text of all its subtrees grows with their number

# Literals are kept, so that what looks like a comment inside them stays.
_COMMENT_OR_LITERAL = re.compile(
    r"""(?P<comment>//.*?$|/\*.*?\*/)|'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*\"""",
    re.DOTALL | re.MULTILINE,
)


def package(lang: str) -> str:
    """Return the package with the grammar of a language."""
    return f"tree-sitter-{lang.replace('_', '-')}"


def require(lang: str) -> None:
    """Check that the parser and the grammar of a language are installed, without importing them."""
    for name in ("tree-sitter", package(lang)):
        if find_spec(name.replace("-", "_")) is None:
            raise NotSetUpError(f"codebleu needs {name}; run: pip install 'sacreval[codebleu]'")


@cache
def _grammar(lang: str) -> Any:
    from tree_sitter import Language

    module = import_module(package(lang).replace("-", "_"))
    return Language(module.language_php() if lang == "php" else module.language())


def parsed(text: str, lang: str) -> Any:
    """Return the root of the syntax tree of a program, which may have errors."""
    from tree_sitter import Parser

    root = Parser(_grammar(lang)).parse(text.encode("utf-8", "surrogatepass")).root_node
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise RecordError(f"the program is nested more than {DEEPEST:,} levels deep")
        level = [child for node in level for child in node.children]
    return root


def without_comments(text: str, lang: str) -> str:
    """Return a program without comments, docstrings and blank lines; Ruby's stays as it is."""
    if lang == "ruby":
        return text
    if lang == "python":
        try:
            text = _python_without_comments(text)
        except (tokenize.TokenError, SyntaxError):
            return text
    else:
        text = _COMMENT_OR_LITERAL.sub(lambda m: " " if m["comment"] else m[0], text)
    return "\n".join(line for line in text.split("\n") if line.strip())


def _python_without_comments(text: str) -> str:
    """Drop comments, and strings that stand where a statement begins."""
    kept: list[str] = []
    before, row, column = tokenize.INDENT, -1, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.start[0] > row:
            column = 0
        kept.append(" " * max(0, token.start[1] - column))
        bare = before in (tokenize.INDENT, tokenize.NEWLINE) or token.start[1] == 0
        is_docstring = token.type == tokenize.STRING and bare
        if token.type != tokenize.COMMENT and not is_docstring:
            kept.append(token.string)
        before, (row, column) = token.type, token.end
    return "".join(kept)


def subtrees(root: Any) -> Iterator[str]:
    """Yield the S-expression of the root, and of each node below it that has parts."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield str(node)
        waiting += [child for child in node.children if child.children]


def matches(candidate: Any, reference: Any) -> tuple[int, int]:
    """Count the subtrees of a reference that a candidate has too, and all of the reference."""
    known = set(subtrees(candidate))
    theirs = list(subtrees(reference))
    return sum(subtree in known for subtree in theirs), len(theirs)
