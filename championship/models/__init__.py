"""The database's rows, one module a noun; constraints keep what design.md §4 promises."""

from championship.models.archive import Winner
from championship.models.draws import Draw, DrawProof, DrawSwap
from championship.models.floor import Call, ClockAct, TableConfirmation
from championship.models.imports import RegistrationFile
from championship.models.jobs import Job, Printout
from championship.models.live import Pulse
from championship.models.log import LogLine
from championship.models.people import Entry, EntryMerge, Invitation, Membership, Pass, PassUse, Player
from championship.models.reports import Line, Override, Remark, Report, Round, Ruling
from championship.models.seating import Seat, SeatPlan, Table, Ticket
from championship.models.stages import Championship, Flight, Stage

__all__ = [
    "Call",
    "Championship",
    "ClockAct",
    "Draw",
    "DrawProof",
    "DrawSwap",
    "Entry",
    "EntryMerge",
    "Flight",
    "Invitation",
    "Job",
    "Line",
    "LogLine",
    "Membership",
    "Override",
    "Pass",
    "PassUse",
    "Player",
    "Printout",
    "Pulse",
    "RegistrationFile",
    "Remark",
    "Report",
    "Round",
    "Ruling",
    "Seat",
    "SeatPlan",
    "Stage",
    "Table",
    "TableConfirmation",
    "Ticket",
    "Winner",
]
