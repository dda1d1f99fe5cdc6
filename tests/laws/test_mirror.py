"""Tests mirror the package: `tests/<room>/[<family>/]test_<module>.py`, by name alone.

A subject may follow the module, as in `test_correlate_published.py`; a file that tests a whole
folder has the name of the folder in place of a module's. Leading underscores are left out.
"""

from collections import Counter

import pytest

from support.mirror import CHECKOUT

PACKAGE, TESTS = CHECKOUT / "sacreval", CHECKOUT / "tests"
# `mutation` samples changes of the code; `packaging` has the wheel, the checks, the benchmarks and
# the selection of tests. `cli` is a room, whose folder also holds tests of whole commands.
OTHERS = {"laws", "golden", "cli", "docs", "mutation", "packaging", "support"}
FILES = [
    path.relative_to(TESTS)
    for path in sorted(TESTS.glob("*/**/test_*.py"))
    if path.relative_to(TESTS).parts[0] not in OTHERS
]
# How many modules of each room have no test file of their own: laws, golden numbers and tests of
# commands run them. These numbers only go down.
WITHOUT = {
    "cli": 23,
    "core": 12,
    "execution": 10,
    "io": 8,
    "meta": 22,
    "metrics": 60,
    "native": 6,
    "readers": 6,
    "recipes": 16,
    "report": 26,
    "scoring": 25,
    "stats": 17,
    "text": 8,
}


def named(file):
    """Return the module that a test file names, as its path without underscore, or None."""
    words = file.stem.removeprefix("test_").split("_")
    names = ["_".join(words[:count]) for count in range(len(words), 0, -1)]
    there = modules(file.parent)
    return next((file.parent / name for name in names if name in there), None)


def modules(folder):
    """Return the names of the modules of a folder, its kernels and itself."""
    files = [path for path in (PACKAGE / folder).glob("*") if path.suffix in {".py", ".cpp"}]
    return {path.stem.removeprefix("_") for path in files} | {folder.name.removeprefix("_")}


def own_modules():
    """Return the path of each Python module in a room, without underscores and suffix."""
    paths = [path.relative_to(PACKAGE) for path in PACKAGE.glob("*/**/*.py")]
    return {path.parent / path.stem.removeprefix("_") for path in paths if path.stem != "__init__"}


def test_folders_are_rooms():
    """Every folder of tests is a room of the package, or one of those that are named above."""
    folders = {path.relative_to(TESTS).parts[0] for path in TESTS.glob("*/**/*.py")}
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders <= rooms | OTHERS


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_file_names_a_module(file):
    """A test file in a room's folder names a module of the same folder of the package."""
    assert named(file), f"tests/{file} names no module of sacreval/{file.parent}"


def test_modules_without_a_file():
    """The modules without a test file of their own are as many as stated, and none more."""
    tested = {path.relative_to(TESTS) for path in TESTS.glob("cli/test_*.py")} | set(FILES)
    without = own_modules() - {named(file) for file in tested}
    found = Counter(path.parts[0] for path in without)
    assert found == WITHOUT, sorted(map(str, without))


def test_no_test_is_outside_a_folder():
    """Every test file lies in a folder."""
    assert not list(TESTS.glob("test_*.py"))
