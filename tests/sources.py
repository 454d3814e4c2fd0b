"""The files of the repository, for the tests that read them all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOT_OURS = {".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", "__pycache__", "var"}


def files(*suffixes: str, under: str = "") -> Iterator[Path]:
    """Yield the repository's files below *under*, those with one of *suffixes* if any is named, in order."""
    for path in sorted((ROOT / under).iterdir()):
        if path.name in NOT_OURS:
            continue
        if path.is_dir():
            yield from files(*suffixes, under=str(path.relative_to(ROOT)))
        elif not suffixes or path.suffix in suffixes:
            yield path


def name_of(path: Path) -> str:
    """Return a file's path in the repository."""
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> set[str]:
    """Return the dotted names that a module imports anywhere, inside its functions too; relative ones whole."""
    package = path.relative_to(ROOT).parent.parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            source = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return found
