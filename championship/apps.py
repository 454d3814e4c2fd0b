"""The Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChampionshipApp(AppConfig):
    name = "championship"
    verbose_name = _("Championship desk")
