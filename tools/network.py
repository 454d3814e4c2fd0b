"""This machine's own address and its free ports; standard library only."""

from __future__ import annotations

import ipaddress
import socket

LOCALHOST = "127.0.0.1"


def own_address() -> str:
    """Return the address at which a phone in the same network reaches this machine; 127.0.0.1 if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way a packet would leave
            found = str(probe.getsockname()[0])
        except OSError:
            return _address_of_name()
    return found if _is_usable(found) else LOCALHOST


def _address_of_name() -> str:
    """The address by the machine's name, for a hall whose network leads nowhere."""
    try:
        candidates = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return LOCALHOST
    return next(filter(_is_usable, candidates), LOCALHOST)


def _is_usable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_unspecified or ip.is_link_local)


def is_free(port: int, host: str = "0.0.0.0") -> bool:
    """Whether a server could listen on *port* now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do: a closed one lingers
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port(first: int = 0, host: str = "0.0.0.0") -> int:
    """Return *first* or the next free port after it; with 0 any free one."""
    if not first:
        with socket.socket() as probe:
            probe.bind((host, 0))
            return int(probe.getsockname()[1])
    for port in range(first, min(first + 100, 65536)):
        if is_free(port, host):
            return port
    raise OSError(f"no free port from {first} on")
