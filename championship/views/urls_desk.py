"""Addresses of the desk: one's championships, and under /c/<slug>/desk/ each of them."""

from django.urls import include, path

from championship.views import (
    desk,
    desk_draw,
    desk_export,
    desk_import,
    desk_merges,
    desk_office,
    desk_paper,
    desk_people,
    desk_results,
    desk_rulings,
    desk_seating,
    desk_waiting,
)

TABLE = "<slug:stage>-<int:number>/"
ROUND = f"{TABLE}<int:place>-<int:game>/"

of_championship = [
    path("", desk.home, name="desk_home"),
    path("settings/", desk.settings, name="desk_settings"),
    path("visibility/", desk.visibility, name="desk_visibility"),
    path("players/", desk_people.players, name="desk_players"),
    path("players/new/", desk_people.player_new, name="desk_player_new"),
    path("players/<int:number>/", desk_people.player, name="desk_player"),
    path("players/<int:number>/status/", desk_people.player_status, name="desk_player_status"),
    path("players/<int:number>/family/", desk_people.player_family, name="desk_player_family"),
    path("players/twice/", desk_merges.twice, name="desk_merges"),
    path("players/twice/<int:pk>/undo/", desk_merges.undo, name="desk_merge_undo"),
    path("waiting/", desk_waiting.waiting_list, name="desk_waiting"),
    path("waiting/call-in/", desk_waiting.call_in, name="desk_call_in"),
    path("check-in/no-shows/", desk_waiting.no_shows, name="desk_no_shows"),
    path("check-in/counts/", desk_people.check_in_counts, name="desk_check_in_counts"),
    path("check-in/", desk_people.check_in, name="desk_check_in"),
    path("check-in/<int:number>/undo/", desk_people.check_in_undo, name="desk_check_in_undo"),
    path("import/", desk_import.upload, name="desk_import"),
    path("import/<int:pk>/", desk_import.preview, name="desk_import_file"),
    path("import/<int:pk>/lines/<int:line>/", desk_import.settle, name="desk_import_settle"),
    path("plan/", desk_seating.plan, name="desk_plan"),
    path("export/registrations.<slug:form>", desk_export.registrations, name="desk_export_registrations"),
    path("export/results.<slug:form>", desk_export.results, name="desk_export_results"),
    path("draw/", desk_draw.draw, name="desk_draw"),
    path("draw/promise/", desk_draw.promise, name="desk_draw_promise"),
    path("draw/freeze/", desk_draw.freeze, name="desk_draw_freeze"),
    path("draw/cut/", desk_draw.cut, name="desk_draw_cut"),
    path("draw/<int:pk>/swap/", desk_draw.swap, name="desk_draw_swap"),
    path("draw/<int:pk>/publish/", desk_draw.draw_publish, name="desk_draw_publish"),
    path("start/", desk_seating.start, name="desk_start"),
    path("start/<slug:stage>/undo/", desk_seating.start_undo, name="desk_start_undo"),
    path("tables/", desk_results.tables, name="desk_tables"),
    path(f"tables/{TABLE}", desk_results.table_round, name="desk_round"),
    path(f"tables/{ROUND}", desk_results.table_round, name="desk_round"),
    path(f"tables/{ROUND}consequence/", desk_results.consequence, name="desk_consequence"),
    path(f"tables/{TABLE}saved/<uuid:client_id>/", desk_results.saved, name="desk_saved"),
    path("rulings/", desk_rulings.listed, name="desk_rulings"),
    path("rulings/<int:pk>/undo/", desk_rulings.undo, name="desk_undo"),
    path(f"rulings/<slug:kind>/{TABLE}", desk_rulings.rule, name="desk_rule"),
    path("rulings/<slug:kind>/<slug:stage>/", desk_rulings.rule, name="desk_rule_stage"),
    path("prints/", desk_paper.prints, name="desk_prints"),
    path("prints/<int:pk>/", desk_paper.print_file, name="desk_print_file"),
    path("passes/", desk_paper.passes_page, name="desk_passes"),
    path("passes/<int:pk>/revoke/", desk_paper.pass_revoke, name="desk_pass_revoke"),
    path("log/", desk_office.log, name="desk_log"),
    path("people/", desk_office.people, name="desk_people"),
    path("people/<int:pk>/dismiss/", desk_office.dismiss, name="desk_dismiss"),
    path("people/invitations/", desk_office.invite, name="desk_invite"),
    path("people/invitations/<int:pk>/revoke/", desk_office.uninvite, name="desk_uninvite"),
    path("referee/", desk_office.referee, name="desk_referee"),
]

urlpatterns = [
    path("desk/", desk.mine, name="desk"),
    path("desk/new/", desk.new, name="desk_new"),
    path("c/<slug:slug>/desk/", include(of_championship)),
]
