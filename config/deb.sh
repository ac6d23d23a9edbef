#!/bin/sh
# deb.sh VERSION FOLDER - builds the Debian package in FOLDER from FOLDER/mitaines-VERSION.tar.gz,
# with the files of config/debian. Needs SOURCE_DATE_EPOCH.
set -eu

name=mitaines-$1
folder=$(realpath "$2")
work=$(mktemp -d "$folder/deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
umask 022
unset BUILD CFLAGS MAKEFLAGS MAKELEVEL MFLAGS # set by the calling make
tar -xzf "$folder/$name.tar.gz" -C "$work"
cd "$work/$name"
cp -r config/debian debian
maintainer=$(sed -n 's/^Maintainer: //p' debian/control)
debian/changelog.sh "$1" "$maintainer" <CHANGELOG.md >debian/changelog
dpkg-buildpackage --no-sign --build=binary >"$folder/deb.log" 2>&1 || {
	tail -n 40 "$folder/deb.log" >&2
	exit 1
}
cd "$folder"
mv "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo .
ls -- mitaines_"$1"_*.deb
