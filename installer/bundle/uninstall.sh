#!/bin/sh
# Removes this copy of Earshot. Libraries, settings and sounds stay where they are.
set -eu

remove() {
    home=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
    if [ ! -f "$home/share/earshot/menu.sh" ]; then
        echo "earshot: no copy of Earshot in $home" >&2
        exit 1
    fi
    sh "$home/share/earshot/menu.sh" remove
    cd /
    rm -rf "$home/bin" "$home/lib" "$home/python" "$home/share" "$home/uninstall"
    rmdir "$home" 2>/dev/null || echo "earshot: other files stay in $home" >&2
}

remove
exit # the shell must not read on in a file that is gone
