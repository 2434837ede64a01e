"""Knowledge bases as a source: folders of Markdown or text that a person named."""

import os

import pytest

from daykeep.search.documents import Skipped
from daykeep.search.sources.knowledge import Base, KnowledgeSource


@pytest.fixture
def vault(tmp_path):
    root = tmp_path / "vault"
    for name, text in {
        "tea.md": "---\ntags: [hot]\n---\n# Tea\nboil it\n",
        "deep/er/notes.txt": "one\n\ntwo\n",
        "guide.rst": "Guide\n=====\n\ntext\n",
        "list.org": "* Garden\nbeds\n",
        "page.mdx": "# Page\ntext\n",
        ".obsidian/x.md": "no",
        ".git/x.md": "no",
        "node_modules/pkg/readme.md": "no",
        ".trash/x.md": "no",
        "code.py": "no",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_texts_of_every_kind_are_listed_and_nothing_of_tools(vault):
    found = KnowledgeSource([Base(vault)]).list_documents().found
    names = {"tea.md", "deep/er/notes.txt", "guide.rst", "list.org", "page.mdx"}
    assert set(found) == {f"knowledge:vault/{name}" for name in names}


@pytest.mark.parametrize(
    ("name", "text", "heading"),
    [
        ("tea.md", "boil it", ("tea", "#hot", "Tea")),
        ("deep/er/notes.txt", "two", ("notes",)),
        ("guide.rst", "text", ("guide", "Guide")),
        ("list.org", "beds", ("list", "Garden")),
        ("page.mdx", "text", ("page", "Page")),
    ],
)
def test_file_is_read_by_its_kind_with_its_name_above(vault, name, text, heading):
    reading = KnowledgeSource([Base(vault)]).read_document(f"knowledge:vault/{name}")
    assert (reading.chunks[-1].text, reading.chunks[-1].heading) == (text, heading)
    assert reading.document.path == str(vault / name)
    assert reading.document.level == "knowledge"


def test_bases_of_one_name_are_told_apart(tmp_path):
    roots = [tmp_path / "a" / "docs", tmp_path / "b" / "docs"]
    for root in roots:
        root.mkdir(parents=True)
        (root / "x.md").write_text(root.parent.name)
    source = KnowledgeSource([Base(root) for root in roots])
    assert set(source.list_documents().found) == {"knowledge:docs/x.md", "knowledge:docs-2/x.md"}
    assert source.read_document("knowledge:docs-2/x.md").chunks[0].text == "b"


def test_missing_base_is_named_and_what_is_known_of_it_stays(tmp_path):
    listing = KnowledgeSource([Base(tmp_path / "gone")]).list_documents()
    assert listing.skipped == [Skipped(str(tmp_path / "gone"), "there is no such folder", whole=True)]
    assert listing.closed == ("knowledge:gone/",)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root lists everything")
def test_folder_that_may_not_be_listed_is_named(vault):
    (vault / "deep").chmod(0)
    listing = KnowledgeSource([Base(vault)]).list_documents()
    (vault / "deep").chmod(0o755)
    assert listing.closed == ("knowledge:vault/deep/",)


def test_link_that_leads_out_of_a_base_is_not_followed(vault, tmp_path):
    (tmp_path / "secret.md").write_text("secret")
    (vault / "link.md").symlink_to(tmp_path / "secret.md")
    source = KnowledgeSource([Base(vault)])
    assert "knowledge:vault/link.md" not in source.list_documents().found
    assert isinstance(source.read_document("knowledge:vault/link.md"), Skipped)


def test_file_of_a_base_that_is_no_longer_named_is_gone(vault):
    assert KnowledgeSource([]).read_document("knowledge:vault/tea.md").reason == "it is gone"


def test_folder_that_is_named_twice_is_searched_once(vault):
    source = KnowledgeSource([Base(vault), Base(vault / "deep/.."), Base(vault / "deep")])
    assert list(source.bases) == ["vault", "deep"]
