"""WSGI, for a server that speaks nothing else: pages work, live updates fall back to polling."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "championship.config.settings")
application = get_wsgi_application()
