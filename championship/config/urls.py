"""Addresses (design.md §7)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("championship.api.urls")),
    path("r/", include("championship.views.urls_referee")),
    path("", include("championship.views.urls_desk")),
    path("c/<slug:slug>/floor/", include("championship.views.urls_floor")),
    path("", include("championship.views.live")),
    path("", include("championship.views.health")),
    path("", include("championship.views.urls")),
]
