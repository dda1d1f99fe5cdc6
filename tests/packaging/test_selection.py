"""Which tests run, and that a run says what it left out."""

import pytest

from sacreval import native
from support import engines
from support.mirror import CHECKOUT
from support.selection import thinned
from support.sizes import long

pytest_plugins = ["pytester"]

TESTS = """
    import pytest
    from support import missing

    def test_quick():
        pass

    @pytest.mark.long
    def test_of_everything():
        pass

    def test_of_wordnet(request):
        if not (request.config.rootpath / "wordnet").exists():
            missing.say("WordNet is not installed")
            pytest.skip("no WordNet")
"""


@pytest.fixture
def suite(pytester, monkeypatch):
    """Write a suite of three tests under this suite's conftest."""
    monkeypatch.setattr("support.missing.SENTENCES", {})
    pytester.makeconftest((CHECKOUT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(TESTS)
    return pytester


@pytest.mark.parametrize("workers", ["0", long("1")])
def test_what_is_left_out_is_listed(suite, workers):
    """Long tests do not run by default; a line says how many and how to run them."""
    done = suite.runpytest("-n", workers)
    done.assert_outcomes(passed=1, skipped=1, deselected=1 - int(workers))
    done.stdout.fnmatch_lines(
        [
            "engines: *",
            "could not run: WordNet is not installed",
            "left out: 1 long tests; run them with: python -m pytest -m long",
        ]
    )


def test_long_tests_run_when_asked_for(suite):
    """`-m long` runs them, and so does the id of one."""
    suite.runpytest("-m", "long").assert_outcomes(passed=1, deselected=2)
    suite.runpytest("-k", "everything").assert_outcomes(deselected=3)
    name = "test_long_tests_run_when_asked_for.py::test_of_everything"
    suite.runpytest(name).assert_outcomes(passed=1)


def test_an_order_is_that_of_its_seed(suite):
    """`--shuffle` runs every test, in another order for another seed, and in the same again."""
    suite.makepyfile(test_many="".join(f"def test_{i}(): pass\n" for i in range(20)))

    def order(*words):
        lines = suite.runpytest("-v", "test_many.py", *words).outlines
        return [line.split()[0] for line in lines if "PASSED" in line]

    usual, first, second = (order(*words) for words in ((), ("--shuffle", "1"), ("--shuffle", "2")))
    assert sorted(usual) == sorted(first) == sorted(second)
    assert len({tuple(usual), tuple(first), tuple(second)}) == 3
    assert order("--shuffle", "1") == first


@pytest.mark.long
def test_parameters_are_thinned(suite):
    """`--thin` keeps some parameters of every test, and every test."""
    suite.makepyfile(
        test_many="""
            import pytest

            @pytest.mark.parametrize("metric", range(20))
            def test_a(metric):
                pass

            @pytest.mark.parametrize("metric", range(20))
            def test_b(metric):
                pass
        """
    )
    suite.runpytest("--thin", "3", "test_many.py").assert_outcomes(passed=6, deselected=34)
    few = suite.runpytest("--thin", "3", "-k", "7 or 8 or 9", "test_many.py")
    few.assert_outcomes(passed=6, deselected=34)


def test_other_tests_keep_other_parameters():
    """Over many tests, every parameter is kept by some; the same ones in every order."""
    names = [f"tests/test_x.py::test_{k}[{metric}]" for k in range(40) for metric in range(20)]
    kept = thinned(names, 3)
    assert {name.partition("[")[2] for name in kept} == {f"{metric}]" for metric in range(20)}
    assert kept == thinned(reversed(names), 3)


def test_kernels_are_not_forgotten(suite, monkeypatch):
    """Where kernels could be built, tests without them fail with one sentence."""
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setattr(engines, "FORBIDDEN", False)
    monkeypatch.setattr(engines, "compiles", lambda: True)
    done = suite.runpytest()
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: the kernels are not built *, or set SACREVAL_NO_NATIVE=1 *"])
    monkeypatch.setattr(engines, "FORBIDDEN", True)
    done = suite.runpytest()
    done.assert_outcomes(passed=1, skipped=1, deselected=1)
    done.stdout.fnmatch_lines(["engines: official only (SACREVAL_NO_NATIVE is set)*"])


def test_without_a_compiler_nothing_is_forgotten(monkeypatch):
    """A compiler that does not exist builds nothing, and the tests run on the official engine."""
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setenv("CXX", "/nonexistent")
    assert engines.forgotten() is None
    assert "not built" in engines.header() or engines.FORBIDDEN
