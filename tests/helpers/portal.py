"""A desktop's settings portal on the session bus, and a command that runs beside it.

`/usr/bin/python3 -m tests.helpers.portal '{"NAMESPACE KEY": VALUE}' COMMAND…`; runs in the system's Python, for its
bindings.
"""

import json
import subprocess
import sys
import threading

from gi.repository import Gio, GLib

_INTERFACE = """
<node><interface name="org.freedesktop.portal.Settings"><method name="Read">
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
</method></interface></node>
"""


def main():
    """Answers until the command ends, and exits with its status."""
    settings, command = json.loads(sys.argv[1]), sys.argv[2:]
    loop = GLib.MainLoop()
    statuses = []

    def read(_bus, _sender, _path, _interface, _method, parameters, call):
        value = settings.get(" ".join(parameters.unpack()))
        if value is None:
            call.return_dbus_error("org.freedesktop.portal.Error.NotFound", "not known")
            return
        kind = {bool: "b", int: "u", float: "d"}[type(value)]
        call.return_value(GLib.Variant("(v)", (GLib.Variant("v", GLib.Variant(kind, value)),)))

    def run():
        statuses.append(subprocess.run(command, check=False).returncode)
        loop.quit()

    def named(_bus, _name):
        threading.Thread(target=run).start()

    def connected(bus, _name):
        (interface,) = Gio.DBusNodeInfo.new_for_xml(_INTERFACE).interfaces
        bus.register_object("/org/freedesktop/portal/desktop", interface, read, None, None)

    Gio.bus_own_name(
        Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, connected, named, None
    )
    loop.run()
    sys.exit(statuses[0])


main()
