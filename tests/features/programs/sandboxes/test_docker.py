"""docker as a sandbox."""

from sacreval.features.programs.sandboxes.canary import prove
from sacreval.features.programs.sandboxes.docker import BACKEND, Docker
from sacreval.features.programs.sandboxes.interpreter import Interpreter
from support.sandboxes import container


def test_name():
    """The version that counts is the server's, which also shows that there is one."""
    assert BACKEND is Docker
    assert "Server" in Docker(interpreter=Interpreter(program="python3"))._version_format()


def test_escapes():
    """Every attempt to escape is stopped, where an image is named."""
    assert prove(container("docker")) > 12
