"""The entry point of ``scripts/docs``: write the pages that changed, or with ``--check`` name them."""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.reference import answers, commands, errors, kept, mcp, settings

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


def pages() -> dict[str, str]:
    """Every generated page: file name -> text."""
    return {
        "commands.md": commands.render_page(),
        "settings.md": settings.render_page(),
        "errors.md": errors.render_page(),
        "json.md": answers.render_page(),
        "kept.md": kept.render_page(),
        "mcp.md": mcp.render_page(),
    }


def outdated(folder: Path = REFERENCE) -> dict[str, str]:
    """The pages whose file is missing or says something else, with the text they should have."""
    found = {}
    for name, text in pages().items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            found[name] = text
    return found


def main() -> int:
    """Run the script; the exit code."""
    changed = outdated()
    if "--check" in sys.argv[1:]:
        for name in changed:
            print(f"docs/reference/{name} is out of date: run scripts/docs", file=sys.stderr)
        return 1 if changed else 0
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name, text in changed.items():
        (REFERENCE / name).write_text(text, encoding="utf-8")
        print(f"wrote docs/reference/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
