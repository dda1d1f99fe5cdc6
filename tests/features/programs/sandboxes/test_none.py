"""No sandbox: limits hold, and the program ends with its driver."""

from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.programs import CodeTests, Program
from support.sandboxes import unsafe


def test_programs():
    """Programs have verdicts as in a sandbox, in a folder for temporary files."""
    worker = Worker(unsafe(), spares=0)
    good = worker.judge(Program(text="import os\nassert os.getcwd() != '/'", tests=CodeTests(),
                                seconds=60.0))  # fmt: skip
    slow = worker.judge(Program(text="while True: pass", tests=CodeTests(), seconds=0.2))
    assert (good.verdict, slow.verdict) == ("passed", "timeout")
    assert not unsafe().isolates
    assert not unsafe().own_processes
