"""Addresses of the API, under /api/ (design.md §7)."""

from django.urls import path, re_path

from championship.api import docs
from championship.api.viewsets import CallViewSet, PassViewSet, PublicViewSet, ReportViewSet

ONE = "v1/championships/<slug:slug>/"
TABLE = f"{ONE}tables/<slug:stage>-<int:number>/"

urlpatterns = [
    path("v1/championships/", PublicViewSet.as_view({"get": "list"}), name="api_championships"),
    path(ONE, PublicViewSet.as_view({"get": "retrieve"}), name="api_championship"),
    path(f"{ONE}board/", PublicViewSet.as_view({"get": "board"}), name="api_board"),
    path(f"{ONE}stages/", PublicViewSet.as_view({"get": "stages"}), name="api_stages"),
    path(f"{ONE}tables/", PublicViewSet.as_view({"get": "tables"}), name="api_tables"),
    path(TABLE, PublicViewSet.as_view({"get": "table"}), name="api_table"),
    path(f"{TABLE}reports/", ReportViewSet.as_view({"get": "of_table"}), name="api_table_reports"),
    path(f"{ONE}standings/", PublicViewSet.as_view({"get": "standings"}), name="api_standings"),
    path(f"{ONE}tickets/", PublicViewSet.as_view({"get": "tickets"}), name="api_tickets"),
    path(f"{ONE}players/<int:number>/", PublicViewSet.as_view({"get": "player"}), name="api_player"),
    path(f"{ONE}reports/", ReportViewSet.as_view({"post": "create"}), name="api_reports"),
    path(f"{ONE}reports/preview/", ReportViewSet.as_view({"post": "preview"}), name="api_preview"),
    path(f"{ONE}calls/", CallViewSet.as_view({"post": "create"}), name="api_calls"),
    path("v1/passes/", PassViewSet.as_view({"post": "create"}), name="api_passes"),
    path("schema/", docs.SchemaView.as_view(), name="api_schema"),
    path("docs/", docs.DocsView.as_view(), name="api_docs"),
    re_path(r"^v1/", docs.nothing_here),
]
