"""What a referee's phone asks for by itself: a sign of life, and whether its passes still open something."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from championship import pass_cookie
from championship.models import Pulse
from championship.views import language
from championship.views.secret import secret


@secret
@require_safe
def pulse(request: HttpRequest) -> JsonResponse:
    """Say that the desk is there, for which championship, and its epoch: after a restore phones send once more.

    401, with what happened in words, if no pass of the phone opens anything.
    """
    held = pass_cookie.held(request)
    if not held:
        message = pass_cookie.why_ended(request) or _("This phone opens no table. Scan the code on a scoresheet.")
        return JsonResponse({"error": {"code": "pass_missing", "message": message}}, status=401)
    championship = held[0].championship
    language.speak(request, championship.language)
    epoch = Pulse.objects.values_list("epoch", flat=True).get(championship=championship)
    return JsonResponse({"championship": championship.slug, "epoch": str(epoch)})
