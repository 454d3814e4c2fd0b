"""Prints: asked for, made by a job outside the request, kept with the version they show (design.md §8).

What draws them is further right (championship.prints.making): a service sends the job by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from championship.enums import Language, Paper, PrintKind
from championship.errors import OutOfStep
from championship.models import Championship, Pass, Printout, Stage, Table
from championship.selectors import printing as selectors
from championship.selectors import stages as stage_selectors
from championship.services import jobs, live, passes
from championship.services.live import Actor
from championship.services.passes import NewPass
from championship.services.people import must_work_here

JOB = "print"


def request_scoresheets(
    championship: Championship,
    *,
    tables: Sequence[Table] | None = None,
    stage: Stage | None = None,
    language: str,
    filled: bool = False,
    by: Actor,
    is_sent: bool = True,
) -> Printout:
    """Ask for scoresheets, a page a table: blank with a referee's pass each, or *filled* as protocols.

    For *tables*, else those of *stage*; with neither, blank ones for the stage in play (or the first), filled
    ones for every table with a result. The print is made by a job; without *is_sent* the caller makes it
    (prints.making). Raises OutOfStep if there is no such table, NotAllowed for anybody but the staff.
    """
    chosen = _tables(championship, tables, stage, filled=filled)
    kind = PrintKind.PROTOCOL if filled else PrintKind.SCORESHEETS
    return _request(championship, kind, chosen, language=language, paper=Paper.A4, by=by, is_sent=is_sent)


def request_bracket(
    championship: Championship, *, language: str, paper: str = Paper.A4, by: Actor, is_sent: bool = True
) -> Printout:
    """Ask for the bracket poster with its seat plan, filled as far as play has come; the rest as above."""
    chosen = list(Table.objects.filter(stage__championship=championship).select_related("stage"))
    if not chosen:
        raise _no_plan()
    return _request(championship, PrintKind.BRACKET, chosen, language=language, paper=paper, by=by, is_sent=is_sent)


def request_results(championship: Championship, *, language: str, by: Actor, is_sent: bool = True) -> Printout:
    """Ask for the final protocol: places, every table, corrections, rulings, signatures; the rest as above."""
    chosen = list(Table.objects.filter(stage__championship=championship).select_related("stage"))
    if not chosen:
        raise _no_plan()
    kind = PrintKind.RESULTS
    return _request(championship, kind, chosen, language=language, paper=Paper.A4, by=by, is_sent=is_sent)


def issue_passes(printout: Printout, subjects: Iterable[selectors.TableKey], *, by: Actor) -> dict[str, NewPass]:
    """Make a pass for each table of a print, by the name the print has for it; older ones live on (design.md §7)."""
    championship = printout.championship
    rows = Table.objects.filter(stage__championship=championship).select_related("stage")
    wanted = {(table.stage.key, table.number): table for table in rows}
    with live.writing(championship.pk, by=by) as act:
        issued = {}
        for key in subjects:
            name = selectors.subject(key)
            issued[name] = passes.create(championship, label=name, tables=[wanted[key]])
        act.note("pass.issued", f"print {printout.pk}", public=False, passes=[new.row.pk for new in issued.values()])
    return issued


def keep(printout: Printout, content: bytes, *, version: int, digests: Mapping[str, str], by: Actor) -> bool:
    """Store a print that was made, with the version it shows; False if another attempt was quicker."""
    with live.writing(printout.championship_id, by=by) as act:
        is_first = Printout.objects.filter(pk=printout.pk, made_at=None).update(
            content=content, version=version, subjects=dict(digests), made_at=timezone.now()
        )
        if is_first:
            act.note("print.made", f"print {printout.pk}", public=False, kind=printout.kind, shows=version)
    return bool(is_first)


def withdraw(issued: Iterable[NewPass]) -> None:
    """Revoke the passes of a print that came to nothing: no paper bears them."""
    Pass.objects.filter(pk__in=[new.row.pk for new in issued], revoked_at=None).update(revoked_at=timezone.now())


def _request(
    championship: Championship,
    kind: PrintKind,
    tables: Sequence[Table],
    *,
    language: str,
    paper: str,
    by: Actor,
    is_sent: bool,
) -> Printout:
    must_work_here(by)
    with live.writing(championship.pk, by=by) as act:
        printout = Printout.objects.create(
            championship=championship,
            kind=kind,
            language=Language(language),
            paper=Paper(paper),
            subjects={selectors.subject((table.stage.key, table.number)): "" for table in tables},
        )
        if is_sent:
            printout.job = jobs.request(JOB, payload={"printout": printout.pk, "by": by.user.pk if by.user else None})
            printout.save(update_fields=["job"])
        act.note("print.requested", f"print {printout.pk}", public=False, kind=kind, tables=len(tables))
    return printout


def _tables(
    championship: Championship, tables: Sequence[Table] | None, stage: Stage | None, *, filled: bool
) -> list[Table]:
    rows = Table.objects.filter(stage__championship=championship).select_related("stage")
    if not rows.exists():
        raise _no_plan()
    if tables is not None:
        rows = rows.filter(pk__in=[table.pk for table in tables])
        missing = len({table.pk for table in tables}) - rows.count()
    elif stage is not None:
        rows, missing = rows.filter(stage=stage), 0
    elif filled:
        rows, missing = rows.filter(rounds__reports__revision__isnull=False).distinct(), 0
    else:
        now = stage_selectors.current(championship) or championship.stages.order_by("order").first()
        rows, missing = rows.filter(stage=now), 0
    chosen = list(rows)
    if not chosen and filled and tables is None and stage is None:
        raise OutOfStep(
            _("No round has been reported yet, so no scoresheet can be filled in. Print blank ones."),
            code="nothing_reported",
        )
    if missing or not chosen:
        raise OutOfStep(
            _("There is no such table in this championship. Choose from its tables."), code="no_such_table"
        )
    return chosen


def _no_plan() -> OutOfStep:
    return OutOfStep(_("There are no tables yet. Publish the seat plan first, then print."), code="no_plan")
