"""No test reads a clock: how long something takes is measured in `benchmarks/`, not asserted.

`support.program` has what tests use instead: `ends`, which stops what does not end, and `wait`.
"""

import re

from support.mirror import CHECKOUT

CLOCK = re.compile(r"\b(?:perf_counter|monotonic|process_time|thread_time)(?:_ns)?\(\)")
READ = {
    "lock/write.py",
    "features/programs/sandboxes/test_driver.py",
}  # prints seconds; uses CPU until a time


def test_no_test_reads_a_clock():
    """Files of tests do not call clocks."""
    tests = CHECKOUT / "tests"
    files = {x.relative_to(tests).as_posix(): x.read_text("utf-8") for x in tests.rglob("*.py")}
    reading = {name for name, text in files.items() if CLOCK.search(text)}
    assert {name for name in reading if not name.startswith("support/")} <= READ
