import click
import pytest

from daykeep.cli.texts import TextCommand, move_texts

FLAGS = {"--json"}


@pytest.mark.parametrize(
    ("args", "moved"),
    [
        ([], []),
        (["text"], ["text"]),
        (["-"], ["-"]),
        (["- item"], ["--", "- item"]),
        (["-- dashes"], ["--", "-- dashes"]),
        (["-\tx"], ["--", "-\tx"]),
        (["---\ntitle: x\n---"], ["--", "---\ntitle: x\n---"]),
        (["--json", "- item"], ["--json", "--", "- item"]),
        (["- item", "--kind", "todo"], ["--kind", "todo", "--", "- item"]),
        (["--problem", "- broken", "- item"], ["--problem", "- broken", "--", "- item"]),
        (["--problem=- broken", "text"], ["--problem=- broken", "text"]),
        (["--nope", "x"], ["--nope", "x"]),
        (["-x"], ["-x"]),
        (["--", "--kind"], ["--", "--kind"]),
        (["a", "--", "- b", "--c"], ["a", "--", "- b", "--c"]),
    ],
)
def test_texts_that_begin_with_a_dash_are_moved_behind_the_options(args, moved):
    assert move_texts(args, FLAGS) == moved


def test_command_takes_a_list_item_as_its_text_and_still_knows_wrong_options():
    @click.command(cls=TextCommand)
    @click.argument("text")
    @click.option("--kind")
    @click.option("--loud", is_flag=True)
    def echo(text, kind, loud):
        return text, kind, loud

    def run(*words):
        return echo.main(list(words), standalone_mode=False)

    assert run("- a b", "--kind", "- c", "--loud") == ("- a b", "- c", True)
    assert run("--loud", "- a b") == ("- a b", None, True)
    with pytest.raises(click.NoSuchOption):
        run("--knd", "x")
