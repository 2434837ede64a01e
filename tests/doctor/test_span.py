"""Where the bytes of a piece of a line are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.doctor.span import encode_like, find_span
from daykeep.errors import DocumentError
from daykeep.files.encoding import decode


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_span_is_exact_in_every_encoding(encoding: str, newline: str) -> None:
    data = newline.join(["first", "café KEY 记 KEY", "last"]).encode(encoding)
    document = decode(data, "x")
    start, end = find_span(document, 2, 11, 14)
    assert document.data[:start] + encode_like(document, 2, "***") + document.data[end:] == newline.join(
        ["first", "café KEY 记 ***", "last"]
    ).encode(encoding)


def test_piece_of_a_line_with_stray_bytes_is_found_by_its_own_bytes() -> None:
    document = decode(b"caf\xe9 KEY and KEY \x97\n", "x")
    column = document.texts[0].rindex("KEY")
    start, end = find_span(document, 1, column, column + 3)
    assert document.data[:start] + b"*" + document.data[end:] == b"caf\xe9 KEY and * \x97\n"


def test_piece_that_had_to_be_guessed_is_refused() -> None:
    document = decode(b"caf\xe9 KEY\n", "x")
    with pytest.raises(DocumentError, match="by hand"):
        find_span(document, 1, 3, 4)


@given(st.text(alphabet="ab记é😀", min_size=1, max_size=12), st.data())
def test_any_piece_comes_back_from_its_span(line: str, data: st.DataObject) -> None:
    document = decode(f"x\n{line}\ny".encode(), "x")
    first = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(first + 1, len(line)))
    start, stop = find_span(document, 2, first, end)
    assert document.data[start:stop].decode() == line[first:end]
