"""Where notes live: in a workspace, with the user, in a project, and where Claude Code keeps its own."""

from daykeep.memory.notes.stores.automemory import AutoMemory, find_auto_memory
from daykeep.memory.notes.stores.init import Init, apply_init, plan_init
from daykeep.memory.notes.stores.places import Around, find_store, workspace_store
from daykeep.memory.notes.stores.repository import Project, find_project

__all__ = [
    "Around",
    "AutoMemory",
    "Init",
    "Project",
    "apply_init",
    "find_auto_memory",
    "find_project",
    "find_store",
    "plan_init",
    "workspace_store",
]
