"""The registry: files, plug-ins, specs, and words about what is not there or of another type."""

import sys
from importlib.metadata import EntryPoint, EntryPoints

import msgspec
import pytest

from sacreval.core.metric import Metric, metrics
from sacreval.core.options import field_types as kinds
from sacreval.core.options.field_types import as_label
from sacreval.core.options.registry import Registry
from sacreval.core.options.specs import from_options, from_spec
from sacreval.core.options.type_errors import in_plain_words
from sacreval.core.records import Instance
from sacreval.errors import NotSetUpError, UsageError, nearest
from sacreval.readers._base import by_extension, readers
from support.labels import DIFFERENT, SAME

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
        rows = [records(1)[0] | {"prediction": "abc"}]
        path = write_jsonl(tmp_path / "in.jsonl", rows)
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


def test_spec():
    """A name, and options as JSON, make what the constructor would."""
    rouge = metrics.get("rouge")
    assert from_spec(metrics, "rouge") == rouge()
    metric = from_spec(metrics, 'rouge{"types": ["1", "Lsum"], "stemmer": true}')
    assert metric == rouge(types=("1", "Lsum"), stemmer=True)
    assert from_spec(readers, 'table{"delimiter": ";"}').delimiter == ";"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rogue", "no metric 'rogue'; did you mean 'rouge'"),
        ('rouge{"stemer": true}', "rouge has no option 'stemer'; did you mean 'stemmer'"),
        ('rouge{"engine": "native"}', "rouge has no option 'engine'"),
        ('rouge{"stemmer": "yes"}', "stemmer"),
        ('rouge{"types": ["X"]}', "types"),
        ('rouge{"types": []}', "at least one"),
        ('rouge{"stemmer": true', "not a JSON object"),
        ("rouge{[1]}", "not a JSON object"),
        ('bleu{"max_ngram_order": 0}', "give 1 to 1000"),
        ('bleu{"tokenize": "13b"}', "tokenize"),
        (
            'judge{"replies": {"a": 1}}',
            "must be a list, not an object; see the options of judge with",
        ),
    ],
)
def test_mistakes(spec, said):
    """A wrong name, option or value is said in one sentence."""
    with pytest.raises(UsageError, match=said) as caught:
        from_spec(metrics, spec)
    assert "\n" not in str(caught.value)


def test_options_are_not_changed():
    """The caller's mapping stays as it was."""
    options = {"types": ["1"]}
    from_options(metrics, "rouge", options)
    assert options == {"types": ["1"]}


@pytest.mark.parametrize(("a", "b"), SAME, ids=repr)
def test_same(a, b):
    """Numbers are labels by value, booleans as true and false, however they are written."""
    assert as_label(a) == as_label(b)
    assert as_label(as_label(a)) == as_label(a)


@pytest.mark.parametrize(("a", "b"), DIFFERENT, ids=repr)
def test_different(a, b):
    """Other texts are labels of their own."""
    assert as_label(a) != as_label(b)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (kinds.TEXT, ["", "a"], [None, 1, ["a"], True]),
        (kinds.TEXTS, [["a"], ["a", ""]], [[], "a", [1], [None]]),
        (kinds.NUMBER, [0, -1.5], [True, "1", float("nan"), float("inf"), 10**400, None]),
        (kinds.LABEL, ["a", 1, True], [None, [1], float("nan")]),
        (kinds.LABEL_SET, [[], ["a", 1]], ["a", [None]]),
        (kinds.PROBABILITY, [0, 0.5, 1], [-0.1, 1.1, True]),
        (kinds.BINARY, [0, 1.0, False], [2, "1", 0.5]),
        (kinds.NAMED_NUMBERS, [{}, {"a": 1}], [[], {"a": "1"}, {"a": None}]),
        (kinds.optional(kinds.TEXT), [None, "a"], [1]),
        (kinds.either(kinds.TEXT, kinds.NUMBER), ["a", 1], [True, None]),
        (kinds.many(kinds.NUMBER), [[1]], [[], [True], 1]),
    ],
    ids=lambda x: getattr(x, "description", ""),
)
def test_kinds(kind, good, bad):
    """A kind holds what it says, and nothing else."""
    assert all(map(kind.accepts, good))
    assert not any(map(kind.accepts, bad))
    assert kind.fault(good) is None
    assert all(kind.fault([*good, value, *good]) == len(good) for value in bad)
    assert all(kind.fault([value]) == 0 for value in bad)


SAID = {
    '{"references": {}}': "`references` must be a list, not an object",
    '{"sources": [1]}': "`sources[0]` must be text, not a whole number",
    '{"system_type": ""}': "`system_type` must not be empty",
    '{"judgments": {"a": "x"}}': "a value in `judgments` must be a number or a list, not text",
    '{"groups": {"a": []}}': (
        "a value in `groups` must be true or false, a number or text, not a list"
    ),
    '{"instance_id": 1.5}': "`instance_id` must be a whole number or text, not a number",
    '{"judgments": {"a": 1e999}}': "a value in `judgments`: number out of range",
    "[1]": "it must be an object, not a list",
    '{"reference": 1, "references": [2]}': (
        "it has both `reference` and `references`; keep one of them"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_plainly(text):
    """A wrong value is named by its field, what it must be and what it is."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(text, type=Instance)
    assert in_plain_words(caught.value) == SAID[text]


def test_places_without_a_field():
    """An error inside a mapping without a name of its own names no empty field."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"a": "b"}, dict[str, int])
    assert in_plain_words(caught.value) == "a value must be a whole number, not text"
