"""The schema, its viewer served by us, and what there is at any other address of the API."""

from __future__ import annotations

import functools
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from championship.api import errors


class SchemaView(SpectacularAPIView):
    """The OpenAPI schema, generated once a process."""

    authentication_classes = ()
    http_method_names = ("get", "head")

    def _get_schema_response(self, request: Request) -> Response:
        shape = self.perform_content_negotiation(request, force=True)[0].format
        response = Response(_schema(), headers={"Content-Disposition": f'inline; filename="mapal.{shape}"'})
        patch_cache_control(response, public=True, max_age=300)
        return response


class DocsView(SpectacularSwaggerSplitView):
    """The viewer: our page, scripts of the package's own files, nothing inline and nothing of another host."""

    authentication_classes = ()
    http_method_names = ("get", "head")
    url_name = "api_schema"
    template_name = "championship/api/docs.html"


def nothing_here(request: HttpRequest) -> JsonResponse:
    """Say that no address of the API is like this, in the shape of every error."""
    slash = "" if request.path.endswith("/") else " Addresses end with a slash."
    message = f"There is no such address.{slash} See /api/docs/."
    return JsonResponse(errors.body("not_found", message), status=404)


@functools.cache
def _schema() -> dict[str, Any]:
    generator: Any = SpectacularAPIView.generator_class()
    return dict(generator.get_schema(request=None, public=True))
