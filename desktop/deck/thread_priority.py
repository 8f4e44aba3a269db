"""The priority of the thread that plays: sound breaks off where it waits for other programs.

Linux: the kernel where it lets us (RLIMIT_NICE), else RealtimeKit, which desktops have, over D-Bus. Windows: the
multimedia class scheduler. macOS: the highest quality of service of a thread.
"""

import ctypes
import logging
import os
import sys
import threading

NICENESS = -11
"""As PulseAudio's and PipeWire's own threads without real-time scheduling. Real time is not for a thread of Python: it
could be held up by one without it, and the kernel kills what exceeds its share."""
_ANSWER_S = 5.0
_QOS_USER_INTERACTIVE = 0x21
_log = logging.getLogger(__name__)


def raise_priority() -> None:
    """Lets the calling thread go before other programs' threads. Returns at once; a refusal is logged.

    Threads and processes that it starts inherit that on Linux, unless RealtimeKit granted it.
    """
    try:
        _ask_system()
    except (OSError, AttributeError) as err:  # a Windows without its multimedia parts lacks the library
        _log.info("the thread that plays has no priority: %s", err)


def _ask_system() -> None:
    if sys.platform == "win32":
        task = ctypes.c_ulong(0)
        if not ctypes.windll.avrt.AvSetMmThreadCharacteristicsW("Pro Audio", ctypes.byref(task)):
            _log.info("the thread that plays has no priority: MMCSS refused it")
    elif sys.platform == "darwin":
        if ctypes.CDLL(None).pthread_set_qos_class_self_np(_QOS_USER_INTERACTIVE, 0):
            _log.info("the thread that plays has no priority: the system refused it")
    else:
        thread = threading.get_native_id()
        try:
            os.setpriority(os.PRIO_PROCESS, thread, NICENESS)
        except OSError:
            threading.Thread(target=_ask_realtime_kit, args=(thread,), name="priority", daemon=True).start()


def _ask_realtime_kit(thread: int) -> None:
    """Asks the service that grants priority to threads of a user's programs."""
    try:
        from jeepney import DBusAddress, MessageType, new_method_call  # only needed where the kernel refuses
        from jeepney.io.blocking import open_dbus_connection

        kit = DBusAddress(
            "/org/freedesktop/RealtimeKit1", "org.freedesktop.RealtimeKit1", "org.freedesktop.RealtimeKit1"
        )
        with open_dbus_connection(bus="SYSTEM") as bus:
            wish = new_method_call(kit, "MakeThreadHighPriority", "ti", (thread, NICENESS))
            answer = bus.send_and_get_reply(wish, timeout=_ANSWER_S)
        if answer.header.message_type is MessageType.error:
            _log.info("the thread that plays has no priority: RealtimeKit refused it: %s", answer.body)
    except (ImportError, OSError, KeyError, ValueError, TimeoutError) as err:
        _log.info("the thread that plays has no priority: RealtimeKit did not answer: %s", err)
