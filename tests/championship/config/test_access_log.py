"""What the server writes into its access log."""

import logging

import pytest

import championship.config.asgi  # noqa: F401  # served as it is: the filter comes with the application

TOKEN = "ADTTOb-WgoRQy7k5j3VBWT8S-3GMlY27"


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        (f"/r/{TOKEN}", "/r/..."),
        (f"/r/{TOKEN}/", "/r/.../"),
        (f"/r/{TOKEN}?from=camera", "/r/...?from=camera"),
        (f"/join/{TOKEN}/", "/join/.../"),
        ("/r/t/qualifiers-1/0-1/", "/r/t/qualifiers-1/0-1/"),
        ("/c/the-championship-of-lunada/", "/c/the-championship-of-lunada/"),
    ],
)
def test_access_log_has_no_token_of_a_pass(caplog, path, logged):
    with caplog.at_level(logging.INFO, logger="uvicorn.access"):
        logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "127.0.0.1:5", "GET", path, "1.1", 302)

    assert [record.getMessage() for record in caplog.records] == [f'127.0.0.1:5 - "GET {logged} HTTP/1.1" 302']
