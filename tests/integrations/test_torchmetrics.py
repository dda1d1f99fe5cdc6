"""The metric of torchmetrics: states merge exactly, also over processes."""

import json

import pytest

from sacreval.integrations.running import Running
from support.tool_pythons import interpreter, run_in

PREDICTIONS = ["the cat sat on the mat", "a dog barked at the boys", "x y z w v"]
REFERENCES = [["the cat sat on a mat"], ["the dog barked at the boys"], ["x y z w u"]]
RUN = f"""
import json, sys
import torch.distributed as dist
import torch.multiprocessing as processes
from sacreval.integrations.torchmetrics import SacrevalMetric
P, R = {PREDICTIONS!r}, {REFERENCES!r}


def work(rank):
    dist.init_process_group("gloo", init_method="file://" + sys.argv[1], rank=rank, world_size=2)
    metric = SacrevalMetric("bleu")
    part = slice(0, 1) if rank == 0 else slice(1, 3)
    metric.update(P[part], R[part])
    print(json.dumps(float(metric.compute()["bleu"])), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    one, other = SacrevalMetric("bleu"), SacrevalMetric("bleu")
    one.update(P[:1], R[:1])
    other.update(P[1:], R[1:])
    one.merge_state(other)
    print(json.dumps(float(one.half().compute()["bleu"])), flush=True)
    processes.spawn(work, nprocs=2)
"""


@pytest.mark.long
def test_with_torchmetrics(tmp_path):
    """Merged states and two processes have the score of one, to the last bit."""
    python = interpreter("torchmetrics", "the metric of torchmetrics")
    (tmp_path / "run.py").write_text(RUN)
    shown = run_in(python, "run.py", tmp_path / "meeting", cwd=tmp_path)
    whole = Running("bleu")
    whole.update(PREDICTIONS, REFERENCES)
    assert list(map(json.loads, shown.split())) == [whole.compute()["bleu"]] * 3
