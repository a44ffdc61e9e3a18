"""`grade completion`: the script that makes a shell complete commands, options, exercises by name."""

from __future__ import annotations

import os

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, get_completion_class

from grader.domain.errors import GraderError

SHELLS = ("bash", "zsh", "fish", "powershell")
VARIABLE = "_GRADE_COMPLETE"

POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $ast, $position)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = $ast.ToString().Substring(0, [Math]::Min($position, $ast.ToString().Length))
    $env:COMP_CWORD = $word
    %(prog_name)s | ForEach-Object {
        $type, $value, $help = $_ -split "`t", 3
        if (-not $help) { $help = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, "ParameterValue", $help)
    }
    Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_CWORD
}
"""


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell, which click does not bring: a line a proposal, its parts set apart by tabs."""

    name = "powershell"
    source_template = POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is begun, and that one."""
        words = click.shell_completion.split_arg_string(os.environ["COMP_WORDS"])[1:]
        begun = os.environ.get("COMP_CWORD", "")
        return (words[:-1] if begun and words and words[-1] == begun else words), begun

    def format_completion(self, item: CompletionItem) -> str:
        """One proposal as type, value and help."""
        return f"{item.type}\t{item.value}\t{item.help or ''}"


def register() -> None:
    """Let click know PowerShell."""
    add_completion_class(PowerShellComplete)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete this command's words; load it from the shell's own settings."""
    register()
    known = get_completion_class(shell)
    if known is None:
        raise GraderError(f"click does not know {shell}")
    click.echo(known(ctx.find_root().command, {}, "grade", VARIABLE).source())
