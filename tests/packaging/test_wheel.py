"""The wheel holds exactly what it should, and what it holds is what the repository has."""

from __future__ import annotations

import subprocess
import tarfile
import tomllib
import zipfile
from email.parser import Parser

from packaging.requirements import Requirement

from tests.packaging.conftest import REPOSITORY, Built

SHIPPED = {
    "src/daykeep": "daykeep",
    "workspace_template": "daykeep/data/workspace_template",
    "skills": "daykeep/data/skills",
    "cron": "daykeep/data/cron",
}


def expected_files() -> dict[str, str]:
    """Path in the wheel -> path in the repository, for every kept file of the shipped folders."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *SHIPPED]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    found = {}
    for name in filter(None, listed.split("\0")):
        for folder, target in SHIPPED.items():
            if name.startswith(f"{folder}/") and (REPOSITORY / name).is_file():
                found[target + name.removeprefix(folder)] = name
    return found


def test_wheel_holds_exactly_the_package_and_its_data(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        about = {name.split(".dist-info/")[1] for name in archive.namelist() if ".dist-info/" in name}
    assert names == set(expected_files())
    assert about == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def test_wheel_files_are_the_repository_files_byte_for_byte(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        differing = [
            name
            for name, source in expected_files().items()
            if archive.read(name) != (REPOSITORY / source).read_bytes()
        ]
    assert differing == []


def test_wheel_carries_templates_of_both_languages_skills_and_units(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = archive.namelist()
    for language in ("en", "zh"):
        for layer in ("SOUL", "USER", "AGENTS", "TOOLS", "MEMORY", "HEARTBEAT"):
            assert f"daykeep/data/workspace_template/{language}/{layer}.md" in names
    assert "daykeep/data/skills/context-management/SKILL.md" in names
    assert "daykeep/data/skills/smart-context-manager/scripts/context_manager.py" in names
    assert any(name.startswith("daykeep/data/cron/") for name in names)
    assert "daykeep/py.typed" in names


def test_wheel_is_pure_and_its_metadata_is_the_project_file(built: Built) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with zipfile.ZipFile(built.wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(archive.read(name).decode())
    assert built.wheel.name.endswith("-py3-none-any.whl")
    assert metadata["Name"] == project["name"]
    assert metadata["License-Expression"] == "MIT"
    needed = {
        str(Requirement(line)) for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line
    }
    assert needed == {str(Requirement(line)) for line in project["dependencies"]}


def test_sdist_holds_the_tests_and_no_machine_files(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"pyproject.toml", "tests/packaging/test_wheel.py", "scripts/test", "docs/glossary.md"} <= names
    assert [
        name
        for name in names
        if name.startswith((".venv", ".git/", "sample-workspace")) or "__pycache__" in name
    ] == []
