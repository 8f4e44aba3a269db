#!/bin/sh
# Puts Earshot into this user's menu, and the command into ~/.local/bin, or takes them out again.
#
#   sh share/earshot/menu.sh add|remove
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/earshot.desktop
icon=$data/icons/hicolor/scalable/apps/earshot.svg
link=$HOME/.local/bin/earshot

# A path as a quoted argument of Exec; each backslash is doubled, as the value is a string first.
quoted() {
    printf '%s' "$home/bin/earshot" | sed -e 's/[\\"`$]/\\\\&/g' -e 's/%/%%/g'
}

is_ours() {
    [ -f "$entry" ] && grep -qxF "X-Earshot-Folder=$home" "$entry"
}

add() {
    mkdir -p "${entry%/*}" "${icon%/*}" "${link%/*}"
    {
        grep -v '^Exec=' "$home/share/applications/earshot.desktop"
        printf 'Exec="%s" window %%F\nX-Earshot-Folder=%s\n' "$(quoted)" "$home"
    } >"$entry.new"
    mv "$entry.new" "$entry"
    cp "$home/share/icons/hicolor/scalable/apps/earshot.svg" "$icon"
    if [ -L "$link" ] || [ ! -e "$link" ]; then
        ln -sfn "$home/bin/earshot" "$link"
    fi
    offer
}

# Tells the desktop which sound files Earshot opens. Where the command is missing, the desktop reads the entry itself.
offer() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "${entry%/*}" || true
    fi
}

remove() {
    if [ "$(readlink "$link" 2>/dev/null)" = "$home/bin/earshot" ]; then
        rm -f "$link"
    fi
    if is_ours; then # else it is of another copy
        rm -f "$entry" "$icon"
        offer
        cache=${entry%/*}/mimeinfo.cache
        if [ "$(cat "$cache" 2>/dev/null)" = "[MIME Cache]" ]; then # nothing of another program
            rm -f "$cache"
        fi
    fi
}

case ${1:-} in
    add) add ;;
    remove) remove ;;
    *) echo "usage: sh $0 add|remove" >&2; exit 2 ;;
esac
