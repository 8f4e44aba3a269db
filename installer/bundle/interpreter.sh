#!/bin/sh
# Builds what packages for Linux hold besides wheels, in a root of Debian 11, whose glibc is 2.31: Python, PortAudio,
# hnswlib, and the small X11 libraries that Qt asks for and few systems have. Sources are Debian 12's, by apt, which
# verifies them: of Python and OpenSSL with Debian's fixes for known faults. Root, debootstrap and a quarter of an hour.
#
#   sh installer/bundle/interpreter.sh PYTHON OUT.tar.xz     PYTHON: one whose pip fetches hnswlib's source and its tools
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
fetcher=$1
out=$2
locks=$here/../locks
root=$(mktemp -d "${TMPDIR:-/tmp}/earshot-root-XXXXXX")
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM

# The address that this machine's own apt uses.
mirror() {
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | grep -v security | head -1
}

make_root() {
    address=$(mirror)
    debootstrap --variant=minbase --include=build-essential,pkg-config,patchelf,xz-utils,perl,zlib1g-dev,libbz2-dev,liblzma-dev,libffi-dev,libexpat1-dev,uuid-dev,libasound2-dev,libxcb-cursor0,libxcb-icccm4,libxcb-image0,libxcb-keysyms1,libxcb-render-util0,libxcb-util1,libxkbcommon0,libxkbcommon-x11-0 \
        bullseye "$root" "$address" >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; exit 1; }
    rm -f "$root.log"
    echo "deb-src $address bookworm main" >"$root/etc/apt/sources.list.d/sources.list"
    cp /usr/share/keyrings/debian-archive-*.gpg "$root/etc/apt/trusted.gpg.d/"
}

# hnswlib's source and the wheels it is built with, all checked against the locks; built in the root.
fetch_hnswlib() {
    mkdir -p "$root/src/wheels"
    "$fetcher" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary hnswlib --no-build-isolation \
        --require-hashes --dest "$root/src/wheels" -r "$locks/hnsw.txt" -r "$locks/hnsw-build.txt"
}

make_root
fetch_hnswlib
cp "$here/interpreter-in-root.sh" "$root/src/build.sh"
chroot "$root" sh /src/build.sh
mkdir -p "$(dirname -- "$out")"
tar -C "$root/out" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - . | xz -T2 -3 >"$out.part"
mv "$out.part" "$out"
