"""The house: no circle of imports, folders that one can survey, tests that mirror the package.

A subject may follow the module, as in `test_correlate_published.py`; a file that tests a whole
folder has the name of the folder in place of a module's. Leading underscores are left out. A module
without a file of its name is imported, or its metric or format named, in a file of its folder, or
for a folder `_name/` in that of the module `name`; or those that import it are tested, if they are
all of its folder, or one of its room.

`support.program` has what tests use instead: `ends`, which stops what does not end, and `wait`.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest
from grimp import build_graph

from support.mirror import CHECKOUT

PACKAGE = CHECKOUT / "sacreval"

MOST = 25  # modules in a folder

REGISTRIES = {  # a metric, a format or a conversion each a file
    "features/setup/recipes/convert", "metrics/neural", "metrics/ngrams", "readers",
}  # fmt: skip

KERNEL = (
    "asking", "core", "execution", "io", "metrics", "models", "native", "readers", "report",
    "scoring", "stats", "text",
)  # fmt: skip

FEATURES = sorted(path.parent.name for path in (PACKAGE / "features").glob("*/__init__.py"))

SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")

VERBS = {  # module of a verb to words that succeed
    "commands.verbs": ["--help"],
    "commands.evaluate": [f"evaluate bleu {SAMPLE}", f"evaluate suite -m bleu -m chrf {SAMPLE}"],
    "commands.score": [f"score bleu {SAMPLE}"],
    "commands.convert": [f"convert {SAMPLE} -o records.jsonl --force"],
    "features.cite": ["cite result.json"],
    "features.compare": [f"compare bleu {SAMPLE} --trials 100"],
    "features.correlate": [
        f"correlate chrf {SAMPLE} --human fluency --level system --interval none"
    ],
    "features.page": ["report result.json -o page.html --force"],
    "features.plan": ["plan --accuracy 0.6 0.7 --items 100"],
    "features.robustness": [
        f"perturb {SAMPLE} --type butter-finger --field prediction -o perturbed.jsonl --force"
    ],
    "features.setup": ["setup-dataset --list"],
    "features.verify": [f"verify result.json {SAMPLE}"],
}

HIDING = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if f"{name}.".startswith(f"sacreval.features.{sys.argv[1]}."):
            raise ModuleNotFoundError(f"{name} is hidden", name=name)

sys.meta_path.insert(0, Hidden())
from sacreval.commands.app import run
sys.exit(run(sys.argv[2:]))
"""


@cache
def arrows():
    """Map each module to the modules that it imports, lazily and for types too."""
    graph = build_graph("sacreval", cache_dir=None)
    return {x: graph.find_modules_directly_imported_by(x) for x in graph.modules}


def circles(imports):
    """List the circles of a graph, each as the sorted names of those that reach each other."""
    below = {name: reached(name, imports) for name in imports}
    together = {
        tuple(sorted({name, *(x for x in below[name] if name in below.get(x, ()))}))
        for name in imports
        if name in below[name]
    }
    return sorted(together)


def reached(name, imports):
    """Return the names that a name leads to."""
    seen, ahead = set(), list(imports.get(name, ()))
    while ahead:
        if (other := ahead.pop()) not in seen:
            seen.add(other)
            ahead += imports.get(other, ())
    return seen


def folders():
    """Map each folder to the folders beside it that it imports."""
    beside = defaultdict(set)
    for module, imported in arrows().items():
        here = module.split(".")
        for name in imported:
            there = name.split(".")
            pairs = zip(here, there, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if shared + 1 < min(len(here), len(there)):  # both lie in a folder of their own
                beside[".".join(here[: shared + 1])].add(".".join(there[: shared + 1]))
    return beside


def test_no_circle_of_modules():
    """No module imports itself by way of others, not within functions or for types either."""
    assert circles(arrows()) == []


def test_no_circle_of_folders():
    """No folder imports itself by way of the folders beside it."""
    assert circles(folders()) == []


def test_circles_are_found():
    """Two modules that import each other are one circle; one that only imports them is in none."""
    assert circles({"a": ["b"], "b": ["a"], "c": ["a"], "d": []}) == [("a", "b")]


def test_first_lines_name_subjects():
    """The first line of a module is its subject, as a handbook has it, and no question."""
    riddles = re.compile(r'r?"""(What|Whether|How|Why|Which|Where|Who)\b')
    paths = [path for path in PACKAGE.rglob("*.py") if riddles.match(path.read_text("utf-8"))]
    assert [f"{path} begins with a question" for path in paths] == []


def test_folders_can_be_surveyed():
    """No folder has more than 25 modules, but for registries."""
    counts = {
        path.parent: len([*path.parent.glob("*.py")]) for path in PACKAGE.rglob("__init__.py")
    }
    large = {x.relative_to(PACKAGE).as_posix() for x, count in counts.items() if count > MOST}
    assert large == REGISTRIES


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_has_a_page(feature):
    """A feature has a page of its name, and its first line says what it does for whom."""
    page = (CHECKOUT / "docs" / f"{feature}.md").read_text(encoding="utf-8").splitlines()
    assert sum(map(bool, page)) >= 10
    text = (PACKAGE / "features" / feature / "__init__.py").read_text(encoding="utf-8")
    assert re.match(r'"""[A-Z].+, for those who .+\."""$', text, re.MULTILINE)


def needs(module, feature):
    """Return whether a module or package of the checkout needs a feature."""
    name, folder = f"sacreval.{module}", f"sacreval.features.{feature}"
    inside = [x for x in arrows() if f"{x}.".startswith(f"{name}.")]
    below = {*inside, *(y for x in inside for y in reached(x, arrows()))}
    return any(f"{x}.".startswith(f"{folder}.") for x in below)


@pytest.mark.long
@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_can_be_deleted(feature, tmp_path):
    """Without a feature, help and the verbs of all features that do not need it work."""
    result = run("", f"evaluate chrf {SAMPLE} -o result.json", tmp_path)
    assert result.returncode == 0, result.stderr
    for module, lines in VERBS.items():
        for line in [] if needs(module, feature) else lines:
            done = run(feature, line, tmp_path)
            assert done.returncode == 0, (line, done.stderr)


@pytest.mark.long
def test_the_kernel_needs_no_feature():
    """The tests of the kernel pass while no feature can be imported; those of verbs are skipped."""
    rooms = [f"tests/{room}" for room in KERNEL]
    words = ["-m", "pytest", "-q", "-p", "support.without_features", "-p", "no:cacheprovider"]
    variables = {**os.environ, "PYTHONPATH": str(CHECKOUT / "tests")}
    done = subprocess.run(
        [sys.executable, *words, *rooms],
        cwd=CHECKOUT, env=variables, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 5000


def run(hidden, line, folder):
    """Run a command line while a feature cannot be imported."""
    command = [sys.executable, "-c", HIDING, hidden, *line.split()]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


MIRROR_PACKAGE, TESTS = CHECKOUT / "sacreval", CHECKOUT / "tests"

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
    files = [path for path in (MIRROR_PACKAGE / folder).glob("*") if path.suffix in {".py", ".cpp"}]
    return {path.stem.removeprefix("_") for path in files} | {folder.name.removeprefix("_")}


def own_modules():
    """Return the path of each Python module in a room, without underscores and suffix."""
    paths = [path.relative_to(MIRROR_PACKAGE) for path in MIRROR_PACKAGE.glob("*/**/*.py")]
    return {path.parent / path.stem.removeprefix("_") for path in paths if path.stem != "__init__"}


def test_folders_are_rooms():
    """Every folder of tests is a room of the package, or one of those that are named above."""
    folders = {path.relative_to(TESTS).parts[0] for path in TESTS.glob("*/**/*.py")}
    rooms = {path.parent.name for path in MIRROR_PACKAGE.glob("*/__init__.py")}
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
    path = path / path.name if (MIRROR_PACKAGE / path).is_dir() else path
    return path.parent / path.name.removeprefix("_")


def texts(tested):
    """Map folders of test files, and the modules that they name, to the texts of the files."""
    joined = {}
    for file in tested:
        text = (TESTS / file).read_text("utf-8").replace("-", "_")
        for place in {file.parent, named(file)}:
            joined[place] = joined.get(place, "") + text
    return joined


def is_tested(path, files, imported_by):
    """Return whether a test file has the name of a module, uses it, or tests what imports it."""
    folder = path.parent
    beside = files.get(folder, "") + files.get(folder.parent / folder.name.removeprefix("_"), "")
    if path in files or re.search(rf"(?:[.,('\"|`]|import)\s*_?{path.name}\b", beside):
        return True
    above = imported_by[path]
    folders, rooms = {p.parent for p in above}, {p.parts[0] for p in above if p.parts}
    near = folders == {folder} or (len(above) == 1 and rooms == {path.parts[0]})
    return near and all(is_tested(p, files, imported_by) for p in above)


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


CLOCK = re.compile(r"\b(?:perf_counter|monotonic|process_time|thread_time)(?:_ns)?\(\)")

READ = {
    "lock/write.py",
    "features/programs/sandboxes/test_pool.py",
}  # prints seconds; uses CPU until a time


def test_no_test_reads_a_clock():
    """Files of tests do not call clocks."""
    tests = CHECKOUT / "tests"
    files = {x.relative_to(tests).as_posix(): x.read_text("utf-8") for x in tests.rglob("*.py")}
    reading = {name for name, text in files.items() if CLOCK.search(text)}
    assert {name for name in reading if not name.startswith("support/")} <= READ
