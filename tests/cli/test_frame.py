"""What every command shares."""

from __future__ import annotations

import click
import pytest

from daykeep.cli.frame import Call, command


@command("echo")
@click.argument("words", nargs=-1)
@click.option("--title", default="", help="A title.")
@click.option("--loud", is_flag=True, help="Loud.")
def echo(call: Call, words: tuple[str, ...], title: str, *, loud: bool) -> None:
    """Say what was given."""
    call.emit({}, repr((words, title, loud)))


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        (["- a line of memory"], (("- a line of memory",), "", False)),
        (["- [ ] call", "--loud"], (("- [ ] call",), "", True)),
        (["--loud", "- x", "--title", "- y"], (("- x",), "- y", True)),
        (["--title=- y", "x"], (("x",), "- y", False)),
        (["-"], (("-",), "", False)),
        (["--", "- x", "--loud"], (("- x", "--loud"), "", False)),
    ],
)
def test_text_that_begins_with_a_bullet_is_a_text(words, heard, capsys) -> None:
    echo.main(words, standalone_mode=False)
    assert capsys.readouterr().out == f"{heard!r}\n"


def test_unknown_option_is_still_refused() -> None:
    with pytest.raises(click.UsageError, match="No such option"):
        echo.main(["--lout"], standalone_mode=False)
