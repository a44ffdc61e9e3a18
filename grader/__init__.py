"""AddNorm: a course on the Transformer encoder that grades itself."""

__version__ = "0.1.0"


def load_ipython_extension(shell: object) -> None:
    """Give a notebook `%grade`: what `%load_ext grader` calls."""
    import importlib

    # By name, because the package's root stands below every layer and may import none of them.
    importlib.import_module("grader.cli.notebook").load(shell)


def unload_ipython_extension(shell: object) -> None:
    """Take `%grade` away again: what `%unload_ext grader` calls."""
    import importlib

    importlib.import_module("grader.cli.notebook").unload(shell)
