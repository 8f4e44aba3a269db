#!/bin/sh
# Starts Earshot, window or command, with the interpreter beside it; links to this file work too.
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1
exec "$home/python/bin/python3" -P -m engine.cli.main "$@"
