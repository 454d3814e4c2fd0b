"""Addresses of the referee's side, under /r/."""

from django.urls import path, re_path

from championship.views import phone, referee, referee_floor

TABLE = "t/<slug:stage>-<int:number>/"
ROUND = f"{TABLE}<int:place>-<int:game>/"

urlpatterns = [
    path("", referee.code, name="referee_code"),
    path("tables/", referee.tables, name="referee_tables"),
    path("pulse/", phone.pulse, name="referee_pulse"),
    path("worker.js", phone.worker, name="referee_worker"),
    path("manifest.webmanifest", phone.manifest, name="referee_manifest"),
    path("offline/", phone.offline, name="referee_offline"),
    path("leave/", referee.leave, name="referee_leave"),
    path(TABLE, referee.table_round, name="referee_round"),
    path(ROUND, referee.table_round, name="referee_round"),
    path(f"{ROUND}consequence/", referee.consequence, name="referee_consequence"),
    path(f"{TABLE}saved/<uuid:client_id>/", referee.saved, name="referee_saved"),
    path(f"{TABLE}calls/", referee_floor.row, name="referee_calls"),
    path(f"{TABLE}call/", referee_floor.call, name="referee_call"),
    path(f"{TABLE}pause/", referee_floor.pause, name="referee_pause"),
    path(f"{TABLE}confirm/", referee_floor.confirm, name="referee_confirm"),
    re_path(r"^(?P<token>[A-Za-z0-9_-]{20,64})/?$", referee.enter, name="referee_enter"),
]
