#!/bin/sh
# Starts Earshot, the window or with arguments the command, with the interpreter beside it; links to this file work too.
file=$0
while [ -L "$file" ]; do
    link=$(readlink "$file")
    case $link in
        /*) file=$link ;;
        *) file=$(dirname "$file")/$link ;;
    esac
done
home=$(CDPATH='' cd -- "$(dirname "$file")/../Resources" && pwd -P)
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1
exec "$home/python/bin/python3" -P -m engine.cli.main "$@"
