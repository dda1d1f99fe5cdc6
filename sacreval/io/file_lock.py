"""An exclusive file lock, which the system releases however its process ends."""

from __future__ import annotations

import sys
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    _FAR = 2**40  # an offset beyond any file: other processes cannot read bytes that are locked

    def lock(file: BinaryIO) -> bool:
        """Lock a file for this process alone; return whether that succeeded."""
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
        """Lock a file for this process alone; return whether that succeeded."""
        try:
            # Unlike flock's, this lock is not inherited by worker processes, which may live longer.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
