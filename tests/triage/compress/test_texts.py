"""Each kind of text is told by its form and keeps what matters of its kind."""

from __future__ import annotations

import json

import pytest

from daykeep.triage.compress.category import category_of
from daykeep.triage.compress.code import compress_code
from daykeep.triage.compress.data import compress_data
from daykeep.triage.compress.lines import compress_error, compress_listing, compress_log
from daykeep.triage.compress.masks import condense
from daykeep.triage.compress.talk import compress_talk

LOG = (
    "\n".join(f"2026-11-30 10:00:{n:02d} INFO GET /orders/{n} 200" for n in range(40))
    + "\n2026-11-30 10:01:00 ERROR timeout on /orders/7"
)
LISTING = "\n".join(f"src/app/module_{n}.py" for n in range(30))
PYTHON = 'import os\n\n\nclass Shop(Base):\n    """Doc."""\n\n    def sell(self, item: str, *, count: int = 1) -> float:\n        return 1.0\n\n\nasync def main() -> None:\n    pass\n'
TYPESCRIPT = "import { a } from 'b';\nexport class Shop extends Base {\n  private x = 1;\n}\nexport async function sell(item: string): Promise<number> {\n  return 1;\n}\nexport const go = (a: number) => {\n};\n"
DIFF = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,4 @@ def run():\n-old\n+new\n+more\ndiff --git a/b.py b/b.py\n--- a/b.py\n+++ b/b.py\n@@ -9 +9 @@\n-x\n+y\n"
TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in run\n    start(0)\nValueError: bad port 0 (E1042)\n'


@pytest.mark.parametrize(
    ("text", "category"),
    [(LOG, "log"), (LISTING, "listing"), (PYTHON, "code"), (TYPESCRIPT, "code"), (DIFF, "code"), (TRACEBACK, "error"), ('{"a": 1}', "data"), ("[1, 2]", "data"),
     ("I think that is fine.", "conversation"), ("我觉得可以。", "conversation"), ("", "conversation"), ("ModuleNotFoundError: no x", "error")],
)  # fmt: skip
def test_a_text_is_told_by_its_form(text: str, category: str) -> None:
    assert category_of(text) == category


@pytest.mark.parametrize(
    "text",
    [
        LOG,
        LISTING,
        PYTHON,
        TYPESCRIPT,
        DIFF,
        TRACEBACK,
        '{"a": [1, 2]}',
        "Some talk about Anna Berg. " * 20,
        "你好，我在上海。" * 40,
        "",
        "{broken",
        "\n\n",
    ],
)
@pytest.mark.parametrize("limit", [0, 1, 10, 60, 200, 2_000])
def test_no_text_is_longer_than_it_may_be(text: str, limit: int) -> None:
    assert len(condense(text, limit)) <= limit


def test_a_log_keeps_its_ends_every_error_once_and_counts_its_patterns() -> None:
    short = compress_log(LOG + "\n2026-11-30 10:02:00 ERROR timeout on /orders/9", 600)
    assert short.splitlines()[0] == "42 lines"
    assert "first: 2026-11-30 10:00:00 INFO GET /orders/0 200" in short
    assert short.count("error: ") == 1
    assert "40 × # INFO GET /orders/# #" in short


def test_a_listing_keeps_how_many_there_are_and_what_is_named_later() -> None:
    short = compress_listing(LISTING, 60, {"module_27"})
    assert short.splitlines()[:2] == ["30 lines", "src/app/module_27.py"]


def test_an_error_keeps_code_first_line_fix_and_whether_it_is_mended() -> None:
    short = compress_error(
        "error TS2304: Cannot find name 'x'.\n" + "at line\n" * 90, 200, fix="import x", resolved=False
    )
    assert short.splitlines()[0] == "error TS2304: Cannot find name 'x'."
    assert short.splitlines()[-2:] == ["fix: import x", "resolved: no"]
    assert compress_error(TRACEBACK, 200).startswith("ValueError: bad port 0 (E1042)")


def test_python_keeps_its_path_and_signatures() -> None:
    assert compress_code(PYTHON, 400, path="shop.py").splitlines() == [
        "shop.py: 12 lines",
        "class Shop(Base)",
        "def Shop.sell(self, item: str, *, count: int=1) -> float",
        "async def main() -> None",
    ]


def test_python_that_does_not_parse_and_other_languages_are_read_by_their_lines() -> None:
    assert "def broken(a):" in compress_code("def broken(a):\n  return (\n\nclass B:\n", 200) + ":"
    short = compress_code(TYPESCRIPT, 400)
    assert "export class Shop extends Base" in short
    assert "export async function sell(item: string): Promise<number>" in short


def test_numbered_lines_of_a_reader_count_as_code() -> None:
    numbered = "\n".join(f"{n:5d}→{line}" for n, line in enumerate(PYTHON.splitlines(), 1))
    assert "class Shop(Base)" in compress_code(numbered, 400)


def test_a_difference_says_what_comes_and_goes_in_each_file() -> None:
    assert compress_code(DIFF, 400).splitlines() == ["a.py: +2 -1 in def run():", "b.py: +1 -1"]


def test_data_keeps_names_word_for_word_and_shows_what_stands_out() -> None:
    rows = [{"id": f"ord_{n}", "price": str(100 + n % 3), "note": "x" * 200} for n in range(30)] + [
        {"id": "ord_99", "price": "9000"}
    ]
    short = compress_data(json.dumps(rows), 2_000)
    assert all(f"ord_{n}" in short for n in range(30))
    assert "list: 31 of {id, note, price}, 1 unlike the others" in short
    short = compress_data(json.dumps([{"price": 100 + n % 5} for n in range(40)] + [{"price": 9000}]), 200)
    assert "price: 100…9000, far off: 9000" in short


def test_numbers_of_data_stay_as_they_were_written() -> None:
    assert "1.0" in compress_data('{"price": 1.0, "big": 12345678901234567890}', 100)
    assert "12345678901234567890" in compress_data('{"price": 1.0, "big": 12345678901234567890}', 100)


def test_talk_keeps_a_decision_word_for_word_before_anything_else() -> None:
    text = (
        "We looked around for long. I met Anna Berg at 5 pm. From now on use port 8081 for everything. " * 3
    )
    assert compress_talk(text, 43) == "From now on use port 8081 for everything."
    assert "不要用阿里云" in compress_talk("今天天气很好。不要用阿里云。我们去了上海。", 30)
