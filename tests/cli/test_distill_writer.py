"""``daykeep distill`` with a model of the user's: what is worded, what stays, and that ``why`` still knows."""

from __future__ import annotations

import pytest

from tests.cli.setting_up import Desk
from tests.models.support import completion, serving

LOG = """# 2026-03-03

## 教训
- nginx 上传超时：`proxy_read_timeout` 要设为 120s
- 每次改完都要 `nginx -t`
"""
GOOD = "nginx 上传超时，`proxy_read_timeout` 要设为 120s，每次改完都要 `nginx -t`。"


@pytest.fixture
def asked(desk: Desk):
    """A workspace with one lesson, and a model in the user's settings that answers what the test says."""
    assert desk.run("init", "w", "--lang", "zh").code == 0
    root = desk.folder / "w"
    (root / "memory" / "2026-03-03.md").write_text(LOG, encoding="utf-8")
    answers: list[str] = []
    with serving(lambda _: completion(answers[-1])) as server:
        config = desk.folder / "home" / ".config" / "daykeep" / "config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        text = (
            f'[distill]\nprofile = "classic"\n[distill.writer]\nendpoint = "{server.endpoint}"\nmodel = "m"\n'
        )
        config.write_text(text, encoding="utf-8")
        yield root, answers, server


def test_a_faithful_sentence_goes_to_memory_and_why_names_the_lines(desk: Desk, asked) -> None:
    root, answers, server = asked
    answers.append(GOOD)
    done = desk.run("distill", "--all", "--at", "2026-03-04", where=root)
    assert done.code == 0
    memory = (root / "MEMORY.md").read_text(encoding="utf-8")
    assert f"- {GOOD}" in memory
    assert "- 每次改完" not in memory
    why = desk.run("why", GOOD, where=root).out
    assert "memory/2026-03-03.md" in why
    assert "`proxy_read_timeout` 要设为 120s" in why
    assert "每次改完都要 `nginx -t`" in why
    assert len(server.requests) == 1


def test_the_same_log_read_again_adds_nothing_and_asks_nothing(desk: Desk, asked) -> None:
    root, answers, server = asked
    answers.append(GOOD)
    desk.run("distill", "--all", "--at", "2026-03-04", where=root)
    memory = (root / "MEMORY.md").read_bytes()
    (root / "memory" / "distill-state.json").unlink()
    desk.run("distill", "--all", "--force", "--at", "2026-03-05", where=root)
    assert (root / "MEMORY.md").read_bytes() == memory
    assert len(server.requests) == 1


def test_an_unfaithful_sentence_leaves_the_lines_and_is_named(desk: Desk, asked) -> None:
    root, answers, _ = asked
    answers.append(GOOD.replace("120s", "60s"))
    done = desk.run("distill", "--all", "--at", "2026-03-04", where=root)
    assert done.code == 0
    assert "kept as written" in done.err
    assert "`proxy_read_timeout` 要设为 120s" in (root / "MEMORY.md").read_text(encoding="utf-8")


def test_a_dry_run_asks_no_model(desk: Desk, asked) -> None:
    root, _, server = asked
    desk.run("distill", "--all", "--dry-run", "--at", "2026-03-04", where=root)
    assert server.requests == []


def test_a_model_that_is_down_changes_nothing_but_a_note(desk: Desk, asked) -> None:
    root, answers, server = asked
    answers.append(GOOD)
    server.answer = lambda _: (500, b"")
    done = desk.run("distill", "--all", "--at", "2026-03-04", where=root)
    assert "status 500" in done.err
    assert "`nginx -t`" in (root / "MEMORY.md").read_text(encoding="utf-8")
