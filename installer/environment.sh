# Makes a virtual environment out of the hash-pinned locks. Sourced by start.sh and the .deb's build; POSIX sh.

LOCKS=installer/locks

# Where the home takes no files, pip and uv keep no copies of what they fetch; uv would stop instead.
if ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/dev/null}/.cache}" 2>/dev/null; then
    export PIP_NO_CACHE_DIR=1 UV_NO_CACHE=1
fi

# Prints the lock of the ONNX Runtime to use: gpu where an NVIDIA driver answers, else cpu. Only one can be installed.
runtime_lock() {
    if [ -n "${EARSHOT_ORT:-}" ]; then
        echo "$EARSHOT_ORT"
    elif [ "$(uname -s)" = Linux ] && command -v nvidia-smi >/dev/null && nvidia-smi >/dev/null 2>&1; then
        echo gpu
    else
        echo cpu
    fi
}

# make_environment FOLDER LOCK…: brings FOLDER to exactly what the locks say, with the project on top.
# Quick when it is so already: a stamp holds the checksum of all that went in. Modules are compiled here: where Python may
# write no bytecode, each process would compile all it imports.
make_environment() {
    folder=$1
    shift
    stamp=$(environment_stamp "$@")
    if [ "$(cat "$folder/earshot-stamp" 2>/dev/null)" = "$stamp" ] && "$folder/bin/python" -c '' 2>/dev/null; then
        compile_translations "$folder"
        return 0
    fi
    say "Making $folder from the locks: $*. It downloads the packages and says nothing for some minutes."
    new_environment "$folder"
    files="$LOCKS/uv.txt $LOCKS/hnsw-build.txt"
    for lock in "$@"; do
        files="$files $LOCKS/$lock.txt"
    done
    uv_in "$folder" pip sync --quiet --require-hashes --compile-bytecode $files
    add_hnswlib "$folder"
    uv_in "$folder" pip install --quiet --no-deps --no-build-isolation --editable .
    compile_translations "$folder"
    echo "$*" >"$folder/earshot-locks"
    echo "$stamp" >"$folder/earshot-stamp"
    say "$folder is ready."
}

# add_to_environment FOLDER RUNTIME LOCK…: the same, and what earlier set-ups added stays.
add_to_environment() {
    grown=$1
    runtime=$2
    shift 2
    former=$(cat "$grown/earshot-locks" 2>/dev/null) || former=
    wanted=
    for extra in training dev oracles mcp studio cluster; do
        case " $* $former " in
            *" $extra "*) wanted="$wanted $extra" ;;
        esac
    done
    make_environment "$grown" "$runtime" $wanted
}

# Quick where nothing changed.
compile_translations() {
    "$1/bin/python" -c 'from resources.translations import compile_all; compile_all()'
}

environment_stamp() {
    {
        echo "$PWD" "$@"
        cat pyproject.toml installer/environment.sh "$LOCKS/uv.txt" "$LOCKS/hnsw-build.txt" "$LOCKS/hnsw.txt"
        for lock in "$@"; do
            cat "$LOCKS/$lock.txt"
        done
    } | cksum
}

# A fresh environment with pip, and with uv at its pinned version, which installs the rest.
new_environment() {
    python=$(find_python) || {
        say "Python 3.11, 3.12 or 3.13 is needed and was not found."
        exit 1
    }
    rm -f "$1/earshot-stamp"
    if ! "$1/bin/python" -m pip --version >/dev/null 2>&1; then
        "$python" -m venv --clear "$1"
    fi
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$LOCKS/uv.txt"
}

uv_in() {
    environment=$1
    shift
    VIRTUAL_ENV="$PWD/$environment" "$environment/bin/uv" "$@"
}

# hnswlib is published as source only. Where it cannot be built Earshot works all the same, on exact search.
# HNSWLIB_NO_NATIVE keeps out instructions that only this machine's processor knows.
add_hnswlib() {
    say "Compiling hnswlib, which is published as source only."
    if HNSWLIB_NO_NATIVE=1 uv_in "$1" pip install --quiet --no-build-isolation --require-hashes -r "$LOCKS/hnsw.txt"; then
        return 0
    fi
    say "hnswlib could not be built (it needs a C++ compiler and Python's headers)."
    say "Earshot goes on with exact search: as good, and slower in libraries of more than some 50,000 segments."
}
