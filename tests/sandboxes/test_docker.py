"""docker as a sandbox."""

from sacreval.sandboxes.docker import BACKEND, Docker
from sacreval.sandboxes.interpreter import Interpreter


def test_name():
    """The version that counts is the server's, which also shows that there is one."""
    assert BACKEND is Docker
    assert "Server" in Docker(interpreter=Interpreter(program="python3"))._version_format()
