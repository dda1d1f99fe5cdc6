"""Weigh the house: `python benchmarks/weight.py [COMMIT ...]`; the last column is the working tree.

Lines, lines of code, files and imports of the package and its tests, members of the metric
contract, options of the verbs, words of the pages at the top; rooms, features and the imports
between them; of the last commits, those that touch the files of a single feature.
"""

import argparse
import ast
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))

from generator.rooms import house

VERBS = ("evaluate bleu", "compare bleu", "score bleu", "correlate bleu")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
MEMBERS = """
from sacreval.core import metric
kinds = [getattr(metric, name) for name in metric.__all__]
kinds = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, metric.Metric)]
print(len({name for kind in kinds for cls in kind.__mro__ if cls.__module__.startswith("sacreval")
           for name in (*vars(cls), *vars(cls).get("__annotations__", ()))
           if not name.startswith(("__", "_abc_"))}))
"""


def main() -> None:
    """Print a table with a row for each figure, then what is true of the working tree alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="*", help="commits to weigh beside the working tree")
    parser.add_argument("--commits", type=int, default=100, help="number of commits looked at")
    options = parser.parse_args()
    columns = {commit: weigh_commit(commit) for commit in options.commit} | {"now": weigh(ROOT)}
    print(f"{'':<42}" + "".join(f"{name[:10]:>12}" for name in columns))
    for figure in columns["now"]:
        print(f"{figure:<42}" + "".join(f"{column[figure]:>12,}" for column in columns.values()))
    print_arrows()
    touched = list(map(features_of, changes(options.commits)))
    some, single = sum(map(bool, touched)), sum(len(names) == 1 for names in touched)
    print(f"of {some} commits that touch a feature, {single} touch a single one")


def weigh_commit(commit: str) -> Mapping[str, int]:
    """Weigh the files of a commit, with the compiled kernels of the working tree."""
    command = ["git", "archive", commit]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        for kernels in ROOT.glob("sacreval/native/*.so"):
            Path(folder, "sacreval/native", kernels.name).write_bytes(kernels.read_bytes())
        return weigh(Path(folder))


def weigh(root: Path) -> Mapping[str, int]:
    """Return the figures of a tree of files."""
    return {
        **{f"package: {name}": count for name, count in weigh_files(root / "sacreval")},
        **{f"tests: {name}": count for name, count in weigh_files(root / "tests")},
        "members of the metric contract": int(printed(root, "-c", MEMBERS)),
        **{f"options of {verb}": len(options_of(root, verb)) for verb in VERBS},
        **{f"words of {page}": len((root / page).read_text("utf-8").split()) for page in PAGES},
        **{
            f"lines of {page}": len((root / page).read_text("utf-8").splitlines()) for page in PAGES
        },
        "pages of docs": len(list(root.glob("docs/*.md"))),
        "lines of docs": sum(
            len(page.read_text("utf-8").splitlines()) for page in root.glob("docs/*.md")
        ),
    }


def weigh_files(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield the figures of the Python files below a folder."""
    texts = [path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))]
    trees = list(map(ast.parse, texts))
    imports = [
        node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    yield "files", len(texts)
    yield "lines", sum(len(text.splitlines()) for text in texts)
    yield "lines of code", sum(map(lines_of_code, texts, trees))
    yield "lines of docstrings", sum(map(lines_of_docstrings, trees))
    yield "lines of imports", sum(map(height, imports))
    yield (
        "functions and classes",
        sum(isinstance(n, DEFINED) for tree in trees for n in ast.walk(tree)),
    )


DEFINED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def lines_of_code(text: str, tree: ast.Module) -> int:
    """Count lines that are neither blank, comment, docstring nor import."""
    lines = [line.strip() for line in text.splitlines()]
    rest = sum(1 for line in lines if not line or line.startswith("#"))
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    blank = sum(  # which the docstrings have counted
        not line for node in docstrings(tree) for line in lines[node.lineno : node.end_lineno]
    )
    return len(lines) - rest - lines_of_docstrings(tree) + blank - sum(map(height, imports))


def lines_of_docstrings(tree: ast.Module) -> int:
    """Count the lines of docstrings."""
    return sum(map(height, docstrings(tree)))


def docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the docstrings of a module, its classes and functions."""
    for node in ast.walk(tree):
        if isinstance(node, DEFINED | ast.Module) and ast.get_docstring(node) is not None:
            yield node.body[0].value


def height(node: ast.stmt | ast.expr) -> int:
    """Return the number of lines of a piece of code."""
    return node.end_lineno - node.lineno + 1


def options_of(root: Path, verb: str) -> set[str]:
    """Return the names of the options that a verb's help lists in full."""
    every = printed(root, "-m", "sacreval", *verb.split(), "--help-all", check=False)
    text = every or printed(root, "-m", "sacreval", *verb.split(), "--help")
    return set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE))


def printed(root: Path, *command: str, check: bool = True) -> str:
    """Return what Python prints for a command in a tree; nothing if it ends with an error."""
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        cwd=root,
        env=environment,
        check=check,
    )
    return run.stdout if run.returncode == 0 else ""


def print_arrows() -> None:
    """Print counts of rooms and imports, the arrows that point up, and the pairs of features."""
    plan = house(ROOT)
    rooms = sum(map(len, plan.floors))
    print(f"\n{rooms} rooms, {len(plan.arrows)} arrows, {len(plan.up())} of them up")
    for a, b in plan.up():
        print(f"{a} imports {b}")
    print(f"{len(plan.beside)} pairs of features, {sum(plan.beside.values())} imports")
    for (a, b), count in sorted(plan.beside.items()):
        print(f"{a} imports {b} ({count})")


def changes(commits: int) -> list[list[str]]:
    """Return the files that each of the last commits changes."""
    command = ["git", "log", f"-{commits}", "--name-only", "--format=%x00"]
    text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [entry.split() for entry in text.split("\0")[1:]]


def features_of(files: list[str]) -> set[str]:
    """Return the features that files of the package belong to."""
    parts = (name.split("/") for name in files)
    return {part[2] for part in parts if part[:2] == ["sacreval", "features"] and len(part) > 3}


if __name__ == "__main__":
    main()
