# System packages, and the Python to build on. Sourced by start.sh and the .deb's build; POSIX sh.

say() {
    printf '%s\n' "earshot: $*" >&2
}

# What Earshot needs beside Python wheels on Debian and Ubuntu. g++ and the headers build hnswlib, which is published
# as source only; PortAudio plays; the rest is what Qt's xcb and offscreen platforms load.
BASE_PACKAGES="ca-certificates make g++ libportaudio2 libegl1 libgl1 libopengl0 libdbus-1-3 libfontconfig1 libfreetype6
    libglib2.0-0 libxkbcommon0 libxkbcommon-x11-0 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1
    libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb-xinerama0 libxcb-xkb1
    libwayland-client0 libwayland-cursor0 libwayland-egl1 fonts-dejavu-core"

# What the tests drive a real window and a real sound server with, the tools they check decoders against, the programs
# that speak, what watches a session, and what reads a window as a screen reader does: without them the tests that need
# them would be skipped.
TEST_PACKAGES="xvfb xauth x11-utils xdotool openbox pulseaudio pulseaudio-utils libasound2-plugins ffmpeg sox
    flac lame opus-tools twolame vorbis-tools wavpack espeak-ng flite desktop-file-utils procps strace faketime
    dbus at-spi2-core gir1.2-atspi-2.0 python3-gi nsis p7zip-full osslsigncode appstream patchelf"

# What `make bundle` compiles and checks with.
BUNDLE_PACKAGES="debootstrap patchelf binutils xz-utils"

# Prints the first Python from 3.11 to 3.13 that is here; fails when there is none.
find_python() {
    for candidate in ${EARSHOT_PYTHON:-python3.11 python3.12 python3.13 python3}; do
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# Prints the apt packages of a Python that will do: the system's own when it is new enough, else the oldest that apt has.
apt_python() {
    for name in python3 python3.11 python3.12 python3.13; do
        version=$(apt-cache policy "$name" | sed -n 's/^  Candidate: \([0-9]*\.[0-9]*\).*/\1/p')
        case "$version" in
            3.11 | 3.12 | 3.13) echo "$name $name-venv $name-dev"; return 0 ;;
        esac
    done
    return 1
}

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Some libraries have another name since Debian 13 and Ubuntu 24.04 (the 64-bit time_t change): libglib2.0-0t64.
missing_packages() {
    for package in "$@"; do
        is_installed "$package" || is_installed "${package}t64" || echo "$package"
    done
}

# Runs a command as root: at once when we are, by sudo when it can ask or need not; else prints it and stops.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        sudo "$@"
    else
        say "These system packages are missing. Install them as root, then run this again:"
        printf '%s\n' "    apt-get update && apt-get install -y --no-install-recommends $packages_wanted" >&2
        exit 1
    fi
}

# Installs what is missing of the groups named (base, bundle, test) on a system with apt; elsewhere says what to look for.
need_system_packages() {
    if ! command -v apt-get >/dev/null; then
        check_other_system
        return
    fi
    packages_wanted=
    for group in "$@"; do
        case "$group" in
            base) packages_wanted="$packages_wanted $(missing_packages $BASE_PACKAGES)" ;;
            bundle) packages_wanted="$packages_wanted $(missing_packages $BUNDLE_PACKAGES)" ;;
            test) packages_wanted="$packages_wanted $(missing_packages $TEST_PACKAGES)" ;;
        esac
    done
    if ! python=$(find_python) || ! "$python" -c 'import ensurepip' 2>/dev/null || ! has_headers "$python"; then
        python_packages=$(apt_python) || python_packages="python3 python3-venv python3-dev"
        packages_wanted="$packages_wanted $(missing_packages $python_packages)"
    fi
    packages_wanted=$(echo $packages_wanted)
    [ -n "$packages_wanted" ] || return 0
    say "Installing system packages: $packages_wanted"
    as_root apt-get update -q
    if ! find_python >/dev/null; then # a fresh machine knows its Python only now that the lists are here
        python_packages=$(apt_python) || {
            say "No Python from 3.11 to 3.13 is to be had by apt here. Install one, then run this again with"
            say "EARSHOT_PYTHON=/path/to/python3.11 sh installer/start.sh"
            exit 1
        }
        packages_wanted="$packages_wanted $python_packages"
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages_wanted
}

has_headers() {
    "$1" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'
}

# macOS needs nothing beside Python: the wheels bring Qt and PortAudio. On another Linux we cannot know the names.
check_other_system() {
    if ! find_python >/dev/null; then
        say "Python 3.11, 3.12 or 3.13 is needed and was not found."
        [ "$(uname -s)" = Darwin ] && say "With Homebrew: brew install python@3.11" ||
            say "Install it (with its venv module and headers) from your distribution."
        exit 1
    fi
    [ "$(uname -s)" = Darwin ] && return 0
    say "No apt here: if the window or the sound does not start, install PortAudio, a C++ compiler and Qt's xcb"
    say "libraries (xcb-cursor, xcb-icccm, xcb-image, xcb-keysyms, xcb-render-util, xkbcommon-x11, EGL)."
}
