"""Builds a home, an administrator's folder and a project, and asks what Claude Code reads there."""

from __future__ import annotations

import os
from pathlib import Path

from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import Around, Asked


class World:
    """Names in `write` are relative to the project; "~/x" lies in the home, "^x" in the folder that holds all."""

    def __init__(self, root):
        self.root = Path(os.path.realpath(root))
        self.home = self.root / "home"
        self.project = self.root / "work" / "app"
        self.managed = self.root / "managed"
        for folder in (self.home, self.project, self.managed):
            folder.mkdir(parents=True)

    def path(self, name):
        if name.startswith("~/"):
            return self.home / name[2:]
        return self.root / name[1:] if name.startswith("^") else self.project / name

    def write(self, name, text=""):
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def link(self, name, target):
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        return path

    def find(self, *for_paths, cwd="", environ=None, platform="linux", profile="claude", home=None, **asked):
        around = Around(self.path(cwd), home or self.home, environ or {}, platform)
        wanted = Asked(for_paths=for_paths, managed=str(self.managed), **asked)
        return find_instructions(around, wanted, profile=profile)

    def short(self, path):
        """A path as `write` takes it."""
        for folder, mark in ((self.project, ""), (self.home, "~/"), (self.root, "^")):
            if Path(path).is_relative_to(folder):
                return mark + Path(path).relative_to(folder).as_posix()
        return path

    def read(self, *for_paths, **asked):
        """The names of the files that are read, in order."""
        return [self.short(file.path) for file in self.find(*for_paths, **asked).files]

    def skips(self, *for_paths, **asked):
        """Code by name of the files that are not read."""
        return {self.short(file.path): file.code for file in self.find(*for_paths, **asked).skipped}
