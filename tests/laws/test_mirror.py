"""Tests mirror the package: `tests/<room>/[<family>/]test_<module>.py`, by name alone.

A subject may follow the module, as in `test_correlate_published.py`; a file that tests a whole
folder has the name of the folder in place of a module's. Leading underscores are left out. A module
without a file of its name is imported, or its metric or format named, in a file of its folder, or
for a folder `_name/` in that of the module `name`; or those that import it are tested, if they are
all of its folder, or one of its room.
"""

import re
from functools import cache
from pathlib import Path

from grimp import build_graph

from support.mirror import CHECKOUT

PACKAGE, TESTS = CHECKOUT / "sacreval", CHECKOUT / "tests"
# `mutation` samples changes of the code; `packaging` has the wheel, the checks, the benchmarks and
# the selection of tests. `cli` is a room, whose folder also holds tests of whole commands.
OTHERS = {"laws", "lock", "golden", "cli", "docs", "mutation", "packaging", "support"}
FILES = [
    path.relative_to(TESTS)
    for path in sorted(TESTS.glob("*/**/test_*.py"))
    if path.relative_to(TESTS).parts[0] not in OTHERS
]
# Modules without a test file by this rule, and why.
EXCEPTIONS = {
    "cli/options/common_options": "options without code",
    "cli/options/statistics_options": "options without code",
    "cli/parsing/assembled": "what `metric_commands` creates, tested in laws/test_commands.py",
    "cli/parsing/usual_values": "tested in test_fast_parsing.py, beside what Typer reads",
    "core/interval_names": "names without code",
    "core/contract/metric_values": "types without code",
}


def named(file):
    """Return the module that a test file names, as its path without underscore, or None."""
    words = file.stem.removeprefix("test_").split("_")
    names = ["_".join(words[:count]) for count in range(len(words), 0, -1)]
    there = modules(file.parent)
    return next((file.parent / name for name in names if name in there), None)


@cache
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


def test_files_name_modules():
    """A test file in a room's folder names a module of the same folder of the package."""
    assert [f"tests/{file} names no module" for file in FILES if not named(file)] == []


def importers():
    """Map each module to the modules that import it, as paths without underscores and suffix."""
    graph = build_graph("sacreval", cache_dir=None)
    return {
        path_of(module): {path_of(x) for x in graph.find_modules_that_directly_import(module)}
        for module in graph.modules
    }


def path_of(module):
    """Return the path of a module; of a folder, the path that names the whole folder."""
    path = Path(*module.split(".")[1:])
    path = path / path.name if (PACKAGE / path).is_dir() else path
    return path.parent / path.name.removeprefix("_")


def texts(tested):
    """Map folders of test files, and the modules that they name, to the texts of the files."""
    found = {}
    for file in tested:
        text = (TESTS / file).read_text("utf-8").replace("-", "_")
        for place in {file.parent, named(file)}:
            found[place] = found.get(place, "") + text
    return found


def is_tested(path, files, imported_by):
    """Return whether a test file has the name of a module, uses it, or tests what imports it."""
    folder = path.parent
    beside = files.get(folder, "") + files.get(folder.parent / folder.name.removeprefix("_"), "")
    if path in files or re.search(rf"(?:[.,('\"|]|import)\s*_?{path.name}\b", beside):
        return True
    above = imported_by[path]
    folders, rooms = {one.parent for one in above}, {one.parts[0] for one in above if one.parts}
    near = folders == {folder} or (len(above) == 1 and rooms == {path.parts[0]})
    return near and all(is_tested(one, files, imported_by) for one in above)


def test_every_module_has_a_file():
    """A module has its own test file, or is tested in another by the rule above."""
    tested = {path.relative_to(TESTS) for path in TESTS.glob("cli/**/test_*.py")} | set(FILES)
    files, imported_by = texts(tested), importers()
    without = {str(path) for path in own_modules() if not is_tested(path, files, imported_by)}
    assert without == EXCEPTIONS.keys()


def test_exceptions_say_why():
    """Each exception has a reason."""
    assert all(EXCEPTIONS.values())


def test_no_test_is_outside_a_folder():
    """Every test file lies in a folder."""
    assert not list(TESTS.glob("test_*.py"))
