"""Addresses (design.md §7)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("championship.views.live")),
    path("", include("championship.views.health")),
]
