"""Builds the source distribution and, from it, the wheel: once for all tests of this folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


class Built(NamedTuple):
    wheel: Path
    sdist: Path


class Installed(NamedTuple):
    """A virtual environment that holds the wheel and what it needs, nothing for development."""

    bin: Path

    def run(self, *arguments: str, folder: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment from ``folder`` with a bare environment."""
        environment = {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "TZ": "Asia/Shanghai",
        }
        return subprocess.run(
            [str(self.bin / arguments[0]), *arguments[1:]],
            cwd=folder,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("dist")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(REPOSITORY)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return Built(wheel, sdist)


@pytest.fixture(scope="session")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(built.wheel)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return Installed(folder / "bin")
