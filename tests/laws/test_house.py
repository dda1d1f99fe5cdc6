"""The house: no circle of imports, folders that one can survey, features that can be deleted."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from itertools import takewhile

import pytest
from grimp import build_graph

from support.mirror import CHECKOUT

PACKAGE = CHECKOUT / "sacreval"
MOST = 25  # modules in a folder
REGISTRIES = {  # a metric, a format or a conversion each a file
    "features/setup/recipes/convert", "metrics/neural", "metrics/ngrams",
    "readers",
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
    made = run("", f"evaluate chrf {SAMPLE} -o result.json", tmp_path)
    assert made.returncode == 0, made.stderr
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
