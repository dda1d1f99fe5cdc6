"""Registry: files, plug-ins, and what is said of names that are not there."""

import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from sacreval.core.metric import Metric, metrics
from sacreval.core.options.registry import Registry
from sacreval.errors import NotSetUpError, UsageError, nearest
from sacreval.readers._base import by_extension, readers

PLUGIN = '''
"""A plug-in."""

from dataclasses import dataclass
from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Length(MeanMetric):
    """Length: characters of the prediction.

    Args:
        double: Count every character twice, for want of a better option.
    """

    double: bool = False

    @property
    def outputs(self):
        return ("wordcount",)

    def scores(self, prediction, prepared):
        return (len(prediction) * (1.0 + self.double),)
'''


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    """Install two plug-ins, one of them broken, for one test."""
    (tmp_path / "length_plugin.py").write_text(PLUGIN)
    (tmp_path / "broken_plugin.py").write_text("import not_installed_anywhere\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = EntryPoints(
        [
            EntryPoint("wordcount", "length_plugin:Length", "sacreval.metrics"),
            EntryPoint("broken", "broken_plugin:Broken", "sacreval.metrics"),
            EntryPoint("wordcount-gone", "length_plugin:Gone", "sacreval.metrics"),
        ]
    )
    monkeypatch.setattr("importlib.metadata.entry_points", points.select)
    monkeypatch.setattr("sacreval.core.options.registry.is_declared", lambda _: True)
    yield
    metrics._classes.pop("wordcount", None)
    for module in ("length_plugin", "broken_plugin"):
        sys.modules.pop(module, None)


def test_names_are_files():
    """A registry lists one name a file, sorted, with hyphens, and imports none of them."""
    assert {"bleu", "google-bleu", "exact-match"} <= set(metrics)
    assert list(metrics) == sorted(metrics)
    assert "google_bleu" not in metrics
    assert "google-bleu" in metrics
    assert metrics.get("google-bleu").name == "google-bleu"
    assert metrics.get("rouge-1.5.5").__module__.endswith(".rouge_1_5_5")


@pytest.mark.parametrize(
    ("name", "said"),
    [("belu", "did you mean 'bleu'"), ("BLEU", "did you mean 'bleu'"), ("qqqq", "available: ")],
)
def test_nearest(name, said):
    """A name that is not there is an error with the nearest, or with all there are."""
    with pytest.raises(UsageError, match=said):
        metrics.get(name)


def test_nearest_knows_abbreviations():
    """The shortest name that an abbreviation begins is nearer than one of similar letters."""
    names = ["resume", "references", "references_as_systems", "reader"]
    assert nearest("refs", names) == "did you mean 'references'?"
    assert nearest("ref", names) == "did you mean 'references'?"
    assert nearest("resum", names) == "did you mean 'resume'?"
    assert nearest("zz", ["zzz"]) == "did you mean 'zzz'?"
    assert nearest("s", ["system"]) == "available: system"


def test_nearest_ignores_case_on_both_sides():
    """A known name in capitals is suggested as it is written, and a remedy replaces the list."""
    assert nearest("bleu-refb", ["BLEU-refA", "chrF"]) == "did you mean 'BLEU-refA'?"
    assert nearest("zzzz", ["BLEU-refA", "chrF"]) == "available: BLEU-refA, chrF"
    assert nearest("zzzz", ["BLEU-refA"], "score it first") == "score it first"


@pytest.mark.usefixtures("plugins")
def test_plugin(cli_free_run):
    """A plug-in of the entry point group is a metric like any other, with its own command."""
    assert "wordcount" in metrics
    assert issubclass(metrics.get("wordcount"), Metric)
    outcome = cli_free_run("evaluate", "wordcount", "--double")
    assert outcome.code == 0
    assert " 6\n" in outcome.out
    assert "wordcount|double:true|" in outcome.out


@pytest.mark.usefixtures("plugins")
def test_broken_plugin():
    """A plug-in that cannot be imported is named with the reason, and hurts no other."""
    with pytest.raises(NotSetUpError, match=r"broken_plugin.*ModuleNotFoundError.*uninstall"):
        metrics.get("broken")
    with pytest.raises(NotSetUpError, match=r"length_plugin.*AttributeError"):
        metrics.get("wordcount-gone")
    assert metrics.get("bleu").name == "bleu"


@pytest.mark.usefixtures("plugins")
def test_broken_plugin_in_lists(cli_free_run):
    """A broken plug-in stands in `list metrics` with the reason, after which the list goes on."""
    outcome = cli_free_run("list", "metrics")
    assert outcome.code == 0
    assert "wordcount" in outcome.out
    assert "broken_plugin" in outcome.out
    assert cli_free_run("evaluate", "--help").code == 0


@pytest.fixture
def cli_free_run(tmp_path, capsys):
    """Run a command on one record."""
    from sacreval.commands.app import run
    from support.program import Outcome, records, write_jsonl

    def call(*words):
        made = [records(1)[0] | {"prediction": "abc"}]
        path = write_jsonl(tmp_path / "in.jsonl", made)
        inputs = [str(path)] if len(words) > 2 else []
        code = run([*words, *inputs])
        return Outcome(code, *capsys.readouterr())

    return call


def test_extensions():
    """Each ending has one reader, compressed or not."""
    assert by_extension("a.jsonl.gz") == "jsonl"
    assert by_extension("a.CSV") == "table"
    assert by_extension("a.tsv.zst") == "table"
    assert by_extension("-") == "jsonl"
    endings = [ending for name in readers for ending in readers.get(name).extensions]
    assert len(endings) == len(set(endings))


def test_empty_registry():
    """A registry with nothing in it says so."""
    empty = Registry("thing", "sacreval.text.nothing_here")
    with pytest.raises(UsageError, match="no thing 'x'; available: none"):
        empty.get("x")


def test_what_is_no_module(tmp_path, monkeypatch):
    """Files that editors and file systems leave beside modules are no names."""
    folder = tmp_path / "some_rooms"
    folder.mkdir()
    for name in ("__init__.py", "a_room.py", "_private.py", "._a_room.py", ".#a_room.py", ".py"):
        (folder / name).touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert list(Registry("room", "some_rooms")) == ["a-room"]


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("chrff", ["chrf", "bleu"], "did you mean 'chrf'?"),
        ("rouge-1", ["rougeL_f1", "rouge1_f1"], "did you mean 'rouge1_f1'?"),
        ("tau", ["kendall", "tau-a", "tau-b"], "did you mean 'tau-a' or 'tau-b'?"),
        ("relevance", ["expert_relevance", "turker_relevance", "turker_fluency"],
         "did you mean 'expert_relevance' or 'turker_relevance'?"),
        ("resample", ["resamples", "resample_by"], "did you mean 'resamples'?"),
        ("refs", ["references"], "did you mean 'references'?"),
        ("x", ["bleu"], "available: bleu"),
    ],
)  # fmt: skip
def test_near_names(name, known, said):
    """A misspelt name has one suggestion; a part of several names has all of these."""
    assert nearest(name, known) == said
