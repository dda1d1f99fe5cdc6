"""Programs: their hash, and what a sandbox is sent of them."""

import marshal

from sacreval.features.programs.sandboxes.programs import (
    CallTests,
    CodeTests,
    Job,
    Limits,
    Program,
    StdinTests,
)

CODE = CodeTests(parts=("check(f)",))


def program(text="x", tests=CODE, seconds=3.0):
    return Program(text=text, tests=tests, seconds=seconds)


def test_hash():
    """Everything that decides the verdict is hashed, and nothing else."""
    calls = CallTests(entry="f", calls=(({1, 2}, {"a": (1,)}),), expected=(1,))
    several = [
        program(), program("y"), program(seconds=2.0), program(tests=CodeTests(parts=("a", "b"))),
        program(tests=CodeTests(parts=("check(f)",), script=True)), program(tests=calls),
        program(tests=CallTests(entry="f", calls=(([1, 2], {"a": [1]}),), expected=(1,))),
        program(tests=StdinTests(inputs=("1",), expected=("1",))),
    ]  # fmt: skip
    assert len({one.sha256() for one in several}) == len(several)
    again = CallTests(entry="f", calls=(({2, 1}, {"a": (1,)}),), expected=(1,))
    assert program(tests=calls).sha256() == program(tests=again).sha256()


def test_job():
    """A job holds the inputs and never what is expected."""
    tests = StdinTests(inputs=("12\n",), expected=("wanted",))
    job = Job(program=program(tests=tests), limits=Limits(), processes=True)
    text = job.encoded()
    fields = marshal.loads(text[8:])  # noqa: S302 - our own
    assert int.from_bytes(text[:8], "big") == len(text) - 8
    assert fields["stdins"] == [b"12\n"]
    assert b"wanted" not in text
    calls = CallTests(entry="f", calls=((1,),), expected=("wanted",))
    assert b"wanted" not in Job(program=program(tests=calls), limits=Limits(),
                                processes=True).encoded()  # fmt: skip


def test_tokens():
    """Every job has a token of its own."""
    jobs = [Job(program=program(), limits=Limits(), processes=True) for _ in range(2)]
    assert len({job.token for job in jobs}) == 2
