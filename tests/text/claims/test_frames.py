"""The two parts of a claim, and the words for a denial in several languages."""

from __future__ import annotations

import pytest

from daykeep.text.claims import compare
from daykeep.text.claims.frames import DURING, IF, SEQUENCE, WAY, denies_plainly, find_frame


@pytest.mark.parametrize(
    ("text", "kind", "main", "under", "forth"),
    [
        ("Back up before a restart", SEQUENCE, "Back up", "a restart", True),
        ("After lunch, open the window", SEQUENCE, "open the window", "lunch", False),
        ("No calls while the recording runs", DURING, "No calls", "the recording runs", False),
        (
            "Wenn das VPN abbricht, den Router neu starten",
            IF,
            "den Router neu starten",
            "das VPN abbricht",
            False,
        ),
        ("Primero lava la ensalada y luego córtala", SEQUENCE, "lava la ensalada", "córtala", True),
        ("Copy keys from the safe to the phone", WAY, "the safe", "the phone", True),
        ("Copy keys onto the phone from the safe", WAY, "the safe", "the phone", True),
        ("重启之前先备份数据库", SEQUENCE, "先备份数据库", "重启", True),
        ("备份过程中不要重启", DURING, "不要重启", "备份", False),
        ("数据从手机同步到电脑", WAY, "手机", "电脑", True),
    ],
)
def test_frame_tells_the_parts_and_which_comes_first(text, kind, main, under, forth):
    frame = find_frame(text)
    assert frame is not None
    assert (frame.kind, frame.main.strip(" ,"), frame.under.strip(" ,"), frame.forth) == (
        kind, main, under, forth,
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["Drink water", "日志实时输出", "目前没有问题", "one\nafter another", "x" * 300 + " before " + "y" * 300],
)
def test_text_without_two_parts_has_no_frame(text):
    assert find_frame(text) is None


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("Am Wochenende darf nicht ausgeliefert werden", True),
        ("Am Wochenende darf ausgeliefert werden", False),
        ("Los viernes no se publica", True),
        ("По пятницам нельзя выпускать релизы", True),
        ("On ne peut pas déployer le vendredi", True),
        ("週末のリリースは禁止", True),
        ("Vergiss den Schlüssel nicht", None),
        ("Никогда не выключай до сохранения", None),
        ("The build is not green", None),
        ("周末禁止发布", None),
    ],
)
def test_denial_is_told_by_words_only_where_words_are_enough(text, denies):
    assert denies_plainly(text) is denies


def test_sequence_told_from_its_other_end_is_the_same():
    new = "Certificates are updated only once the web server has been stopped"
    assert compare(new, "Stop the web server before updating the certificates").relation == "same"


def test_part_before_the_word_begins_with_its_statement():
    frame = find_frame("The pump is old; close the valve when it rains")
    assert frame is not None
    assert (frame.kind, frame.main) == (IF, " close the valve ")
