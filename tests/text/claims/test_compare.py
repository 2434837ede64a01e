"""The same knowledge in other words, more of it, its contradiction, and other knowledge."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.text.claims import compare
from daykeep.text.claims.reading import MAX_CHARS, MAX_UNITS, read_claim

LINES = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(
            ["restart", "the", "gateway", "not", "never", "30 s", "before", "deploy", "`make x`", "/etc/a.conf", "不要",
             "重启", "网关", "。", ",", "if", "否则", "without", "3", "v1.2.3", "2026-01-02", "\n", "instead of", "Anna"]
        ),
        max_size=14,
    ).map(" ".join),
)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Restart the gateway after editing the config", "After a config change, reboot the gateway"),
        ("Never push to main directly; open a PR", "Always open a PR rather than pushing straight to main"),
        ("改完配置要重启网关", "修改配置文件之后必须重新启动网关才能生效"),
        ("The job runs every 5 minutes", "the job is run each 300 seconds"),
        ("测试库每天凌晨2点清空", "测试库每天 02:00 清空"),
        ("Don't deploy until the tests pass", "Deploy only after the tests have passed"),
    ],
)
def test_compare_reworded_claim_is_the_same_knowledge(old, new):
    assert compare(new, old).relation in {"same", "refines"}
    assert compare(old, new).relation in {"same", "refines"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The cache expires after 10 minutes", "The cache expires after 30 minutes"),
        ("The cache expires after 10 minutes", "The cache expires after 10 hours"),
        ("Needs library v1.8.0", "Needs library v1.9.0"),
        ("Never rebase before merging", "Always rebase before merging"),
        ("The cache is enabled by default", "The cache is disabled by default"),
        ("Run the migrations before deploying", "Run the migrations after deploying"),
        ("Use SQLite instead of Postgres", "Use Postgres instead of SQLite"),
        ("The standup is on Monday", "The standup is on Tuesday"),
        ("The server is called tide", "The server is called tide2"),
        ("生成的文件要提交到仓库", "生成的文件不要提交到仓库"),
        ("先部署应用再跑迁移", "先跑迁移再部署应用"),
        ("每周三晚上开会", "每周四晚上开会"),
        ("Send invoices to a.b@example.com", "Send invoices to c.d@example.com"),
    ],
)
def test_compare_changed_number_polarity_order_or_name_contradicts(old, new):
    assert compare(new, old).relation == "contradicts"
    assert compare(old, new).relation == "contradicts"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Restart the gateway after editing the config",
            "The gateway config is stored in JSON with comments",
        ),
        ("Alice owns the billing service", "Alice owns the search service"),
        ("磁盘满了就删除旧镜像", "磁盘满了就删除旧日志"),
        ("buy oat milk", "the certificate was renewed"),
    ],
)
def test_compare_other_fact_or_object_is_not_merged(old, new):
    assert compare(new, old).relation in {"different", "contradicts"}


def test_compare_name_with_a_number_of_its_own_is_never_the_same():
    assert compare("Server is called tide2.", "The deploy host is called tide.").relation != "same"
    assert compare("The backup runs on node17", "The backup runs on node18").relation == "contradicts"


def test_compare_more_detail_refines_and_less_is_the_same():
    short = "Restart the gateway after editing the config"
    long = "Restart the gateway after editing the config in /etc/gate/gate.conf, it takes 20 seconds to come back"
    assert compare(long, short).relation == "refines"
    assert compare(short, long).relation == "same"


def test_compare_item_of_several_lines_and_the_one_line_that_says_it():
    item = "**Problem**: the export was empty\n**Fix**: pass --all to the export script"
    line = "Empty export: pass --all to the export script"
    assert compare(item, line).relation in {"same", "refines"}
    assert compare(line, item).relation in {"same", "refines"}


@settings(max_examples=200, deadline=None)
@given(LINES)
def test_compare_text_with_itself_is_the_same(text):
    assert compare(text, text).relation == "same"


@settings(max_examples=300, deadline=None)
@given(LINES, LINES)
def test_compare_never_raises_and_finds_the_same_difference_both_ways(a, b):
    there, back = compare(a, b), compare(b, a)
    assert 0.0 <= there.score <= 1.0
    assert (there.relation == "different") == (back.relation == "different")
    assert (there.relation == "contradicts") == (back.relation == "contradicts")


@pytest.mark.parametrize(
    "dressed",
    ["- Check the lock FILE before 3 deploys", "**Check the lock file before 3 deploys**", "1. check  the lock file before 3 deploys.",
     "  > Check the lock file before ３ deploys", "Ｃｈｅｃｋ the lock file before 3 deploys", "- [x] Check the lock file before 3 deploys!",
     "Lesson: check the lock file before 3 deploys", "[2026-03-01] Check the lock file before 3 deploys",
     "Check the lock file before 3 deploys (2026-03-01)", "14:30 check the lock file before 3 deploys"],
)  # fmt: skip
def test_compare_dress_of_a_line_does_not_matter(dressed):
    assert compare(dressed, "Check the lock file before 3 deploys").relation == "same"
    assert compare("Check the lock file before 3 deploys", dressed).relation == "same"


@pytest.mark.parametrize(
    "piece", ["restart ", "不要重启", "a/b/c.d ", "12,345 kB ", "**`x` ", "! ", "never x before y, "]
)
def test_read_claim_huge_line_reads_a_bounded_part(piece):
    huge = piece * (100_000 // len(piece))
    claim = read_claim(huge)
    assert claim.cut
    assert len(claim.units) <= MAX_UNITS


def test_compare_texts_that_are_too_long_are_the_same_only_if_equal():
    huge = "restart the gateway " * MAX_CHARS
    assert compare(huge, huge).relation == "same"
    assert compare(huge, huge + "never").relation == "different"
