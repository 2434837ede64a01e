"""What a new workspace is made of: the layer files in one language, the skills and the job files.

All three ship inside the package (``daykeep/data``); in a checkout they stand at the top of the repository.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LANGUAGES = ("en", "zh")
GITIGNORE = ".gitignore"

_RENAMED = {"gitignore": GITIGNORE}
"""Shipped without the dot, so that git and the wheel builder don't obey them where they are stored."""

_LEFT_OUT = ("__pycache__", ".keep", ".DS_Store")


class TemplateFile(NamedTuple):
    """A file of a new workspace, under the name it gets there, with its whole content."""

    name: str
    data: bytes


def template_root() -> Path:
    """The folder that holds ``workspace_template``, ``skills`` and ``cron``: the package's data, or the checkout.

    Raises StorageError if the installation has lost them.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "data", package.parent.parent):
        if (folder / "workspace_template").is_dir():
            return folder
    raise StorageError(
        f'the workspace template is missing from this installation of daykeep ("{package}")',
        hint="install daykeep again",
    )


def load_template(language: str, values: Mapping[str, str]) -> list[TemplateFile]:
    """The files of a new workspace in reading order, with every ``{{key}}`` of the layer files replaced.

    The same language and values give the same bytes. ``language`` is one of LANGUAGES.
    """
    root = template_root()
    layers = [
        TemplateFile(_RENAMED.get(name, name), _fill(data, values))
        for name, data in _read_tree(root / "workspace_template" / language)
    ]
    skills = load_skills()
    jobs = [TemplateFile(f"cron/{name}", data) for name, data in _read_tree(root / "cron" / "jobs")]
    return [*layers, *skills, *jobs]


def load_skills() -> list[TemplateFile]:
    """The files of the skills that ship with daykeep, below ``skills/``."""
    return [TemplateFile(f"skills/{name}", data) for name, data in _read_tree(template_root() / "skills")]


def load_settings_template(language: str, values: Mapping[str, str]) -> bytes:
    """The commented ``daykeep.toml`` alone, for a workspace that has everything else already."""
    return _fill((template_root() / "workspace_template" / language / "daykeep.toml").read_bytes(), values)


def settings_values(language: str, *, history: bool) -> dict[str, str]:
    """The lines of ``daykeep.toml`` that depend on how the workspace is made."""
    return {
        "language": f'language = "{language}"'
        if language == "zh"
        else '# language = "auto"           # or en, zh',
        "history": "# enabled = true                # quiet commits of memory, where there is a git repository"
        if history
        else "enabled = false                 # chosen at init: no commits",
    }


def _read_tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Relative POSIX name and content of every file below a folder, sorted; nothing if there is no such folder."""
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and not any(part in _LEFT_OUT for part in relative.parts):
            yield relative.as_posix(), path.read_bytes()


def _fill(data: bytes, values: Mapping[str, str]) -> bytes:
    text = data.decode("utf-8")
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text.encode("utf-8")
