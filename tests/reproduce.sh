#!/bin/sh
# reproduce.sh VERSION FOLDER - builds the sources' archive and the package twice, in different
# folders, locales, time zones, umasks and years: they must be equal to the byte. The second folder
# has no git, but lies inside another project's. Results stay in FOLDER.
set -eu

name=mitaines-$1
rm -rf "$2"
mkdir -p "$2"
folder=$(realpath "$2")

unset BUILD MAKEFLAGS MAKELEVEL MFLAGS # set by the calling make
(umask 022 && LC_ALL=C.UTF-8 TZ=UTC make --no-print-directory BUILD="$folder/one" deb)
mkdir "$folder/elsewhere"
if command -v git >/dev/null; then
	git init -q "$folder/elsewhere"
	git -C "$folder/elsewhere" -c user.name=other -c user.email=@ commit -q --allow-empty -m other
fi
tar -xzf "$folder/one/$name.tar.gz" -C "$folder/elsewhere"
cd "$folder/elsewhere/$name"
# The clock of the compiler is years ahead, but not the times of files, which make compares.
(umask 077 && unset SOURCE_DATE_EPOCH &&
	LC_ALL=C LANGUAGE=fr TZ=Pacific/Kiritimati NO_FAKE_STAT=1 faketime -f +1200d \
		make --no-print-directory BUILD="$folder/two" deb)

differ=0
for file in "$name.tar.gz" mitaines.spdx "$(cd "$folder/one" && echo mitaines_*.deb)"; do
	cmp "$folder/one/$file" "$folder/two/$file" || differ=1
done
[ $differ = 0 ] && sha256sum "$folder/one/$name.tar.gz" "$folder"/one/*.deb
exit $differ
