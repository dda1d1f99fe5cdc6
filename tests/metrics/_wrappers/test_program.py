"""Programs of others."""

import os
import signal
import sys
import threading
import time

import pytest

from sacreval.errors import MetricError, NotSetUpError
from sacreval.metrics._wrappers.program import folder, interpreter, run
from support.program import ends


def python(code, where, **options):
    """Run Python code as a program."""
    (where / "program.py").write_text(code)
    return run([sys.executable, "-I", "program.py"], where=where, **options)


def test_output(tmp_path):
    """Standard output is returned, with bytes that are not UTF-8 replaced; warnings are not."""
    code = "import os\nos.write(1, b'caf\\xe9')\nos.write(2, b'careful')"
    assert python(code, tmp_path) == "caf\N{REPLACEMENT CHARACTER}"


def test_no_shell(tmp_path):
    """Arguments are passed as they are, without a shell."""
    words = "$HOME; echo *"
    code = "import sys; print(sys.argv[1])"
    assert run([sys.executable, "-c", code, words], where=tmp_path) == f"{words}\n"


def test_no_input(tmp_path):
    """A program has no input."""
    assert python("import sys; print(len(sys.stdin.read()))", tmp_path) == "0\n"


def test_failures(tmp_path):
    """A program that fails is an error with its last line, not with its stack."""
    code = "import sys; sys.exit('first\\nIllegal division by zero\\n\\tat x\\n')"
    with pytest.raises(MetricError, match=r"program.py failed \(Illegal division by zero\); check"):
        python(code, tmp_path)
    with pytest.raises(MetricError, match=r"program.py failed \(exit code 7\)"):
        python("raise SystemExit(7)", tmp_path)


def test_modules_of_perl(tmp_path):
    """A missing module of Perl is named, with the package that has it."""
    said = "Can't locate XML/DOM.pm in @INC (you may need to install the XML::DOM module)"
    with pytest.raises(NotSetUpError, match="XML::DOM; install .*apt-get install libxml-dom-perl"):
        python(f"import sys; sys.exit({said!r})", tmp_path)


@pytest.mark.long
def test_time_limit(tmp_path):
    """A program that does not end in time is stopped."""
    with ends(), pytest.raises(MetricError, match=r"program.py did not end within 0.2 s"):
        python("import time; time.sleep(600)", tmp_path, seconds=0.2)


@pytest.mark.long
def test_interrupts(tmp_path):
    """An interrupt stops the program."""
    code = (
        "import pathlib, time\npathlib.Path('on').touch()\ntime.sleep(600)\n"
        "pathlib.Path('end').touch()"
    )

    def interrupt():
        while not (tmp_path / "on").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with ends(), pytest.raises(KeyboardInterrupt):
        python(code, tmp_path)
    assert not (tmp_path / "end").exists()


def test_interpreters(monkeypatch, tmp_path):
    """An interpreter that is not on the PATH is an error with the package that has it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotSetUpError, match=r"x.jar needs java, which .* apt-get install jre"):
        interpreter("java", "x.jar", "jre")
    with pytest.raises(NotSetUpError, match="gone: No such file"):
        run([str(tmp_path / "gone")], where=tmp_path)


def test_folders():
    """A temporary folder is removed, also after an error."""

    def fail():
        with folder() as place:
            (place / "x").touch()
            places.append(place)
            raise ZeroDivisionError

    places = []
    with pytest.raises(ZeroDivisionError):
        fail()
    assert not places[0].exists()
