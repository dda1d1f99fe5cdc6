"""Options of commands as keyword arguments in Python."""

import inspect

import pytest

import sacreval
from sacreval.cli.options.option_groups import (
    RecordOptions,
    ResamplingOptions,
    ScoreOptions,
    SelectionOptions,
)
from sacreval.cli.options.python_options import options_of, parameters_of
from sacreval.cli.options.statistics_options import EvaluateArguments, EvaluateOptions
from sacreval.cli.options.ungrouped import fields
from sacreval.errors import ResultWarning, UsageError
from sacreval.features.arena.options import RankingOptions
from sacreval.features.compare.compare_options import (
    BaseOptions,
    CompareArguments,
    CompareOptions,
    SetOptions,
)
from sacreval.features.correlate.options import (
    CorrelationArguments,
    CorrelationOptions,
    RatingOptions,
    TrustOptions,
)
from sacreval.features.gates.gate_options import GateOptions
from sacreval.features.plan.options import (
    GuessOptions,
    PowerOptions,
    QuestionOptions,
    ReadOptions,
)

TEXTS = (["a b", "c"], ["a b", "d"])


FUNCTIONS = {
    sacreval.evaluate: (SelectionOptions, RecordOptions, EvaluateOptions, GateOptions),
    sacreval.compare: (SelectionOptions, RecordOptions, CompareOptions),
    sacreval.score: (SelectionOptions, RecordOptions, ScoreOptions),
    sacreval.correlate: (CorrelationOptions,),
    sacreval.trust: (TrustOptions, RatingOptions),
    sacreval.arena: (RankingOptions, ResamplingOptions),
    sacreval.plan: (ReadOptions, GuessOptions, QuestionOptions, PowerOptions),
    sacreval.compare_results: (SetOptions, BaseOptions),
}
OTHERWISE = {"show", "human", "metric"}  # options that are no arguments, or of another form


def test_functions_have_the_options_of_commands():
    """All options that change results are arguments, each with its default and description."""
    for function, groups in FUNCTIONS.items():
        parameters = inspect.signature(function).parameters
        options = {p.name: p for group in groups for p in parameters_of(group)}
        wanted = options.keys() - OTHERWISE
        if function is sacreval.correlate:
            wanted &= CorrelationArguments.__annotations__.keys()
        for name in wanted:
            assert parameters[name].default == options[name].default
            assert f"        {name}: " in function.__doc__
        assert "options" not in parameters
        assert "repeat it." not in function.__doc__
        assert "Exit with" not in function.__doc__
        assert "``" not in function.__doc__
    assert {*EvaluateArguments.__annotations__} == {*fields(EvaluateOptions)}
    assert {*CompareArguments.__annotations__} == {*fields(CompareOptions)} - {"show"}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_unknown_arguments_are_refused(function):
    """A misspelt argument is an error with the closest name."""
    said = rf"{function.__name__}\(\) got an unexpected keyword argument '.*you mean '(metric|by)"
    misspelt = "mettrics" if function is not sacreval.arena else "byy"
    with pytest.raises(TypeError, match=said):
        function(TEXTS[0], **{misspelt: "chrf"})


def test_values_of_options():
    """One text, several, and a mapping are what the command line has; others stay."""
    found = options_of(GateOptions, {"check": "a > 1", "max_drop": {"a": 1.5}, "corrected": True})
    assert (found.check, found.max_drop, found.corrected) == (["a > 1"], ["a=1.5"], True)
    assert found.not_worse is None
    given = {"humans": {"a": "quality"}, "by": ("x", "y"), "summary": (), "seed": 3}
    options = options_of(EvaluateOptions, given)
    assert (options.humans, options.by, options.summary) == (["a=quality"], ["x", "y"], [])
    assert (options.seed, options.ci) == (3, False)
    trust = options_of(TrustOptions, {"human": "h", "own": {"a": "x"}, "lower_is_better": "b"})
    assert (trust.own, trust.lower_is_better, trust.metric) == (("a=x",), ("b",), ())


@pytest.mark.parametrize(
    ("function", "options", "sentence"),
    [
        (sacreval.evaluate, {"force_baseline": True}, "without baseline, force_baseline"),
        (sacreval.evaluate, {"resamples": 500}, "without ci there are no intervals, so resamples"),
        (sacreval.compare, {"test": "sign", "trials": 500}, "test sign has no trials, so trials"),
    ],
)
def test_options_without_effect_are_named(function, options, sentence):
    """An option without effect is a warning, in the sentence of the command."""
    outputs = {"a": ["a b", "c", "d"], "b": ["a", "b", "d"]}
    with pytest.warns(ResultWarning, match=f"{sentence} has no effect"):
        function(outputs, ["a b", "c", "d"], metrics="chrf", **options)


def test_no_systems_are_not_all():
    """An empty list of systems is no default."""
    with pytest.raises(UsageError, match="systems is empty; name some"):
        sacreval.evaluate(*TEXTS, metrics="chrf", systems=[])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seed": -1}, "seed is -1; give 0 or more"),
        ({"confidence": 0.2}, "confidence is 0.2; give 0.5 to 0.9999"),
        ({"resamples": 1}, "resamples is 1; give 2 to 10000000"),
        ({"limit": 0}, "limit is 0; give 1 or more"),
        ({"humans": 3}, "humans is 3; give a text"),
        ({"workers": 0}, "workers is 0; give 1 or more"),
        ({"metrics": None}, "there is no metric"),
        ({"no_new_failures": "x"}, "^no_new_failures: this run has no output 'x'"),
    ],
)
def test_values_that_the_command_refuses(options, sentence):
    """A value out of its range, or of another type, is an error with the argument's name."""
    with pytest.raises(UsageError, match=sentence):
        sacreval.evaluate(*TEXTS, **{"metrics": "chrf"} | options)
