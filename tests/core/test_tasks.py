"""Tasks that metrics serve."""

from sacreval.core.metric import metrics
from sacreval.core.tasks import TASKS


def test_every_task_is_served():
    """Metrics name known tasks, and each task but code, whose programs are not run, has one."""
    served = {task for name in metrics for task in metrics.get(name).tasks}
    assert served <= TASKS.keys()
    assert TASKS.keys() - served <= {"code"}
