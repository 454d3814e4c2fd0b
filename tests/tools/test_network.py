"""Addresses and ports of this machine."""

import ipaddress
import socket

import pytest

from tools import network


def test_own_address_is_an_address_of_this_machine():
    address = network.own_address()
    with socket.socket() as server:
        server.bind((address, 0))  # fails for an address that is not ours
    assert ipaddress.ip_address(address).version == 4


def test_own_address_without_a_network_is_localhost(monkeypatch):
    def unreachable(*_arguments):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.1.1"]))
    assert network.own_address() == "127.0.0.1"


def test_own_address_by_name_in_a_hall_without_a_way_out(monkeypatch):
    def unreachable(*_arguments):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.1.1", "169.254.7.7", "10.0.0.7"]))
    assert network.own_address() == "10.0.0.7"


def test_free_port_passes_over_one_in_use():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        taken = server.getsockname()[1]
        found = network.free_port(taken, "127.0.0.1")
    assert taken < found <= taken + 100


def test_free_port_says_when_there_is_none(monkeypatch):
    monkeypatch.setattr(network, "is_free", lambda port, host: False)
    with pytest.raises(OSError, match="no free port from 8000 on"):
        network.free_port(8000)
