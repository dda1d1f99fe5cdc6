"""What a program may use."""

from sacreval.features.programs.sandboxes.programs import Limits


def test_rlimits():
    """CPU time ends after the wall clock, and processes are limited only where they are counted."""
    limits = Limits(memory=100, processes=5, disk=2).rlimits(2.5, processes=True)
    assert limits["RLIMIT_AS"] == 100 * 2**20
    assert limits["RLIMIT_FSIZE"] == 2 * 2**20
    assert limits["RLIMIT_CPU"] > 2.5
    assert limits["RLIMIT_CORE"] == 0
    assert limits["RLIMIT_NPROC"] == 8
    assert "RLIMIT_NPROC" not in Limits().rlimits(1, processes=False)
