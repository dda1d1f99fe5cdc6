"""Declarations of a metric: ranges, origin, records, references left out, metrics inside."""

import re
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path

import numpy as np
import pytest

import sacreval
from sacreval.core.contract import metric_records
from sacreval.core.contract.declaration_checks import check_origin, reserved
from sacreval.core.contract.declarations import (
    computed_by,
    data_hashes,
    field_kind,
    formula_owner,
    highest_score,
    innermost,
    is_undefined,
    main_output,
    official_program,
    score_range,
    undefined_sentence,
    unparsed_output,
    why_definition,
)
from sacreval.core.contract.metric_records import part_count, rows_with_leave_one_out
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import MeanMetric, Origin, ScoreScale, metrics
from sacreval.core.options.field_types import ANYTHING
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.execution.cache.cache_keys import head
from sacreval.io.programs.official_programs import ProgramPath, store
from sacreval.metrics._wrappers.own_records import OwnRecords
from sacreval.scoring.entries.engine import choose


def test_the_main_output_depends_on_options():
    """It is `main`, or the first output where the options leave that out."""
    assert main_output(metrics.get("rouge")()) == "rougeL_f1"
    assert main_output(metrics.get("rouge")(types=("1",))) == "rouge1_f1"
    assert main_output(metrics.get("bleu")()) == "bleu"
    assert main_output(metrics.get("stored-score")()) is None


def test_fields_that_are_not_named_hold_anything():
    """`kinds` names the types of some fields."""
    assert field_kind(metrics.get("bleu")(), "meta") is ANYTHING
    assert field_kind(metrics.get("accuracy")(), "prediction").description


def test_a_record_without_a_score_by_definition():
    """Its error ends with the sentence of the metric, if it has one."""
    metric = metrics.get("py:support.own_metrics:AccuracyBySize")()
    assert is_undefined(metric, f"line 1: {undefined_sentence(metric)}")
    assert not is_undefined(metric, "line 1: prediction is missing")
    assert undefined_sentence(metrics.get("bleu")()) == ""


def test_what_few_metrics_declare():
    """Most have no data files of their own, and no output for unparsed answers."""
    assert unparsed_output(metrics.get("math")()) == "math_unparsed"
    assert unparsed_output(metrics.get("bleu")()) == ""
    assert data_hashes(metrics.get("bleu")()) == {}


@pytest.mark.parametrize(
    ("name", "output", "highest", "ends"),
    [
        ("token-f1", "token_f1", 1.0, (0.0, 1.0)),
        ("edit-distance", "edit_distance", None, (0.0, inf)),
        ("edit-distance", "edit_similarity", 1.0, (0.0, 1.0)),
        ("bleu", "bleu", None, (0.0, 100.0)),
        ("classification", "mcc", None, (-1.0, 1.0)),
        ("classification", "accuracy", None, (0.0, 1.0)),
        ("readability", "flesch_reading_ease", None, (-inf, inf)),
    ],
)
def test_ends(name, output, highest, ends):
    """A record's largest score is stated for means from 0 up alone; a system's range for more."""
    metric = metrics.get(name)()
    assert highest_score(metric, output) == highest
    assert score_range(metric, output) == ends


@dataclass(frozen=True, kw_only=True)
class Halved(Wrapped):
    """A wrapper with a formula of its own."""

    def reduce(self, sums):
        """Halve the scores."""
        return {name: score / 2 for name, score in self.metric.reduce(sums).items()}


def test_innermost():
    """It is the metric itself without a wrapper."""
    metric = metrics.get("bleu")()
    assert innermost(Wrapped(metric=Halved(metric=metric))) is metric
    assert innermost(metric) is metric


def test_formula_owner():
    """It is the outermost with a formula of its own."""
    metric = metrics.get("bleu")()
    halved = Halved(metric=metric)
    assert formula_owner(Wrapped(metric=metric)) is metric
    assert formula_owner(Wrapped(metric=halved)) is halved


RECORD = Instance(prediction="a b", references=["a", "b c", "a b"])


def test_part_count():
    """A metric without references has nothing to leave out."""
    assert part_count(metrics.get("token-f1")(), RECORD) == 3
    assert part_count(metrics.get("length")(), RECORD) == 0


def test_both_kinds_of_rows():
    """One pass computes the rows that two passes do."""
    metric, batch = metrics.get("bleu")().with_engine("native"), Batch([RECORD])
    rows, leave_one_out = rows_with_leave_one_out(metric, batch)
    np.testing.assert_array_equal(rows, metric.rows(batch))
    np.testing.assert_array_equal(leave_one_out, metric.leave_one_out_rows(batch))


BATCH = Batch([Instance(prediction="a", references=["a"]), Instance(error="failed")])


def test_most_metrics_score_all_records():
    """Those without an output are lacking, and none is unanswered."""
    metric = metrics.get("bleu")()
    assert metric_records.takes(metric, BATCH) is None
    assert metric_records.seen(metric, BATCH) is BATCH
    assert list(metric_records.lacking(metric, BATCH)) == [1]
    assert list(metric_records.unanswered(metric, BATCH)) == []
    assert metric_records.missing_state(metric, BATCH[0], "") == ""


def test_a_metric_that_chooses_its_records():
    """It takes those for which its condition holds."""
    metric = OwnRecords(metric=metrics.get("bleu")(), own_where="error")
    assert list(metric_records.takes(metric, BATCH)) == [1]
    assert list(metric_records.lacking(metric, BATCH)) == [1]


def test_official_programs(monkeypatch, tmp_path):
    """The user's program computes official rows once it is set up; cached ones are not used."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    metric = metrics.get("rouge-1.5.5")(engine="official")
    key = head(metric, "rows")
    assert (official_program(metric), computed_by(metric)) == (None, "definition")
    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    store("rouge-1.5.5", ProgramPath(str(script), sha256(script.read_bytes()).hexdigest()))
    assert (official_program(metric), computed_by(metric)) == (script, "official")
    assert head(metric, "rows") != key
    native = metric.with_engine("native")
    assert (official_program(native), computed_by(native)) == (None, "native")


def test_options_that_a_library_does_not_have():
    """Formulas of other tools are sacreval's own definition, though a library has the metric."""
    metric = metrics.get("bleu")()
    assert computed_by(metric) == "official"
    other = metrics.get("bleu")(smooth_method="coco")
    assert computed_by(other) == "definition"
    assert why_definition(other) == "no official library has this metric with these options"
    assert why_definition(metrics.get("nist")()) == "no official library has this metric"


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"highest": 1.0}, "`highest` is read nowhere; write score_scale = ScoreScale"),
        ({"is_mean": True}, "write score_scale = ScoreScale.mean=True"),
        ({"libraries": ("sacrebleu",)}, "write origin = Origin.libraries"),
        ({"score_scale": {"mean": True}}, "give ScoreScale"),
        ({"origin": ("sacrebleu",)}, "give Origin"),
        ({"origin": Origin(libraries="sacrebleu")}, "Origin.libraries=.'sacrebleu',"),
        (
            {"origin": Origin(program="rouge-1.5")},
            "'rouge-1.5'; did you mean 'rouge-1.5.5'",
        ),
        ({"origin": Origin(counterpart="sklearn.metrics:f1")}, "counterpart 'sklearn.metrics:f1';"),
        ({"origin": Origin(counterpart="scikit_learn:none")}, "counterpart 'scikit_learn:none';"),
        ({"score_scale": ScoreScale(highest=1.0)}, "write ScoreScale.mean=True, highest=1.0"),
        (
            {"is_higher_better": lambda _self, output: output == "a"},
            "write higher_is_better = .",
        ),
        ({"__annotations__": {"seen": "int"}}, "define 'seen' themselves; rename that option"),
        ({"__annotations__": {"details": "bool"}}, "define 'details' themselves"),
    ],
)
def test_wrong_declarations(declared, sentence):
    """A class declares what is read, of the right type, names what exists, and hides no method."""
    with pytest.raises(UsageError, match=sentence):
        type("Declared", (MeanMetric,), declared)


@pytest.mark.parametrize("name", list(metrics))
def test_origins_of_metrics_exist(name):
    """Libraries, counterparts and programs of sacreval's own metrics exist, too."""
    check_origin(metrics.get(name), metrics.get(name).origin)


def test_an_option_hides_no_method():
    """Names that are looked up in metrics are those that options cannot have."""
    receiver = r"(?:[\w.]*(?:metric|inner|judge)\w*|(?:innermost|formula_owner)\([^()]*\))"
    protocol = r"@runtime_checkable\nclass \w+\(Protocol\):(?:.|\n(?!\n\n))*"
    texts = [path.read_text("utf-8") for path in Path(sacreval.__file__).parent.rglob("*.py")]
    read = {x for text in texts for x in re.findall(rf'getattr\({receiver}, "([a-z]\w+)"', text)}
    for body in (match for text in texts for match in re.findall(protocol, text)):
        read |= {*re.findall(r"^    (?:def )?([a-z_]+)[(:]", body, re.MULTILINE)}
    assert read - {"classes"} <= reserved(metrics.get("bleu").__mro__)


def test_outputs_of_a_range_are_those_of_the_metric():
    """A misspelt output would have no range."""
    scale = ScoreScale(mean=True, highest={"length_word": 1.0})
    metric = type("Length", (type(metrics.get("length")()),), {"score_scale": scale})()
    with pytest.raises(UsageError, match="the output 'length_word'.*did you mean 'length_words'"):
        choose(metric, None)


def test_a_subclass_may_have_other_outputs():
    """The range of its base names the outputs of the base, which is no mistake of the user's."""
    base = metrics.get("exact-match")
    other = type("Other", (base,), {"outputs": property(lambda _: ("other",))})()
    assert choose(other, None).outputs == ("other",)


def test_an_option_may_have_the_name_of_a_declaration():
    """An option named `program` declares nothing."""
    body = {"program": "x", "__annotations__": {"program": "str"}}
    assert type("Declared", (MeanMetric,), body).program == "x"
