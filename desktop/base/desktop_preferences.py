"""Desktop preferences that Qt does not pass on: larger text and reduced motion.

Qt itself follows the text resolution of an X server (`Xft.dpi`, which GNOME sets for larger text).
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

_ANSWER_MS = 300
"""Timeout for a portal, which delays the window."""
_LEAST_PERCENT, _MOST_PERCENT = 50, 300
_KDE_POINTS = 10.0
"""KDE's default font size."""
_GNOME = "org.gnome.desktop.interface"


def text_percent() -> int:
    """The system's text size, 100 for the normal one. Read it before creating Qt's application."""
    if sys.platform == "win32":
        percent = _windows_text()
    elif sys.platform == "darwin":
        percent = 100.0  # macOS has no such setting for all programs
    elif _is_kde():
        percent = 100.0 * _kde_points() / _KDE_POINTS
    else:
        percent = 100.0 * _gnome_factor()
    return round(min(_MOST_PERCENT, max(_LEAST_PERCENT, percent)))


def wants_less_motion() -> bool:
    """Whether the system asks for reduced motion."""
    if sys.platform == "win32":
        return _windows_is_still()
    if sys.platform == "darwin":
        from PySide6.QtCore import QSettings

        return bool(QSettings("apple.com", "universalaccess").value("reduceMotion", False, bool))
    if _is_kde() and _kde("KDE", "AnimationDurationFactor") in ("0", "0.0"):
        return True
    return _portal("org.freedesktop.appearance", "reduced-motion") == 1 or _portal(_GNOME, "enable-animations") is False


def _is_kde() -> bool:
    return "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")


def _kde_points() -> float:
    parts = _kde("General", "font").split(",")
    try:
        return float(parts[1])
    except (IndexError, ValueError):  # not set
        return _KDE_POINTS


def _kde(section: str, key: str) -> str:
    """A value of KDE's settings; empty if not set."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    try:
        lines = (Path(home) / "kdeglobals").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line.strip() == f"[{section}]"
        elif inside and line.partition("=")[0].strip() == key:
            return line.partition("=")[2].strip()
    return ""


def _gnome_factor() -> float:
    """GNOME's text factor; 1 under an X server, where Qt applies it through `Xft.dpi`."""
    if not os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM", "wayland")[:7] != "wayland":
        return 1.0
    factor = _portal(_GNOME, "text-scaling-factor")
    return factor if isinstance(factor, float) else 1.0


def _portal(namespace: str, key: str) -> object:
    """A setting from the desktop's portal; None without a portal or without the setting."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant  # only loaded if needed

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        "Read",
    )
    call.setArguments([namespace, key])
    reply = bus.call(call, QDBus.CallMode.Block, _ANSWER_MS)
    if reply.type() is not QDBusMessage.MessageType.ReplyMessage:
        return None
    value: object = reply.arguments()[0]
    while isinstance(value, QDBusVariant):
        value = value.variant()
    return value


def _windows_text() -> float:
    if sys.platform == "win32":
        import winreg

        place = r"Software\Microsoft\Accessibility"
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:  # not set
            return float(winreg.QueryValueEx(key, "TextScaleFactor")[0])
    return 100.0


def _windows_is_still() -> bool:
    if sys.platform == "win32":
        import ctypes

        animates = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(animates), 0)  # SPI_GETCLIENTAREAANIMATION
        return not animates.value
    return False
