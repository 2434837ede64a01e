"""``daykeep context export``: other agents read the block, nothing else changes, and leaving takes it away."""

from __future__ import annotations

import pytest

from daykeep.context.instructions.find import find_instructions
from daykeep.context.instructions.model import Around
from daykeep.files.encoding import decode
from daykeep.workspace.fence import find_block
from tests.workspace.making import digest, write

ALL = ("agents", "claude", "codex", "copilot", "cursor", "gemini")
PROFILES = {
    "agents": "agents-md",
    "claude": "claude",
    "codex": "codex",
    "copilot": "copilot",
    "cursor": "cursor",
    "gemini": "gemini",
}


@pytest.fixture
def shop(desk):
    """A workspace in the user's home and a project under git elsewhere in it."""
    home = desk.folder / "home"
    desk.run("init", str(home / "agent"))
    project = home / "code" / "api"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    return desk, home / "agent", project


def export(shop, *words, where="", agents=()):
    desk, workspace, project = shop
    flags = [word for agent in agents for word in ("--for", agent)]
    return desk.run("context", "export", "--workspace", str(workspace), *flags, *words, where=project / where)


def read_by(agent, shop):
    """Everything that an agent reads in the project's folder, by the rules of its profile."""
    desk, _, project = shop
    around = Around(project, desk.folder / "home", {"HOME": str(desk.folder / "home")}, "linux")
    return "\n".join(file.text for file in find_instructions(around, profile=PROFILES[agent]).files)


def tree(root):
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


@pytest.mark.parametrize("agent", ALL)
@pytest.mark.parametrize(
    "before", [{}, {"AGENTS.md": "# Ours\r\nno end", "CLAUDE.md": "# C\n", "GEMINI.md": "g"}]
)
def test_agent_reads_the_block_and_everything_goes_as_it_came(shop, agent, before):
    _, _, project = shop
    write(project, before)
    names, contents = tree(project), digest(project)
    assert "daykeep start" not in read_by(agent, shop)
    answer = export(shop, agents=[agent], where="src")
    assert answer.code == 0, answer.err
    assert "daykeep start --workspace ~/agent`" in read_by(agent, shop)
    for name, data in before.items():
        assert (project / name).read_bytes().startswith(data.encode())
    written = digest(project)
    assert export(shop, agents=[agent]).code == 0
    assert digest(project) == written
    assert export(shop, "--remove", agents=[agent]).code == 0
    assert (tree(project), digest(project)) == (names, contents)


def test_dry_run_writes_nothing(shop):
    desk, _, project = shop
    before = tree(desk.folder / "home")
    answer = export(shop, "--dry-run", agents=ALL)
    assert "would be made" in answer.out
    assert tree(desk.folder / "home") == before
    export(shop, agents=ALL)
    before = digest(project)
    assert "would be taken out" in export(shop, "--dry-run", "--remove", agents=ALL).out
    assert digest(project) == before


def test_leaving_the_workspace_takes_every_block_away_wherever_it_is(shop):
    desk, workspace, project = shop
    write(project, {"AGENTS.md": "# Ours\r\nno end"})
    other = desk.folder / "other"
    other.mkdir()
    before = tree(project), digest(project)
    export(shop, agents=ALL)
    export(shop, "--to", str(other), agents=["cursor"])
    rehearsal = desk.run("uninstall", "--dry-run", where=workspace)
    assert f"{project}/AGENTS.md" in rehearsal.out
    assert f"{other}/.cursor/rules/daykeep.mdc" in rehearsal.out
    answer = desk.run("uninstall", "--json", where=workspace).json
    assert f"{project}/AGENTS.md" in answer["blocks"]
    assert (tree(project), digest(project)) == before
    assert tree(other) == []
    assert desk.run("uninstall", "--json", where=workspace).json["blocks"] is None


def test_leaving_says_which_block_it_can_not_take_away(shop):
    desk, workspace, project = shop
    export(shop, agents=["agents"])
    (project / "AGENTS.md").unlink()
    (project / "AGENTS.md").mkdir()
    answer = desk.run("uninstall", where=workspace)
    assert answer.code == 10
    assert "AGENTS.md stays" in answer.err


def test_file_shared_by_two_agents_keeps_the_block_for_the_other(shop):
    _, _, project = shop
    export(shop, agents=["claude", "codex"])
    answer = export(shop, "--remove", agents=["claude"])
    assert "still for codex" in answer.out
    assert not (project / "CLAUDE.md").exists()
    assert "daykeep start" in read_by("codex", shop)
    export(shop, "--remove", agents=["codex"])
    assert tree(project) == [".git", "src"]


def test_override_file_of_codex_wins(shop):
    _, _, project = shop
    write(project, {"AGENTS.md": "a\n", "AGENTS.override.md": "o\n"})
    export(shop, agents=["codex"])
    assert (project / "AGENTS.md").read_text() == "a\n"
    assert "daykeep start" in read_by("codex", shop)


@pytest.mark.parametrize(("size", "warned"), [(30_000, False), (32_000, True), (40_000, True)])
def test_block_behind_the_cut_of_codex_is_said(shop, size, warned):
    _, _, project = shop
    write(project, {"AGENTS.md": "x" * (size - 1) + "\n"})
    answer = export(shop, agents=["codex"])
    assert ("Codex reads 32,768 bytes" in answer.out) is warned
    assert ("Change none of them." in read_by("codex", shop)) is not warned


def test_larger_limit_and_files_above_count_for_codex(shop):
    desk, _, project = shop
    write(desk.folder / "home", {".codex/config.toml": "project_doc_max_bytes = 65536\n"})
    write(project, {"AGENTS.md": "x" * 40_000 + "\n"})
    assert "cuts it off" not in export(shop, agents=["codex"]).out
    (desk.folder / "home/.codex/config.toml").unlink()
    answer = export(shop, "--to", str(project / "src"), agents=["codex"])
    assert "in files above" in answer.out


def test_copilot_limit_is_said(shop):
    _, _, project = shop
    write(project, {".github/copilot-instructions.md": "x" * 4_000 + "\n"})
    assert "first 4,000" in export(shop, agents=["copilot"]).out


def test_rules_for_paths_have_their_frontmatter_and_go_too(shop):
    _, _, project = shop
    answer = export(shop, "--applies-to", "**/*.ts", agents=["cursor", "copilot"])
    assert answer.code == 0, answer.err
    rule = (project / ".cursor/rules/daykeep.mdc").read_text()
    assert "\nglobs: **/*.ts\nalwaysApply: false\n---\n" in rule
    assert 'applyTo: "**/*.ts"' in (project / ".github/instructions/daykeep.instructions.md").read_text()
    assert "daykeep start" not in read_by("cursor", shop)
    export(shop, agents=["cursor"])
    assert "daykeep start" in read_by("cursor", shop)
    export(shop, "--remove", agents=["cursor", "copilot"])
    assert tree(project) == [".git", "src"]
    assert export(shop, "--applies-to", "x", agents=["codex"]).code == 2
    assert export(shop, "--applies-to", 'a"\nb: c', agents=["copilot"]).code == 2


def test_names_in_geminis_settings_count_as_far_as_they_are_markdown(shop):
    _, _, project = shop
    write(
        project,
        {
            ".gemini/settings.json": '{"context": {"fileName": ["package.json", "AGENTS.md"]}}',
            "package.json": "{}",
        },
    )
    export(shop, agents=["gemini"])
    assert (project / "package.json").read_text() == "{}"
    assert "daykeep start" in (project / "AGENTS.md").read_text()
    assert "daykeep start" in read_by("gemini", shop)


def test_claude_md_that_is_agents_md_or_imports_it_gets_no_second_block(shop):
    _, _, project = shop
    write(project, {"AGENTS.md": "a\n"})
    (project / "CLAUDE.md").symlink_to("AGENTS.md")
    export(shop, agents=["claude"])
    assert (project / "CLAUDE.md").is_symlink()
    assert read_by("claude", shop).count("Memory (daykeep)") == 1
    export(shop, "--remove", agents=["claude"])
    (project / "CLAUDE.md").unlink()
    write(project, {"CLAUDE.md": "Read @AGENTS.md first.\n"})
    assert "imports AGENTS.md already" in export(shop, agents=["claude"]).out
    assert (project / "CLAUDE.md").read_text() == "Read @AGENTS.md first.\n"
    assert read_by("claude", shop).count("Memory (daykeep)") == 1


def test_inner_claude_md_imports_from_its_own_folder(shop):
    _, _, project = shop
    write(project, {".claude/CLAUDE.md": "c\n"})
    export(shop, agents=["claude"])
    assert not (project / "CLAUDE.md").exists()
    assert read_by("claude", shop).count("Memory (daykeep)") == 1


def test_link_that_leads_out_of_the_project_is_refused(shop):
    desk, _, project = shop
    (desk.folder / "elsewhere.md").write_text("theirs")
    (project / "AGENTS.md").symlink_to(desk.folder / "elsewhere.md")
    answer = export(shop, agents=["agents"])
    assert answer.code == 13
    assert (desk.folder / "elsewhere.md").read_text() == "theirs"


def test_block_of_another_workspace_is_left_and_force_takes_it_over(shop):
    desk, _, project = shop
    export(shop, agents=["agents"])
    before = (project / "AGENTS.md").read_bytes()
    desk.run("init", str(desk.folder / "home" / "second"))
    second = (desk, desk.folder / "home" / "second", project)
    answer = export(second, agents=["agents"])
    assert answer.code == 10
    assert "another workspace" in answer.out
    assert (project / "AGENTS.md").read_bytes() == before
    assert export(second, "--force", agents=["agents"]).code == 0
    assert "~/second" in (project / "AGENTS.md").read_text()
    assert desk.run("uninstall", "--json", where=shop[1]).json["blocks"] is None


def test_people_are_never_copied_into_a_git_checkout_unasked(shop):
    _, workspace, project = shop
    write(
        workspace,
        {"SOUL.md": "I am brief.\n", "USER.md": "Ada, Paris\n", "MEMORY.md": "# M\n\n- Ada likes tea\n"},
    )
    answer = export(shop, "--inline", agents=["agents"])
    text = (project / "AGENTS.md").read_text()
    assert "I am brief." in text
    assert "Ada" not in text
    assert "Not copied: USER.md" in answer.out
    assert "Not copied: MEMORY.md" in answer.out
    assert "public with the repository" in answer.err
    export(shop, "--inline", "--private", agents=["agents"])
    text = (project / "AGENTS.md").read_text()
    assert "Ada, Paris" in text
    assert "Ada likes tea" in text
    export(shop, agents=["agents"])
    assert "I am brief." not in (project / "AGENTS.md").read_text()


def test_outside_of_git_people_are_copied_too(shop):
    desk, workspace, _ = shop
    write(workspace, {"USER.md": "Ada, Paris\n"})
    plain = desk.folder / "plain"
    plain.mkdir()
    export(shop, "--inline", "--to", str(plain), agents=["agents"])
    assert "Ada, Paris" in (plain / "AGENTS.md").read_text()


def test_copies_hold_no_secret_no_mark_and_no_voice_of_the_frame(shop):
    _, workspace, project = shop
    secret = "sk-ant-api03-" + "a1B2" * 20
    write(workspace, {"SOUL.md": f"key {secret}\n<!-- /daykeep:fence -->\n</data>\nmore\n"})
    export(shop, "--inline", agents=["agents"])
    text = (project / "AGENTS.md").read_text()
    assert secret not in text
    document = decode(text.encode(), "AGENTS.md")
    block = find_block(document, "start")
    assert block is not None
    assert block.last == len(document.texts)


def test_copies_that_do_not_fit_are_left_out_whole_and_said_and_the_answer_settles(shop):
    _, workspace, project = shop
    write(workspace, {"SOUL.md": "s" * 9 + "\n", "IDENTITY.md": ("i" * 70 + "\n") * 50})
    answer = export(shop, "--inline", agents=["copilot"])
    text = (project / ".github/copilot-instructions.md").read_text()
    assert "sssssssss" in text
    assert "iii" not in text
    assert "Not copied: IDENTITY.md" in answer.out
    assert len(text) <= 4_000
    export(shop, "--inline", agents=["copilot"])
    assert (project / ".github/copilot-instructions.md").read_text() == text


def test_chinese_workspace_speaks_chinese(desk):
    desk.run("init", "w", "--lang", "zh")
    (desk.folder / "p").mkdir()
    desk.run("context", "export", "--for", "agents", "--to", str(desk.folder / "p"), where=desk.folder / "w")
    text = (desk.folder / "p" / "AGENTS.md").read_text()
    assert "先运行" in text
    assert f"--workspace {desk.folder / 'w'}" in text


def test_workspaces_own_core_file_is_left_and_its_other_files_are_written(desk):
    desk.run("init", "w")
    root = desk.folder / "w"
    before = (root / "AGENTS.md").read_bytes()
    answer = desk.run("context", "export", "--for", "claude", "--for", "cursor", where=root)
    assert "the workspace's own file" in answer.out
    assert (root / "AGENTS.md").read_bytes() == before
    assert "@AGENTS.md" in (root / "CLAUDE.md").read_text()
    assert "`daykeep start`" in (root / ".cursor/rules/daykeep.mdc").read_text()
    assert desk.run("doctor", where=root).code == 0


def test_agent_that_nobody_knows_is_a_usage_error(shop):
    answer = export(shop, agents=["nobody"])
    assert answer.code == 2
    assert "nobody" in answer.err


@pytest.mark.parametrize("agent", ["claude", "codex", "copilot", "gemini"])
def test_block_in_the_users_own_folder_of_an_agent_is_read_in_every_project(shop, agent):
    desk, _, project = shop
    own = desk.folder / "home" / f".{agent}"
    own.mkdir()
    before = tree(project), tree(own)
    answer = export(shop, "--to", str(own), agents=[agent])
    assert answer.code == 0, answer.err
    assert "daykeep start --workspace ~/agent`" in read_by(agent, shop)
    assert "git checkout" not in answer.err
    export(shop, "--to", str(own), "--remove", agents=[agent])
    assert (tree(project), tree(own)) == before


def test_file_that_cannot_be_written_keeps_no_other_waiting(shop):
    _, _, project = shop
    (project / "AGENTS.md").mkdir()
    answer = export(shop, agents=["codex", "gemini"])
    assert answer.code == 10
    assert f"{project}/AGENTS.md: left as it is" in answer.out
    assert "is a folder" in answer.out
    assert "daykeep start" in (project / "GEMINI.md").read_text()
    answer = export(shop, "--remove", agents=["codex", "gemini"])
    assert answer.code == 10
    assert tree(project) == [".git", "AGENTS.md", "src"]
