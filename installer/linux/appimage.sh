#!/bin/sh
# Makes the AppDir of an AppImage from the folder that `make bundle` packs, and with appimagetool the AppImage.
#
#   sh installer/linux/appimage.sh BUNDLE APPDIR [APPIMAGETOOL OUT.AppImage]
#
# appimagetool is in no registry of packages: the builder fetches it and says where it lies.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
bundle=$1
app=$2

rm -rf "$app"
mkdir -p "$app/usr/share/metainfo"
cp -R "$bundle/bin" "$bundle/lib" "$bundle/python" "$bundle/share" "$app/usr/"
cp "$here/org.earshot.Earshot.metainfo.xml" "$app/usr/share/metainfo/"
cp "$bundle/share/applications/earshot.desktop" "$app/"
cp "$bundle/share/icons/hicolor/scalable/apps/earshot.svg" "$app/"
ln -s earshot.svg "$app/.DirIcon"
ln -s usr/bin/earshot "$app/AppRun"
if [ $# -gt 2 ]; then
    ARCH=x86_64 "$3" "$app" "$4"
fi
