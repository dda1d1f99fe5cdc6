"""Laws of every metric by its name, whether it can be made here or not."""

import re
from importlib import import_module

from sacreval.core.contract.declarations import main_output
from sacreval.core.metric import Metric, metrics
from sacreval.core.tasks import TASKS
from sacreval.errors import NotSetUpError, UsageError
from sacreval.testing import laws
from support.law_items import CLASSES
from support.variants import variants


@CLASSES.of(metrics)
def a_declared_main_output_exists(name):
    """With default options a declared `main` is an output."""
    cls = metrics.get(name)
    try:
        metric = cls()
    except (NotSetUpError, UsageError):
        metric = next((variant for variant in variants()[0] if type(variant) is cls), None)
    if metric is not None and cls.main is not None:
        assert main_output(metric) == cls.main


@CLASSES.of(metrics)
def needs(name):
    """A metric needs fields that records have."""
    laws.reads_known_fields(metrics.get(name))


@CLASSES.of(metrics)
def tasks(name):
    """A metric says what it is for, in words that all metrics share."""
    cls = metrics.get(name)
    assert cls.tasks
    assert set(cls.tasks) <= set(TASKS)
    assert len(set(cls.tasks)) == len(cls.tasks)


@CLASSES.of(metrics)
def file_of_a_metric(name):
    """A metric's file has its name, and holds no other metric."""
    cls = metrics.get(name)
    assert cls.__module__.startswith("sacreval.metrics.")
    assert cls.__module__.rpartition(".")[2] == re.sub("[-.]", "_", cls.name)
    module = vars(import_module(cls.__module__)).values()
    classes = [x for x in module if isinstance(x, type) and x.__module__ == cls.__module__]
    assert [x for x in classes if issubclass(x, Metric)] == [cls]
