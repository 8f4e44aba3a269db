#!/bin/sh
# Builds dist/earshot_VERSION_ARCH.deb on Debian 12: Earshot with its locked packages in /opt/earshot, on the system's
# own Python. Nothing is fetched when it is installed. The ONNX Runtime is the one for processors.
#
#   sh installer/deb/build.sh     as a user who may run `apt-get` where packages are missing; root is not needed else
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "$here/../.."
EARSHOT_PYTHON=/usr/bin/python3
. installer/system.sh
. installer/environment.sh

root=build/deb/root
prefix=$root/opt/earshot

check_python() {
    find_python >/dev/null || {
        say "$EARSHOT_PYTHON must be Python 3.11, 3.12 or 3.13: build on Debian 12 or newer."
        exit 1
    }
    python_minor=$("$EARSHOT_PYTHON" -c 'import sys; print(sys.version_info.minor)')
}

# A virtual environment finds its packages from where its own link to Python lies, so it may be built here and live in
# /opt; only the scripts that pip writes hold a path, and none of those goes along.
fill_prefix() {
    rm -rf build/deb
    mkdir -p "$root/usr/bin" "$root/usr/share/applications" "$root/usr/share/icons/hicolor/scalable/apps" \
        "$root/usr/share/doc/earshot" "$root/DEBIAN"
    /usr/bin/python3 -m venv --without-pip --symlinks "$prefix"
    /usr/bin/python3 -m venv build/deb/tools
    build/deb/tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$LOCKS/uv.txt"
    into="build/deb/tools/bin/uv pip install --quiet --link-mode copy --python $prefix/bin/python"
    $into --require-hashes -r "$LOCKS/cpu.txt" -r "$LOCKS/mcp.txt" -r "$LOCKS/studio.txt" -r "$LOCKS/hnsw-build.txt"
    HNSWLIB_NO_NATIVE=1 $into --no-build-isolation --require-hashes -r "$LOCKS/hnsw.txt"
    $into --no-deps --no-build-isolation .
    build/deb/tools/bin/uv pip uninstall --quiet --python "$prefix/bin/python" setuptools wheel pybind11
    find "$prefix/bin" -type f -delete
    drop_what_never_runs
    "$prefix/bin/python" -m compileall -q -s "$root" "$prefix/lib" >/dev/null || true # some packages ship templates
}

# Qt's own developer tools, QML and the packages' test suites: a third of the size, none of it loaded by a widget program.
drop_what_never_runs() {
    site=$(echo "$prefix"/lib/python3.*/site-packages)
    (
        cd "$site/PySide6"
        rm -rf assistant designer linguist lrelease lupdate lconvert qmlformat qmllint qmlls qmlimportscanner \
            qmltyperegistrar qmlcachegen balsam balsamui qsb svgtoqml rcc uic scripts doc glue include typesystems \
            Qt/qml Qt/metatypes Qt/libexec Qt/modules ./*.pyi
        rm -f Qt/lib/libQt6Quick* Qt/lib/libQt6Qml* Qt/lib/libQt6Designer* Qt/lib/libQt6Help* Qt/lib/libQt6UiTools* \
            QtQuick*.so QtQml*.so QtDesigner*.so QtHelp*.so QtUiTools*.so
        rm -rf Qt/plugins/qmltooling Qt/plugins/qmllint Qt/plugins/qmlls Qt/plugins/designer Qt/plugins/sqldrivers
    )
    find "$site" -type d \( -name tests -o -name test \) -path '*/numpy/*' -prune -exec rm -rf {} +
}

write_launchers() {
    printf '#!/bin/sh\nexec /opt/earshot/bin/python -m engine.cli.main "$@"\n' >"$root/usr/bin/earshot"
    chmod 755 "$root/usr/bin/earshot"
    cp installer/deb/earshot.desktop "$root/usr/share/applications/"
    cp resources/icons/earshot.svg "$root/usr/share/icons/hicolor/scalable/apps/"
    cp installer/deb/copyright "$root/usr/share/doc/earshot/copyright"
    gzip -9nc CHANGELOG.md >"$root/usr/share/doc/earshot/changelog.gz"
}

write_control() {
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
    architecture=$(dpkg --print-architecture)
    size_kib=$(du -sk "$root" | cut -f1)
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size_kib/" \
        -e "s/@PYTHON@/3.$python_minor/" -e "s/@NEXT@/3.$((python_minor + 1))/" \
        installer/deb/control.in >"$root/DEBIAN/control"
}

check_python
need_system_packages base
fill_prefix
write_launchers
write_control
mkdir -p dist
chmod -R u+rwX,go+rX,go-w "$root"
dpkg-deb --root-owner-group -Zzstd --build "$root" dist >/dev/null
package=dist/earshot_${version}_$architecture.deb
say "Built $package: $(du -h "$package" | cut -f1) to fetch, $((size_kib / 1024)) MiB installed."
