"""The command `grade`: loads each subcommand only when it is asked for; ends with the right exit code."""

from __future__ import annotations

import copy
import gc
import importlib
import os
import sys

import click

from grader.cli.commands import COMMANDS
from grader.cli.language import language_of
from grader.domain.errors import GraderError, UsageError
from grader.domain.exit_code import ExitCode
from grader.domain.text import Language, Text

OUR_FAULT = Text(
    "grade: this is the grader's fault, not yours: {error}", "grade：这是评分程序的问题，不是你的错：{error}"
)
OUR_CRASH = Text(
    "grade: this is the grader's fault, not yours; nobody loses points by it.",
    "grade：这是评分程序的问题，不是你的错，不会扣任何人的分。",
)


class LazyGroup(click.Group):
    """A group whose commands are imported only when they run; its own help comes from the table."""

    language = Language.EN

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a learner's day."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return the command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        if COMMANDS[cmd_name].examples:
            command = copy.copy(command)
            command.epilog = "\n".join(
                ("\b", "Examples:", *(f"  {row}" for row in COMMANDS[cmd_name].examples))
            )
        if self.language is Language.ZH:
            from grader.cli.help_zh import in_chinese

            command = in_chinese(command, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and for a mistyped one those that are like it."""
        word = args[0]
        if word in COMMANDS or word.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = sorted(get_close_matches(word, COMMANDS))
        named = ", ".join(map(repr, near))
        more = (
            f"(Did you mean one of: {named}?)" if len(near) > 1 else f"Did you mean {named}?" if near else ""
        )
        raise click.UsageError(f"No such command {word!r}. {more}".rstrip(), ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, listed.summary.get(self.language)) for name, listed in COMMANDS.items()]
            )


@click.group(
    cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="addnorm", prog_name="grade")
@click.option(
    "--lang", type=click.Choice(["en", "zh"]), help="Language of the words, here or after the command."
)
@click.pass_context
def grade(ctx: click.Context, lang: str | None) -> None:
    """AddNorm: a course on the Transformer encoder that grades itself.

    Without a command: where you stand and what is next.
    """
    if ctx.invoked_subcommand is None:
        from grader.cli.progress import show_standing

        show_standing(lang)


def main() -> None:
    """Run the command and leave by `os._exit`, flushed: unloading torch takes longer than most commands."""
    gc.disable()  # a command is short; the collector would walk torch's half a million objects several times
    status = run(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def run(arguments: list[str]) -> int:
    """Run `grade` with these arguments and return its exit code."""
    if "_GRADE_COMPLETE" in os.environ:  # a shell asks for proposals
        from grader.cli.completion import register

        register()
    language = language_of(arguments, os.environ)
    try:
        result = _command(language).main(arguments, prog_name="grade", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except UsageError as error:
        from grader.cli.screen import wrapped_for_errors

        colon = Text(": ", "：").get(language)
        click.echo(wrapped_for_errors(f"grade{colon}" + "\n".join(error.lines(language))), err=True)
        return ExitCode.USAGE
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        _show(error, language)
        return ExitCode.USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("", err=True)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except GraderError as error:
        click.echo(OUR_FAULT.get(language).format(error=error), err=True)
        return ExitCode.OUR_FAULT
    except Exception:  # noqa: BLE001 - the last line of defence: our fault, told as such
        import traceback

        traceback.print_exc()
        click.echo(OUR_CRASH.get(language), err=True)
        return ExitCode.OUR_FAULT


def _command(language: Language) -> click.Command:
    """The whole command, its help in the language."""
    if language is Language.EN:
        return grade
    from grader.cli.help_zh import in_chinese

    chinese = in_chinese(grade, "")
    chinese.language = language
    return chinese


def _show(error: click.ClickException, language: Language) -> None:
    """Tell what click found wrong with the words."""
    if language is Language.EN or isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()  # the latter is a page of help
        return
    from grader.cli.click_zh import told
    from grader.cli.screen import wrapped_for_errors

    click.echo(wrapped_for_errors(told(error)), err=True)
