"""Where and when figures were measured: the date, the processor, the load."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def described() -> dict[str, str]:
    """Return the day, the cores and how busy they are, and the version of Python."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": f"{os.cpu_count()} cores, {processor()}",
        "load": f"{os.getloadavg()[0]:.1f}",
        "python": platform.python_version(),
    }


def processor() -> str:
    """Return the name of the processor."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
