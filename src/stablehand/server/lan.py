"""Addresses of this machine: host names, loopback, and the address in the local network."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress
from io import StringIO
from typing import Final
from urllib.parse import urlsplit

import segno

_HOST: Final = re.compile(r"[A-Za-z0-9._:\[\]-]*")
ELSEWHERE: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses reserved for documentation. Nothing is sent there; the system only tells its own address."""


def lan_address() -> str:
    """Return the address of this machine in the local network; "" if there is none."""
    for address, family in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            own = str(probe.getsockname()[0])
            if not is_loopback(own) and not ipaddress.ip_address(own).is_unspecified:
                return own
    return ""


def is_loopback(host: str) -> bool:
    """Return whether a host is "localhost" or a loopback address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hostname(host: str) -> str:
    """Return the host of a `Host` header without its port, in lower case; "" if it is malformed.

    >>> [hostname(host) for host in ("Games.example:80", "[::1]:8400", "::1", "[", "a@localhost")]
    ['games.example', '::1', '::1', '', '']
    """
    if not _HOST.fullmatch(host):
        return ""
    if host.count(":") > 1 and not host.startswith("["):
        return host.lower()
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def url(host: str, port: int) -> str:
    """Return the URL of a server.

    >>> url("::1", 8400), url("192.0.2.7", 80)
    ('http://[::1]:8400', 'http://192.0.2.7')
    """
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}" + (f":{port}" if port != 80 else "")


def qr_code(link: str) -> str:
    """Return a link as a QR code, drawn with characters for a terminal."""
    out = StringIO()
    segno.make(link, micro=False).terminal(out, compact=True)
    return out.getvalue()
