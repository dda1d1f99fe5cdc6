"""Functions that run with one BLAS thread."""

from threadpoolctl import threadpool_info, threadpool_limits

from sacreval.stats.single_thread_blas import single_thread_blas


def threads():
    """Return the number of threads of each BLAS."""
    return [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]


def test_one_thread_inside_only():
    """Inside there is one thread; arguments and result pass, and afterwards all is as before."""

    @single_thread_blas
    def inside(x, *, y):
        """Add."""
        return x + y, threads()

    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        total, found = inside(1, y=2)
        assert (total, set(found)) == (3, {1})
        assert threads() == before
    assert inside.__doc__ == "Add."
