"""Small changes to the code: cosmic-ray's operators for Python, a table of its own for C++."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
NOISE = ("Decorator", "Variable", "ExceptionReplacer")  # break imports, or need configuration
CPP = (
    (r"(?<![<>=!+\-*/|&])<=(?!>)", ("<",)),
    (r"(?<![<>=!\-])>=", (">",)),
    (r"(?<= )<(?= )", ("<=",)),
    (r"(?<= )>(?= )", (">=",)),
    (r"==", ("!=",)),
    (r"!=", ("==",)),
    (r"&&", ("||",)),
    (r"\|\|", ("&&",)),
    (r"(?<= )\+(?= )", ("-",)),
    (r"(?<= )-(?= )", ("+",)),
    (r"(?<= )\*(?= )", ("+",)),
    (r"(?<= )>>(?= )", ("<<",)),
    (r"(?<= )\|=?(?= )", ("&",)),
    (r"(?<= )&(?= )", ("|",)),
    (r"\+=", ("-=",)),
    (r"-=", ("+=",)),
    (r"(?<![\w.])\d+(?![\w.])", ("({} + 1)",)),
    (r"\btrue\b", ("false",)),
    (r"\bfalse\b", ("true",)),
    (r"\bbreak;", ("continue;",)),
    (r"\bcontinue;", ("break;",)),
)
QUIET = re.compile(
    r"//.*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^\s*(?:#|using|template|static_a).*"
)


class Mutant(NamedTuple):
    """One change: where, what it replaces and by what, and the whole file after it."""

    path: str
    line: int
    old: str
    new: str
    text: str


def sample(count: int, *, cpp: bool, seed: int) -> list[Mutant]:
    """Draw places at random, each as likely, and one change for each."""
    random = Random(seed)
    ending = "native/*.[ch]pp" if cpp else "**/*.py"
    places = {
        (str(path.relative_to(ROOT)), *place): changes
        for path in sorted((ROOT / "sacreval").glob(ending))
        for place, changes in (_of_cpp(path) if cpp else _of_python(path)).items()
    }
    shuffled = random.sample(sorted(places), len(places))
    drawn = ((place[0], random.choice(places[place])) for place in shuffled)
    mutants = (_cpp(*place) if cpp else _python(*place) for place in drawn)
    return list(islice((mutant for mutant in mutants if cpp or _compiles(mutant)), count))


def _compiles(mutant: Mutant) -> bool:
    """Whether Python can read a change: the star of keyword arguments is no product."""
    try:
        compile(mutant.text, mutant.path, "exec")
    except SyntaxError:
        return False
    return True


def _of_python(path: Path) -> dict[tuple, list[tuple[str, int]]]:
    """Map places to the operators that change them, each with its occurrence."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    text = path.read_text(encoding="utf-8")
    passed_over = set(_annotations(ast.parse(text)))
    mutations = defaultdict(list)
    nodes = list(ast_nodes(get_ast(text)))
    for name in operator_names():
        if any(word in name for word in NOISE):
            continue
        operator = get_operator(name)()
        positions = [place for node in nodes for place in operator.mutation_positions(node)]
        for occurrence, place in enumerate(positions):
            if place[0] not in passed_over:
                mutations[place].append((name, occurrence))
    return mutations


def _annotations(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """List the places of operators in annotations, which are not run."""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if (noted := getattr(node, name, None)) is not None:
                first, last = noted.lineno, noted.end_lineno
                for line in range(first, last + 1):
                    low = noted.col_offset if line == first else 0
                    high = noted.end_col_offset if line == last else 200
                    yield from ((line, column) for column in range(low, high))


def _python(path: str, change: tuple[str, int]) -> Mutant:
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    before = (ROOT / path).read_text(encoding="utf-8")
    after = mutate_code(before, get_operator(change[0])(), change[1])
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    line, old, new = next((i, a, b) for i, (a, b) in enumerate(pairs, 1) if a != b)
    return Mutant(path, line, old.strip(), new.strip(), after)


def _of_cpp(path: Path) -> dict[tuple, list[tuple[int, int, int, str]]]:
    """Map places to the changes of the table, outside comments, texts and directives."""
    mutations = defaultdict(list)
    for i, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        code = QUIET.sub(lambda quiet: " " * len(quiet[0]), line)
        for pattern, changes in CPP:
            for match in re.finditer(pattern, code):
                mutations[i, *match.span()] += [
                    (i, *match.span(), change.format(match[0])) for change in changes
                ]
    return mutations


def _cpp(path: str, change: tuple[int, int, int, str]) -> Mutant:
    row, start, end, new = change
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines(keepends=True)
    old = lines[row]
    lines[row] = old[:start] + new + old[end:]
    return Mutant(path.replace("\\", "/"), row + 1, old.strip(), lines[row].strip(), "".join(lines))
