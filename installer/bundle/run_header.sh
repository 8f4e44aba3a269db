#!/bin/sh
# Earshot @VERSION@ for Linux on x86-64 processors, with all it needs. Installs for this user, without root:
#
#   sh earshot-@VERSION@-linux-x86_64.run [--quiet] [--no-menu] [--prefix DIR]
#
# DIR is ~/.local/opt/earshot by itself; DIR/bin/earshot is the command, `sh DIR/uninstall` removes it all again.
set -eu
python_offset=@PYTHON_OFFSET@
offset=@OFFSET@
sum=@SUM@

say() {
    echo "earshot: $*" >&2
}

payload() {
    tail -c "+$offset" -- "$file"
}

# xz where there is none: the package's own interpreter, which comes before the rest, by gzip, which is everywhere.
unpack_xz() {
    if command -v xz >/dev/null; then
        xz -dc
        return
    fi
    mkdir "$fresh/python"
    tail -c "+$python_offset" -- "$file" | head -c "$((offset - python_offset))" | gzip -dc | tar -xf - -C "$fresh/python"
    "$fresh/python/python/bin/python3" -I -c \
        'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.stdin.buffer), sys.stdout.buffer, 1 << 20)'
}

check_system() {
    if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
        say "This package is for Linux on x86-64 processors."
        exit 1
    fi
    if [ "$(payload | sha256sum | cut -d' ' -f1)" != "$sum" ]; then
        say "This file is damaged. Download it again."
        exit 1
    fi
}

check_prefix() {
    mkdir -p -- "$prefix"
    prefix=$(CDPATH='' cd -- "$prefix" && pwd -P)
    rm -rf -- "$prefix"/.new-?????? # of an installation that was killed
    if [ -n "$(ls -A -- "$prefix")" ] && [ ! -f "$prefix/share/earshot/menu.sh" ]; then
        say "$prefix holds other files. Choose another folder by --prefix."
        exit 1
    fi
}

# Unpacked beside it first: what is there is replaced only when all of the new one is there.
unpack() {
    fresh=$(mktemp -d "$prefix/.new-XXXXXX")
    trap 'rm -rf "$fresh"' EXIT
    trap 'exit 130' INT TERM
    if ! payload | unpack_xz | tar -xf - -C "$fresh" --no-same-owner; then
        say "Earshot could not be unpacked. Is the disk full? @DISK_MB@ MB are needed in $prefix."
        exit 1
    fi
    mkdir "$fresh/old"
    for part in "$fresh/earshot-@VERSION@"/*; do
        if [ -e "$prefix/${part##*/}" ]; then
            mv "$prefix/${part##*/}" "$fresh/old/"
        fi
        mv "$part" "$prefix/"
    done
}

# Says which of the desktop's libraries lack, before the window does.
tell_missing() {
    command -v ldd >/dev/null || return 0
    site=$(echo "$prefix"/python/lib/python3.*/site-packages)
    missing=$(ldd "$site/PySide6/Qt/plugins/platforms/libqxcb.so" "$site/PySide6/Qt/lib/libQt6DBus.so.6" \
        "$site/PySide6/Qt/lib/libQt6Network.so.6" \
        "$prefix/lib/libportaudio.so.2" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found/\1/p' | sort -u)
    if [ -n "$missing" ]; then
        say "The window or the sound needs libraries that this system lacks:" $missing
        say "On Debian and Ubuntu: apt install libegl1 libgl1 libfontconfig1 libglib2.0-0 libdbus-1-3 libx11-xcb1 libasound2 libgssapi-krb5-2 libbrotli1 libxcb-randr0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0"
    fi
}

usage() {
    sed -n '2,6s/^# \{0,1\}//p' "$file"
}

file=$0
prefix=${HOME:-/root}/.local/opt/earshot
is_quiet=
with_menu=1
while [ $# -gt 0 ]; do
    case $1 in
        --quiet) is_quiet=1 ;;
        --no-menu) with_menu= ;;
        --prefix) shift; prefix=${1:?--prefix needs a folder} ;;
        --prefix=*) prefix=${1#--prefix=} ;;
        --help | -h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
check_system
check_prefix
[ -n "$is_quiet" ] || say "Installing Earshot @VERSION@ in $prefix ..."
unpack
[ -z "$with_menu" ] || sh "$prefix/share/earshot/menu.sh" add
tell_missing
[ -n "$is_quiet" ] || say "Done. Start Earshot from the menu, or by $prefix/bin/earshot"
exit 0
