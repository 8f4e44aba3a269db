#!/bin/sh
# What interpreter.sh runs inside the root: compiles into /out, everything found from where it lies.
set -eu
cd /src
exec 3>&1 >/src/build.log 2>&1
trap '[ $? = 0 ] || tail -n 30 /src/build.log >&3' EXIT
jobs=$(nproc)

apt-get update
apt-get source --download-only python3.11 openssl portaudio19

build_openssl() {
    tar xf openssl_*.orig.tar.gz
    cd openssl-*
    ./Configure linux-x86_64 shared no-tests no-module --prefix=/opt/ssl --libdir=lib --openssldir=/etc/ssl
    make -j"$jobs" build_libs
    make install_dev
    export LD_LIBRARY_PATH=/opt/ssl/lib
    cd ..
}

# Debian's patches from the first fix on; those before it move files to where Debian has them.
build_python() {
    tar xf python3.11_*.orig.tar.gz
    cd Python-3.11*
    tar xf ../python3.11_*.debian.tar.xz
    sed -n '/^shutdown-deadlock/,$p' debian/patches/series | while read -r patch; do
        patch -s -p1 --forward <"debian/patches/$patch"
    done
    # One fix reaches into the interpreter, which Debian's pyexpat is a part of; ours is a module beside it.
    sed -i '1i #define Py_BUILD_CORE_MODULE 1' Modules/pyexpat.c
    ./configure --prefix=/out/python --with-openssl=/opt/ssl --with-system-expat --disable-test-modules --without-static-libpython \
        --with-ensurepip=no
    make -j"$jobs"
    make install
    cd ..
    python=/out/python/bin/python3.11
}

build_portaudio() {
    tar xf portaudio19_*.orig.tar.gz
    cd portaudio
    ./configure --without-jack --without-oss --with-alsa --disable-static
    make lib/libportaudio.la
    mkdir -p /out/lib
    cp lib/.libs/libportaudio.so.2 /out/lib/
    cd ..
}

build_hnswlib() {
    mkdir -p site
    for wheel in wheels/*.whl; do
        "$python" -m zipfile -e "$wheel" site
    done
    tar xf wheels/hnswlib-*.tar.gz
    cd hnswlib-*
    HNSWLIB_NO_NATIVE=1 PYTHONPATH=/src/site "$python" setup.py bdist_wheel --dist-dir /src/built
    mkdir -p /out/wheels
    cp /src/built/*.whl /out/wheels/
    cd ..
}

# Libraries that Python's modules, and Qt for X11, load from beside them instead of from the system.
carry_libraries() {
    libraries=/usr/lib/x86_64-linux-gnu
    for name in libz.so.1 libbz2.so.1.0 liblzma.so.5 libffi.so.7 libuuid.so.1 libexpat.so.1; do
        cp -L "$(find $libraries /lib/x86_64-linux-gnu -name "$name" | head -n 1)" /out/python/lib/
    done
    cp /opt/ssl/lib/libssl.so.3 /opt/ssl/lib/libcrypto.so.3 /out/python/lib/
    patchelf --set-rpath '$ORIGIN' /out/python/lib/libssl.so.3
    mkdir -p /out/qt
    for name in cursor.so.0 icccm.so.4 image.so.0 keysyms.so.1 render-util.so.0 util.so.1 xkb.so.1; do
        cp -L "$libraries/libxcb-$name" /out/qt/
    done
    cp -L $libraries/libxkbcommon.so.0 $libraries/libxkbcommon-x11.so.0 /out/qt/
    chmod 755 /out/qt/* /out/lib/* /out/python/lib/lib*.so*
    for file in /out/qt/*; do
        patchelf --set-rpath '$ORIGIN' "$file"
    done
    for file in /out/python/lib/python3.11/lib-dynload/*.so; do
        patchelf --set-rpath '$ORIGIN/../..' "$file"
    done
}

# Scripts that hold this root's path, headers, and what needs a compiler, Tcl or libraries that are not carried.
trim_python() {
    cd /out/python
    find bin -type f ! -name python3.11 -exec rm {} +
    find bin -type l ! -name python3 -exec rm {} +
    rm -f lib/python3.11/lib-dynload/nis.* lib/python3.11/lib-dynload/_crypt.* lib/python3.11/lib-dynload/ossaudiodev.*
    rm -rf include share lib/pkgconfig lib/python3.11/config-3.11-* lib/python3.11/idlelib lib/python3.11/tkinter \
        lib/python3.11/turtledemo lib/python3.11/turtle.py lib/python3.11/lib2to3 lib/python3.11/pydoc_data
    find . -name __pycache__ -prune -exec rm -rf {} +
    strip --strip-unneeded bin/python3.11 lib/python3.11/lib-dynload/*.so /out/lib/*.so*
    mkdir -p /out/notices
    cp /usr/share/doc/libffi7/copyright /out/notices/libffi
    for name in zlib1g libbz2-1.0 liblzma5 libuuid1 libexpat1 libxcb-cursor0 libxkbcommon0; do
        cp "/usr/share/doc/$name/copyright" "/out/notices/$name"
    done
    cp /src/openssl-*/LICENSE.txt /out/notices/openssl
    cp /src/portaudio/LICENSE.txt /out/notices/portaudio
}

# Python's build leaves out, without a word that counts, what it finds no library for.
check_modules() {
    unset LD_LIBRARY_PATH
    "$python" -I -c 'import bz2, ctypes, decimal, hashlib, lzma, pyexpat, ssl, uuid, zlib, _hashlib, _uuid'
}

build_openssl
build_python
build_portaudio
build_hnswlib
carry_libraries
trim_python
check_modules
