"""``python -m engine``: the engine from the command line, JSON in and out.

Each subcommand reads one JSON value from a file, or from standard input, and prints one; ``editions`` reads none.
Exit codes: 0 done; 1 done, and something was found that a report cannot be stored with, or that does not fit a
published proof; 2 the input cannot be read; 3 it can, and the engine refuses it. With 2 and 3 standard error holds
one JSON object ``{"error": {"code", "message", "values"}}`` and standard output nothing.
docs/engine-cli.md has an example of each.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from engine import bracket, draw, payload, proof
from engine.errors import BadInput, EngineError
from engine.minitactico import command as minitactico
from engine.taki import command as taki

DONE, FOUND, BAD_INPUT, REFUSED = range(4)


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: what ``--help`` says of it, and the function from JSON value to JSON value."""

    help: str
    run: Callable[[object], object]
    stops: Callable[[object], bool] = lambda answer: False
    """Whether an answer is one to exit with FOUND after."""
    is_asked: bool = True
    """Whether it reads something."""
    check: Callable[[object], object] | None = None
    """With ``--check`` what runs instead: it looks for ``differences``, and finding one exits with FOUND."""


COMMANDS = {
    "draw": Command(
        "entries, table sizes, groups to keep apart and a seed -> seats",
        lambda data: draw.result_to_json(draw.draw(draw.request_from_json(data))),
        stops=lambda answer: isinstance(answer, dict) and bool(answer.get("differences")),
        check=proof.check_json,
    ),
    "bracket": Command(
        "stages, routes and wild cards -> tables and the edges between them",
        lambda data: bracket.bracket_to_json(bracket.plan_from_json(data)),
    ),
    "editions": Command(
        "nothing -> the editions of TAKI, and the flags with their values", taki.list_editions, is_asked=False
    ),
    "hands": Command(
        "a report of a played round, with the cards left or without -> everything found about it",
        taki.check_hands,
        taki.stops,
    ),
    "replay": Command(
        "the text of a TAKI game -> where it ends, and everything found about it", taki.replay, taki.stops
    ),
    "simulate": Command(
        "a number of TAKI games, seats, a seed -> how they end, how long they take, what is left, who wins",
        taki.simulate,
    ),
    "position": Command(
        "a TAKI position or a deal, and moves -> the position after them, what is legal and why another move is not",
        taki.position,
    ),
    "minitactico": Command(
        "a Mini-Tactico position, moves and whose view -> the position after them and what is legal",
        minitactico.run,
    ),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message}; {' '.join(self.format_usage().split())}", code="usage")


def main(arguments: Sequence[str]) -> int:
    """Run the subcommand that *arguments* name, and return the exit code."""
    parser = _Parser(prog="python -m engine", description="The engine of Mapal: JSON in, JSON out.")
    subcommands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, command in COMMANDS.items():
        subcommand = subcommands.add_parser(name, help=command.help, description=command.help)
        if command.is_asked:
            subcommand.add_argument("file", nargs="?", default="-", help="a JSON file; - or none: standard input")
        if command.check:
            subcommand.add_argument(
                "--check", action="store_true", help="what is read is a published proof: name what does not fit"
            )
    try:
        options = parser.parse_args(arguments)
        command = COMMANDS[options.command]
        run = command.check if command.check and options.check else command.run
        answer = run(payload.parse(_read(options.file)) if command.is_asked else None)
    except EngineError as error:
        refusal = {"code": error.code, "message": str(error), "values": dict(error.values)}
        print(json.dumps({"error": refusal}), file=sys.stderr)
        return BAD_INPUT if isinstance(error, BadInput) else REFUSED
    print(json.dumps(answer))
    return FOUND if command.stops(answer) else DONE


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {name}: {error.strerror}", code="file_unreadable", file=name) from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
