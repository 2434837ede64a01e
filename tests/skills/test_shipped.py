"""Every shipped skill by the Agent Skills specification, read by YAML itself, and its commands in a scratch workspace."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
import yaml

from daykeep.text.tokens import count_tokens
from daykeep.wiring.skills.shipped import OWN_SKILLS
from daykeep.workspace.skills import BODY_LINES, COMPATIBILITY_CHARS, DESCRIPTION_CHARS
from daykeep.workspace.template import template_root
from tests.docs.pages import lines_of

SKILLS = template_root() / "skills"
KEYS = {"name", "description", "license", "compatibility", "metadata"}
BODY_TOKENS = 5_000
"""What the specification advises at most."""


def parts(name):
    """The frontmatter and the body, split as other readers do: at the first two ``---`` anywhere."""
    text = (SKILLS / name / "SKILL.md").read_bytes().decode("utf-8")
    assert text.startswith("---\n")
    _, front, body = text.split("---", 2)
    return yaml.safe_load(front), body


@pytest.mark.parametrize("name", OWN_SKILLS)
def test_frontmatter_is_yaml_within_the_limits(name):
    fields, _ = parts(name)
    assert set(fields) == KEYS
    assert fields["name"] == name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert len(name) <= 64
    assert isinstance(fields["description"], str)
    assert 0 < len(fields["description"]) <= DESCRIPTION_CHARS
    assert isinstance(fields["compatibility"], str)
    assert 0 < len(fields["compatibility"]) <= COMPATIBILITY_CHARS
    assert all(isinstance(key, str) and isinstance(value, str) for key, value in fields["metadata"].items())


@pytest.mark.parametrize("name", OWN_SKILLS)
def test_body_is_short_and_speaks_both_languages(name):
    fields, body = parts(name)
    assert len(body.splitlines()) < BODY_LINES
    assert count_tokens(body) <= BODY_TOKENS
    english, _, chinese = body.partition("\n---\n\n# ")
    for text in (fields["description"], english + chinese):
        assert len(re.findall(r"[一-鿿]", text)) > 20
    assert len(re.findall(r"[一-鿿]", chinese)) > 200
    assert len(re.findall(r"[一-鿿]", english)) < 20


@pytest.mark.parametrize("name", OWN_SKILLS)
def test_scripts_and_pages_that_are_named_exist_and_all_pages_are_named(name):
    text = (SKILLS / name / "SKILL.md").read_text(encoding="utf-8")
    for path in re.findall(rf"skills/{name}/(\S+\.py)", text):
        assert os.access(SKILLS / name / path, os.X_OK)
    for page in (SKILLS / name).rglob("*.md"):
        inner = page.relative_to(SKILLS / name).as_posix()
        assert inner == "SKILL.md" or f"({inner})" in text


@pytest.mark.parametrize(
    "claim",
    [
        "persistent",
        "永不缓存",
        "21,000",
        "200K",
        "TEAMMEM",
        "memdir",
        "PostCompact",
        "/remember",
        "40,000 字符",
    ],
)
def test_what_is_not_so_stands_in_no_skill_as_a_fact(claim):
    for page in SKILLS.rglob("*.md"):
        for line in page.read_text(encoding="utf-8").splitlines():
            said_to_be_wrong = re.search(r"不存在|没有|no limit|There is no", line)
            assert claim not in line or said_to_be_wrong, f"{page}: {line}"


TRANSCRIPT = (
    '{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","timestamp":"2026-03-10T08:00:00Z",'
    '"message":{"role":"user","content":"We use PostgreSQL, port 5433."}}\n'
    '{"type":"assistant","uuid":"2","parentUuid":"1","sessionId":"s","timestamp":"2026-03-10T08:00:05Z",'
    '"message":{"role":"assistant","id":"m","content":[{"type":"text","text":"Noted: port 5433."}]}}\n'
)
NOT_RUN = (
    "daykeep triage undo",
    "daykeep triage log --why",
    "daykeep recall A12",
    "daykeep triage pin",
)


def shell_lines(name, half):
    """The lines of the English or Chinese shell blocks, with variables written out and comments cut."""
    found, variables, here = [], {}, "en"
    for _, line, language in lines_of(SKILLS / name / "SKILL.md"):
        here = "zh" if re.match(r"# .*[一-鿿]", line) and language is None else here
        if match := re.fullmatch(r"([A-Z])=(\S+)", line.strip()):
            variables[f"${match[1]}"] = match[2]
            continue
        if here != half or language != "bash" or not line.strip():
            continue
        text = re.sub(r"\s{2,}#\s.*$", "", line).strip()
        if text.startswith(NOT_RUN):
            continue
        for variable, value in variables.items():
            text = text.replace(variable, value)
        found.append(text)
    return found


@pytest.mark.parametrize("half", ["en", "zh"])
@pytest.mark.parametrize("name", OWN_SKILLS)
def test_every_line_that_is_shown_runs_in_a_scratch_workspace(tmp_path, name, half):
    """Exit code 10 is an answer, too: something was left to a person, or there is nothing to do."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for program, words in (("daykeep", f'"{sys.executable}" -m daykeep'), ("python3", f'"{sys.executable}"')):
        (folder / program).write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        (folder / program).chmod(0o755)
    environment = {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
    }

    def run(words, where):
        done = subprocess.run(words, cwd=where, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode in {0, 10}, f"{words}: {done.stdout}{done.stderr}"
        return done

    root = tmp_path / "work"
    run(["daykeep", "init", str(root), "--lang", "en", "--zone", "UTC"], tmp_path)
    (root / "TRANSCRIPT.jsonl").write_text(TRANSCRIPT)
    run(["daykeep", "session", "ingest", "TRANSCRIPT.jsonl", "--id", "ID"], root)
    lines = shell_lines(name, half)
    assert len(lines) >= 3
    if half == "zh":  # what both halves show runs once
        lines = [line for line in lines if line not in shell_lines(name, "en") or "ingest" in line]
    for line in lines:
        run(shlex.split(line), root)
