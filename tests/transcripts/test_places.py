"""Which conversations are found where, and which never."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.slugs import slug_of
from daykeep.transcripts.places import AGENTS, Surroundings, find_archives, is_inside, list_files
from tests.transcripts.building import Claude, write


class Home:
    """A person's home folder with a workspace in it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.root = self.home / "notes"
        self.root.mkdir(parents=True)
        self.environ: dict[str, str] = {}

    def put(self, name: str, text: str = "x\n") -> Path:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def find(self, wanted: str) -> list[tuple[str, str, bool]]:
        archives, problems = find_archives(wanted, Surroundings(self.home, self.root, self.environ))
        assert problems == []
        listed = list_files(archives)
        self.problems = listed.problems
        return [(file.agent, os.path.relpath(file.path, self.home), file.here) for file in listed.files]

    def names(self, wanted: str) -> list[str]:
        return [name for _, name, _ in self.find(wanted)]

    @property
    def slug(self) -> str:
        return slug_of(str(self.root))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path.resolve())


def test_nothing_is_looked_at_unless_it_is_named(home: Home) -> None:
    home.put(f".claude/projects/{home.slug}/a.jsonl")
    home.put(".codex/sessions/2026/03/02/rollout-a.jsonl")
    assert home.find("") == []
    assert home.find(" , ") == []


def test_claude_codes_conversations_of_the_workspace_are_found_by_the_folders_name(home: Home) -> None:
    home.put(f".claude/projects/{home.slug}/a.jsonl")
    home.put(f".claude/projects/{home.slug}-drafts/b.jsonl")
    home.put(f".claude/projects/{slug_of(str(home.home))}-client/c.jsonl")
    assert home.find("claude-code") == [
        ("claude-code", f".claude/projects/{home.slug}-drafts/b.jsonl", True),
        ("claude-code", f".claude/projects/{home.slug}/a.jsonl", True),
    ]
    assert len(home.find("claude-code:all")) == 3
    assert {here for _, _, here in home.find("claude-code:all")} == {False}


def test_sub_agents_outputs_and_other_files_are_left_out(home: Home) -> None:
    base = f".claude/projects/{home.slug}"
    for name in (
        "a.jsonl",
        "agent-7.jsonl",
        "a/subagents/agent-8.jsonl",
        "a/tool-results/x.jsonl",
        "memory/m.md",
        "b.json",
    ):
        home.put(f"{base}/{name}")
    assert home.names("claude-code") == [f"{base}/a.jsonl"]
    assert home.names("claude-code:all") == [f"{base}/a.jsonl"]


def test_long_folder_name_is_found_by_its_first_two_hundred_characters(home: Home) -> None:
    home.root = home.home / ("deep" * 50) / ("deeper" * 30)
    slug = slug_of(str(home.root))
    assert len(slug) == 200
    home.put(f".claude/projects/{slug}-1x2y3z/a.jsonl")
    assert len(home.find("claude-code")) == 1


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("/home/ada/my_notes.v2", "-home-ada-my-notes-v2"),
        ("/家/注", "----"),
        ("/home/cafe\u0301", "-home-caf-"),
    ],
)
def test_slug_replaces_what_is_no_ascii_letter_or_digit(path: str, slug: str) -> None:
    assert slug_of(path) == slug


def test_folder_of_claude_codes_settings_may_be_elsewhere(home: Home) -> None:
    home.put(f".claude/projects/{home.slug}/default.jsonl")
    home.put(f"other/projects/{home.slug}/chosen.jsonl")
    home.environ["CLAUDE_CONFIG_DIR"] = str(home.home / "other")
    assert home.names("claude-code") == [f"other/projects/{home.slug}/chosen.jsonl"]
    home.environ["CLAUDE_CONFIG_DIR"] = "relative/is/not/meant"
    assert home.names("claude-code") == [f".claude/projects/{home.slug}/default.jsonl"]


def test_linked_settings_folder_is_listed_once(home: Home) -> None:
    path = home.put(f"dotfiles/claude/projects/{home.slug}/a.jsonl")
    (home.home / ".claude").symlink_to(home.home / "dotfiles/claude")
    assert home.names("claude-code, auto, claude-code") == [str(path.relative_to(home.home))]


def test_conversation_in_two_folders_is_found_once_and_the_copy_said(home: Home) -> None:
    home.put(".claude/projects/-old-place/a.jsonl", "x\n")
    longer = home.put(".claude/projects/-new-place/a.jsonl", "x\ny\n")
    assert home.names("claude-code:all") == [".claude/projects/-new-place/a.jsonl"]
    assert [problem.message for problem in home.problems] == [f'a shorter copy of "{longer}"; passed over']


def test_openclaws_sessions_are_found_and_those_deleted_or_reset_are_not(home: Home) -> None:
    base = ".openclaw/agents/main"
    names = (
        "s.jsonl",
        "s-topic-7.jsonl",
        "s.jsonl.deleted.2026-03-01",
        "s.jsonl.reset.1",
        "s.jsonl.bak-1",
        "sessions.json",
        "s.trajectory.jsonl",
        "s.checkpoint.0f8fad5b-d9cb-469f-a165-70867728950e.jsonl",
        "s.trajectory-path.json",
    )
    for name in names:
        home.put(f"{base}/sessions/{name}")
    home.put(f"{base}/agent/openclaw-agent.sqlite")
    home.put(f"{base}/agent/auth-profiles.json")
    home.put(".openclaw-work/agents/ops/sessions/w.jsonl")
    assert home.names("openclaw") == [
        ".openclaw-work/agents/ops/sessions/w.jsonl",
        f"{base}/sessions/s-topic-7.jsonl",
        f"{base}/sessions/s.jsonl",
    ]
    home.environ["OPENCLAW_STATE_DIR"] = str(home.home / ".openclaw-work")
    assert home.names("openclaw:all") == [".openclaw-work/agents/ops/sessions/w.jsonl"]


def test_nanobots_sessions_are_those_in_the_workspace(home: Home) -> None:
    home.put("notes/sessions/cli_direct.jsonl")
    home.put("notes/memory/history.jsonl")
    home.put(".nanobot/sessions/old.jsonl")
    home.put(".nanobot/workspace/sessions/other.jsonl")
    assert home.names("nanobot") == ["notes/memory/history.jsonl", "notes/sessions/cli_direct.jsonl"]
    assert len(home.names("nanobot:all")) == 4
    home.root = home.home / ".nanobot/workspace"
    assert home.names("nanobot") == [".nanobot/sessions/old.jsonl", ".nanobot/workspace/sessions/other.jsonl"]


def test_codex_pi_and_reme_are_found_in_their_places(home: Home) -> None:
    home.put(".codex/sessions/2026/03/02/rollout-a.jsonl")
    home.put(".codex/archived_sessions/rollout-b.jsonl")
    home.put(".codex/history.jsonl")
    home.put(".codex/auth.json")
    home.put(".pi/agent/sessions/--home-ada--/1_a.jsonl")
    home.put("notes/session/dialog/2026-03-02.jsonl")
    assert [agent for agent, _, _ in home.find("codex, pi, reme")] == ["codex", "codex", "pi", "reme"]
    assert home.find("auto") == home.find("codex, pi, reme")
    assert {"codex", "pi", "reme"} < set(AGENTS)


def test_asking_for_all_goes_before_asking_for_those_of_the_workspace(home: Home) -> None:
    home.put(".codex/sessions/2026/03/02/rollout-a.jsonl")
    for wanted in ("codex, codex:all", "codex:all, codex", "auto, codex:all"):
        assert [here for _, _, here in home.find(wanted)] == [False]


def test_named_folder_is_searched_for_conversations_but_not_for_keys(home: Home) -> None:
    for name in (
        "a.jsonl",
        "b.json",
        "c.md",
        "d.txt",
        "e.pdf",
        "auth.json",
        "my-credentials.json",
        ".hidden.json",
    ):
        home.put(f"exports/{name}")
    home.put("exports/2026/f.json")
    home.put("exports/.cache/g.json")
    found = home.find("~/exports")
    assert [Path(name).name for _, name, _ in found] == ["f.json", "a.jsonl", "b.json", "c.md", "d.txt"]
    assert {(agent, here) for agent, _, here in found} == {("folder", False)}
    assert home.find(str(home.home / "exports")) == found


def test_single_file_may_be_named(home: Home) -> None:
    home.put("chat.jsonl")
    assert home.names("~/chat.jsonl") == ["chat.jsonl"]


def test_links_pipes_and_folders_that_look_like_files_are_not_listed(home: Home) -> None:
    secret = home.put("elsewhere/secret.jsonl")
    folder = home.home / "exports"
    folder.mkdir()
    (folder / "link.jsonl").symlink_to(secret)
    (folder / "linked").symlink_to(secret.parent)
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "folder.jsonl").mkdir()
    assert home.find("~/exports") == []


def test_unknown_name_is_said_with_those_that_are_known(home: Home) -> None:
    archives, problems = find_archives("claud", Surroundings(home.home, home.root, {}))
    assert archives == []
    assert [(problem.name, problem.message) for problem in problems] == [
        (
            "search.conversations",
            '"claud" is no agent and no full path; agents are claude-code, codex, daykeep, nanobot, openclaw, pi, reme',
        )
    ]


@pytest.mark.parametrize(
    ("wanted", "messages"),
    [
        ("auto", []),
        ("codex:all", ["no conversations of codex are kept here"]),
        ("~/gone, pi", ['"~/gone" is not there', "no conversations of pi are kept here"]),
    ],
)
def test_archive_that_was_named_and_is_not_there_is_said(
    home: Home, wanted: str, messages: list[str]
) -> None:
    archives, problems = find_archives(wanted, Surroundings(home.home, home.root, {}))
    assert archives == []
    assert [problem.message for problem in problems] == messages


def test_folder_that_can_not_be_listed_is_said(home: Home) -> None:
    home.put("exports/a.jsonl").unlink()
    archives, _ = find_archives("~/exports", Surroundings(home.home, home.root, {}))
    (home.home / "exports").rmdir()
    listed = list_files(archives)
    assert (listed.files, listed.closed) == ([], [str(home.home / "exports")])
    assert [problem.message for problem in listed.problems] == ["this folder can't be listed"]


def test_size_and_times_are_those_of_the_file(home: Home) -> None:
    path = write(home.home / "exports" / "a.jsonl", Claude().user("Hi."))
    archives, _ = find_archives("~/exports", Surroundings(home.home, home.root, {}))
    (file,) = list_files(archives).files
    info = path.stat()
    assert (file.size, file.mtime_ns, file.ctime_ns) == (info.st_size, info.st_mtime_ns, info.st_ctime_ns)


@pytest.mark.parametrize(
    ("folder", "inside"),
    [
        ("{root}", True),
        ("{root}/drafts/2026", True),
        ("{root}/../notes", True),
        ("{link}/drafts", True),
        ("{root}-other", False),
        ("{root}/..", False),
        ("/", False),
        ("", False),
        ("a\0b", False),
    ],
)
def test_working_folder_is_inside_after_all_links(home: Home, folder: str, inside: bool) -> None:
    link = home.home / "link"
    link.symlink_to(home.root)
    assert is_inside(folder.format(root=home.root, link=link), home.root) is inside


@given(st.text(max_size=40))
def test_no_folder_name_breaks_it(folder: str) -> None:
    assert is_inside(folder, Path("/nowhere/ws")) in {True, False}


@given(st.text(max_size=40))
def test_no_setting_breaks_finding(wanted: str) -> None:
    archives, _ = find_archives(wanted, Surroundings(Path("/nowhere"), Path("/nowhere/ws"), {}))
    assert all(archive.path.is_absolute() for archive in archives)
