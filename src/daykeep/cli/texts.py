"""Arguments that are texts: one that begins with a dash, such as a list item, is no option."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence


class TextCommand(click.Command):
    """A command whose arguments may be texts like ``"- a list item"``; give it as ``cls`` to ``command``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse ``args`` with the texts among them moved behind ``--``."""
        flags = {
            name
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and (parameter.is_flag or parameter.count)
            for name in (*parameter.opts, *parameter.secondary_opts)
        }
        return super().parse_args(ctx, move_texts(args, flags))


def move_texts(args: Sequence[str], flags: set[str]) -> list[str]:
    """The arguments with every one that begins with a dash and can't be an option moved behind ``--``.

    What follows an option that takes a value stays where it is; ``flags`` are the options that take none.

    >>> move_texts(["- [ ] call", "--kind", "todo"], set())
    ['--kind', 'todo', '--', '- [ ] call']
    """
    options: list[str] = []
    texts: list[str] = []
    awaits_value = False
    for index, word in enumerate(args):
        if word == "--" and not awaits_value:
            texts.extend(args[index + 1 :])
            break
        is_dashed = word.startswith("-") and word != "-"
        may_be_option = is_dashed and len(word.partition("=")[0].split()) == 1 and not word.startswith("---")
        if is_dashed and not may_be_option and not awaits_value:
            texts.append(word)
            continue
        options.append(word)
        awaits_value = may_be_option and not awaits_value and "=" not in word and word not in flags
    return [*options, "--", *texts] if texts else options
