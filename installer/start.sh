#!/bin/sh
# Takes a machine that has only git to a running Earshot (run) or to a finished test run (test).
#
#   sh installer/start.sh run              sets up, makes a small demo library, opens the window on it
#   sh installer/start.sh test             sets up everything, training too, and runs all checks and tests
#   sh installer/start.sh setup            only makes .venv: the window and the engine, and takes out what was added
#   sh installer/start.sh setup-mcp        adds what `earshot mcp` lets assistants in by
#   sh installer/start.sh setup-studio     adds that, and what shared libraries on PostgreSQL need
#   sh installer/start.sh setup-cluster    adds what `earshot embed` spreads work over machines by
#   sh installer/start.sh setup-bundle     adds the tools that `make bundle` needs; makes .venv only where there is none
#   sh installer/start.sh setup-training   only makes .venv: all of it, with torch and the developer tools
#
# EARSHOT_ORT=cpu or gpu chooses the ONNX Runtime; without it, gpu is taken where nvidia-smi answers.
# EARSHOT_PYTHON names a Python to use. Windows has installer/start.ps1.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "$here/.."
. installer/system.sh
. installer/environment.sh

usage() {
    sed -n '2,14s/^# \{0,1\}//p' installer/start.sh
}

set_up_base() {
    need_system_packages base
    make_environment .venv "$(runtime_lock)"
}

set_up_mcp() {
    need_system_packages base
    add_to_environment .venv "$(runtime_lock)" mcp
}

set_up_studio() {
    need_system_packages base
    add_to_environment .venv "$(runtime_lock)" mcp studio
}

set_up_cluster() {
    need_system_packages base
    add_to_environment .venv "$(runtime_lock)" cluster
}

set_up_bundle() {
    need_system_packages base bundle
    if ! .venv/bin/python -c '' 2>/dev/null; then
        make_environment .venv "$(runtime_lock)"
    fi
}

set_up_all() {
    need_system_packages base test
    make_environment .venv "$(runtime_lock)" training dev oracles mcp studio cluster
}

has_display() {
    [ "$(uname -s)" = Darwin ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]
}

# The same as with a window, for a machine that has none: results as text, and the window drawn into a picture.
run_offscreen() {
    say "No display here: showing some searches as text."
    for words in "rain" "a dog barking" "footsteps on gravel" "something breaking" "deep bass" "an alarm going off"; do
        printf '\n> %s\n' "$words"
        .venv/bin/earshot search --library "$1" --limit 5 "$words"
    done
    picture=$PWD/.demo/earshot.png
    QT_QPA_PLATFORM=offscreen .venv/bin/python -m desktop --library "$1" --query "footsteps" --screenshot "$picture"
    say "The window was drawn into $picture"
    say "To search it yourself: .venv/bin/earshot search --library $1 \"your words\""
}

run() {
    need_system_packages base
    add_to_environment .venv "$(runtime_lock)"
    library=$PWD/.demo/library
    .venv/bin/python -m resources.demo .demo/sounds
    .venv/bin/earshot index --library "$library" .demo/sounds
    if has_display; then
        say "Opening the window on the demo library."
        exec .venv/bin/earshot --library "$library"
    fi
    run_offscreen "$library"
}

run_tests() {
    set_up_all
    make_environment .venv-base "$(runtime_lock)" dev
    make check
}

case "${1:-}" in
    run) run ;;
    test) run_tests ;;
    setup) set_up_base ;;
    setup-mcp) set_up_mcp ;;
    setup-studio) set_up_studio ;;
    setup-cluster) set_up_cluster ;;
    setup-bundle) set_up_bundle ;;
    setup-training) set_up_all ;;
    *) usage >&2; exit 2 ;;
esac
