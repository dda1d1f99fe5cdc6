"""A lock on a file, which the system takes back however its owner ends."""

from __future__ import annotations

import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    _FAR = 2**40  # a byte that no file reaches: what is locked cannot be read by others there

    def lock(file: BinaryIO) -> bool:
        """Lock a file for this process alone; say whether it is ours now."""
        here = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(here)
        return True

else:
    import fcntl

    def lock(file: BinaryIO) -> bool:
        """Lock a file for this process alone; say whether it is ours now."""
        try:
            # Unlike flock's, this lock is not handed on to worker processes, which may live longer.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
