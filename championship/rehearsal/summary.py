"""How a rehearsal ended, as one JSON object."""

from __future__ import annotations

from typing import Any

from championship.models import Report
from championship.rehearsal.invariants import Invariants
from championship.selectors import people, standings
from scoring import podium
from scoring import standings as rankings


def summary(holds: Invariants) -> dict[str, Any]:
    """Return players, edition, stages with the sizes of their tables, counts, places, exceptions and invariants.

    ``games`` were played, ``replayed`` are those of them that came to no end, ``moves`` were made in all. ``hands``
    came with reports and were checked; ``refused`` are wrong entries that could not be right, ``reasons`` results
    so rare that one was asked for. ``champion`` and ``places`` are by entry number; ``places`` are those of the last
    table, ``podium`` counts 1, 2, 2, 3 (rules.md C16). ``failures`` are what broken invariants found, empty if all
    hold.
    """
    rehearsal = holds.rehearsal
    championship, truth = rehearsal.championship, rehearsal.truth.values()
    views = standings.championship_views(championship)
    results = [result for view in views.values() for table in view.state.tables for result in table.results]
    last = list(views)[-1]
    rows = rankings.of_table(views[last].state.table(1), views[last].state.format).rows
    names = people.full_names(championship)
    dense = podium.dense_ranks([row.place for row in rows if row.place is not None])
    format_ = championship.format
    assert format_ is not None  # it has been played
    return {
        "players": championship.entries.count(),
        "edition": championship.edition,
        "stages": [{"name": key, "tables": list(view.state.format.sizes)} for key, view in views.items()],
        "rounds": sum(result.place == 0 for result in results),
        "tie_breaks": sum(result.place > 0 for result in results),
        "corrections": Report.objects.filter(round__table__stage__championship=championship, revision__gt=1).count(),
        "refused": rehearsal.counts.refused,
        "reasons": rehearsal.counts.reasons,
        "games": sum(played.games for played in truth),
        "replayed": sum(played.games - 1 for played in truth),
        "called_off": sum(played.winner is None for played in truth),
        "moves": sum(played.moves for played in truth),
        "hands": rehearsal.counts.hands,
        "champion": rows[0].entry,
        "places": [
            {"place": row.place, "podium": rank, "entry": row.entry, "name": names[row.entry]}
            for row, rank in zip(rows, dense, strict=True)
        ],
        "exceptions": list(format_.exceptions),
        "invariants": holds.results,
        "failures": {name: found for name, found in holds.failures.items() if found},
    }
