"""What a confined child may read: the standard library, the packages that torch imports late."""

from __future__ import annotations

import importlib.util
import os
import sysconfig

# What courses use besides torch, and what torch and numpy import lazily. The rest of site-packages, with the grader
# and its course, stays shut.
PACKAGES = (
    "torch", "numpy", "functorch", "torchgen", "typing_extensions", "sympy", "mpmath", "networkx", "jinja2",
    "markupsafe", "filelock", "fsspec", "einops", "tqdm",
)  # fmt: skip
_HOMES_OF_OTHER_PACKAGES = frozenset({"site-packages", "dist-packages"})


def readable_folders(packages: tuple[str, ...] = PACKAGES) -> tuple[str, ...]:
    """Return paths for `Policy.readable`: each entry of the standard library and of the installed `packages`.

    The standard library goes entry by entry, because Landlock grants a folder with all beneath it and
    site-packages often lies beneath. Packages that are not installed are left out. Imports none of them.
    """
    return (*_standard_library(), *_packages(packages))


def _standard_library() -> tuple[str, ...]:
    folders = dict.fromkeys(os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
    return tuple(
        os.path.join(folder, entry)
        for folder in folders
        for entry in sorted(os.listdir(folder))
        if entry not in _HOMES_OF_OTHER_PACKAGES
    )


def _packages(names: tuple[str, ...]) -> tuple[str, ...]:
    places: list[str] = []
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is None:
            continue
        if spec.submodule_search_locations:
            places += spec.submodule_search_locations
        elif spec.origin is not None:
            places.append(spec.origin)
    # Wheels keep their shared libraries beside the package: numpy.libs.
    libraries = [f"{place}.libs" for place in places if os.path.isdir(f"{place}.libs")]
    return (*places, *libraries)


def can_be_reached_by_others(paths: tuple[str, ...]) -> bool:
    """Tell whether a user who owns nothing gets to `paths`; Python under a private /root is the usual no."""
    parents = {os.path.dirname(os.path.realpath(path)) for path in paths}
    ancestors = {str(folder) for parent in parents for folder in _with_ancestors(parent)}
    return all(os.stat(folder).st_mode & 0o001 for folder in ancestors if os.path.isdir(folder))


def _with_ancestors(folder: str) -> list[str]:
    chain = [folder]
    while os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        chain.append(folder)
    return chain
