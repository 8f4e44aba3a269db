#!/bin/sh
# Signs Earshot.app and packs it as a disk image, on macOS with Xcode's command line tools. It has not run yet.
#
#   sh installer/bundle/macos.sh APP IMAGE.dmg
#
# EARSHOT_IDENTITY      a "Developer ID Application" certificate of the keychain; without it the signature is ad hoc, and
#                       other Macs refuse to open the program
# EARSHOT_NOTARY        a profile that `xcrun notarytool store-credentials` has kept; without it Apple is not asked
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
app=$1
image=$2
identity=${EARSHOT_IDENTITY:--}

sign_one() {
    if [ "$identity" = - ]; then
        codesign --force --options runtime --entitlements "$here/entitlements.plist" --sign - "$1"
    else
        codesign --force --options runtime --entitlements "$here/entitlements.plist" --timestamp --sign "$identity" "$1"
    fi
}

# Inside out: every compiled file, then frameworks, then the application. Apple advises against --deep.
sign() {
    list=$(mktemp)
    find "$app/Contents/Resources" -type f \( -name '*.so' -o -name '*.dylib' -o -perm -u+x \) >"$list"
    find "$app/Contents/Resources" -type d -name '*.framework' -prune >>"$list"
    while IFS= read -r part; do
        case $(file -b "$part") in
            Mach-O* | directory) sign_one "$part" ;;
        esac
    done <"$list"
    rm -f "$list"
    sign_one "$app"
    codesign --verify --strict --verbose=2 "$app"
}

pack() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cp -R "$app" "$folder/"
    ln -s /Applications "$folder/Applications"
    hdiutil create -volname Earshot -srcfolder "$folder" -fs HFS+ -format ULFO -ov "$image"
    [ "$identity" = - ] || codesign --sign "$identity" --timestamp "$image"
}

# Apple looks at the image, and its ticket is fastened to it, so that a Mac without a network opens it too.
notarise() {
    if [ -n "${EARSHOT_NOTARY:-}" ]; then
        xcrun notarytool submit "$image" --keychain-profile "$EARSHOT_NOTARY" --wait
        xcrun stapler staple "$image"
        spctl --assess --type open --context context:primary-signature --verbose "$image"
    fi
}

sign
pack
notarise
