"""Options of commands as keyword arguments in Python."""

import inspect

import pytest

import sacreval
from sacreval.cli.options.option_groups import RecordOptions, SelectionOptions
from sacreval.cli.options.statistics_options import EvaluateArguments, EvaluateOptions
from sacreval.cli.options.ungrouped import fields
from sacreval.errors import UsageError
from sacreval.features.compare.compare_options import CompareArguments, CompareOptions
from sacreval.features.gates.gate_options import GateOptions
from sacreval.python.python_options import options_of

TEXTS = (["a b", "c"], ["a b", "d"])


def test_functions_have_the_options_of_commands():
    """All options that change results are arguments, each with its default and description."""
    for function, groups in {
        sacreval.evaluate: (EvaluateOptions, GateOptions),
        sacreval.compare: (CompareOptions,),
        sacreval.score: (),
    }.items():
        every = (SelectionOptions, RecordOptions, *groups)
        parameters = inspect.signature(function).parameters
        for option in (p for group in every for p in group.parameters() if p.name != "show"):
            assert parameters[option.name].default == option.default
            assert f"        {option.name}: " in function.__doc__
        assert "options" not in parameters
        assert "repeat it." not in function.__doc__
        assert "Exit with" not in function.__doc__
    assert {*EvaluateArguments.__annotations__} == {*fields(EvaluateOptions)}
    assert {*CompareArguments.__annotations__} == {*fields(CompareOptions)} - {"show"}


@pytest.mark.parametrize("function", [sacreval.evaluate, sacreval.compare, sacreval.score])
def test_unknown_arguments_are_refused(function):
    """A misspelt argument is an error with the closest name."""
    said = rf"{function.__name__}\(\) got an unexpected keyword argument 'sistems'.*'systems'"
    with pytest.raises(TypeError, match=said):
        function(*TEXTS, metrics="chrf", sistems="a")


def test_values_of_options():
    """One text, several, and a mapping are what the command line has; others stay."""
    found = options_of(GateOptions, {"check": "a > 1", "max_drop": {"a": 1.5}, "corrected": True})
    assert (found.check, found.max_drop, found.corrected) == (["a > 1"], ["a=1.5"], True)
    assert found.not_worse is None
    given = {"humans": {"a": "quality"}, "by": ("x", "y"), "summary": (), "seed": 3}
    options = options_of(EvaluateOptions, given)
    assert (options.humans, options.by, options.summary) == (["a=quality"], ["x", "y"], [])
    assert (options.seed, options.ci) == (3, False)


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
