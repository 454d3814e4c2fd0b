"""The product's settings, in a directory of the run's own and without what the developer's environment says.

``MAPAL_TEST_DATABASE=postgres`` runs the tests on PostgreSQL (tests.rig.postgres), else they run on SQLite.
"""

import os

from tests.rig import places, postgres

for name in ("CELERY_BROKER_URL", "DEBUG", "PUBLIC_URL", "REDIS_URL", "SECRET_KEY"):
    os.environ.pop(name, None)
os.environ["MAPAL_VAR"] = str(places.of_worker() / "var")
os.environ["DATABASE_URL"] = postgres.url_of_run() if postgres.is_wanted() else ""

from championship.config.settings import *  # noqa: E402, F403
from championship.config.settings import DATABASES, STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # as collectstatic leaves it
if not postgres.is_wanted():
    # A file, not memory: the threads of a concurrency test and a served process share it.
    DATABASES["default"]["TEST"] = {"NAME": str(places.of_worker() / "test.sqlite3")}
