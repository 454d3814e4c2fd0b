"""Addresses of the head referee's board, under /c/<slug>/floor/."""

from django.urls import path

from championship.views import floor, floor_seat, floor_table

TABLE = "tables/<slug:stage>-<int:number>/"

urlpatterns = [
    path("", floor.board, name="floor"),
    path("calls/<int:pk>/answer/", floor.answer, name="floor_answer"),
    path("passes/<int:pk>/accept/", floor.accept_phones, name="floor_accept_phones"),
    path("clock/<slug:stage>/", floor.stage_clock, name="floor_clock"),
    path("seats/<slug:stage>-<int:number>/<int:position>/", floor_seat.seat, name="floor_seat"),
    path(TABLE, floor_table.table, name="floor_table"),
    path(f"{TABLE}clock/", floor_table.table_clock, name="floor_table_clock"),
    path(f"{TABLE}signed/", floor_table.signed, name="floor_signed"),
]
