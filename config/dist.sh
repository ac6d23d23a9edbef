#!/bin/sh
# dist.sh VERSION FOLDER LIBRARY... - packs the sources as FOLDER/mitaines-VERSION.tar.gz,
# reproducible to the byte, with a list of parts (SPDX) in the archive and beside it. The program is
# linked with each LIBRARY. Needs SOURCE_DATE_EPOCH.
set -eu
export LC_ALL=C
: "${SOURCE_DATE_EPOCH:?is not known: git said why, or this folder is no clone and has no mitaines.spdx}"

name=mitaines-$1
folder=$2
list=mitaines.spdx
shift 2

# Prints all source files: from git, or without git from the list of parts.
files() {
	if [ -e .git ]; then
		git ls-files
	else
		sed -n 's|^FileName: \./||p' $list
	fi | sort
}

# Prints the licence of a library.
licence() {
	case $1 in
	cairo) echo "LGPL-2.1-only OR MPL-1.1" ;;
	libconfig | libmicrohttpd) echo LGPL-2.1-or-later ;;
	libcrypto | libssl) echo Apache-2.0 ;;
	libcurl) echo curl ;;
	libedit) echo BSD-3-Clause ;;
	libidn) echo "LGPL-3.0-or-later OR GPL-2.0-or-later" ;;
	libircclient) echo LGPL-3.0-or-later ;;
	libseccomp) echo LGPL-2.1-only ;;
	libsodium) echo ISC ;;
	libutf8proc) echo "MIT AND Unicode-3.0" ;;
	libuv | jansson) echo MIT ;;
	sqlite3) echo blessing ;;
	zlib) echo Zlib ;;
	*)
		echo "dist: whose licence is that of $1?" >&2
		exit 1
		;;
	esac
}

package() {
	printf '\nPackageName: %s\nSPDXID: SPDXRef-Package-%s\n' "$1" "$1"
	printf 'PackageDownloadLocation: NOASSERTION\nFilesAnalyzed: %s\n' "$2"
	printf 'PackageLicenseConcluded: %s\nPackageLicenseDeclared: %s\n' "$3" "$3"
	printf 'PackageCopyrightText: %s\n' "$4"
}

# Prints the SPDX verification code: the sum of the sorted sums of all files.
code() {
	files | xargs -d '\n' sha1sum | cut -d ' ' -f 1 | sort | tr -d '\n' | sha1sum | cut -d ' ' -f 1
}

# Prints the list of parts, with these libraries.
parts() {
	sum=$(code)
	printf 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\n'
	printf 'DocumentName: %s\n' "$name"
	printf 'DocumentNamespace: https://spdx.org/spdxdocs/%s-%s\n' "$name" "$sum"
	printf 'Creator: Organization: the mitaines authors\n'
	printf 'Created: %s\n' "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)"
	printf 'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-Package-mitaines\n'
	package mitaines true ISC "2026 the mitaines authors"
	printf 'PackageVersion: %s\n' "${name#mitaines-}"
	printf 'PackageVerificationCode: %s (excludes: ./%s)\n' "$sum" $list
	printf 'PackageLicenseInfoFromFiles: ISC\n'
	for library; do
		terms=$(licence "$library")
		package "$library" false "$terms" NOASSERTION
		printf 'Relationship: SPDXRef-Package-mitaines DYNAMIC_LINK SPDXRef-Package-%s\n' "$library"
	done
	for sums in sha1sum sha256sum; do
		files | xargs -d '\n' $sums
	done | awk '
		{ file = substr($0, length($1) + 3) }
		length($1) == 40 { sha1[file] = $1; next }
		{
			id = file
			gsub(/[^A-Za-z0-9.]/, "-", id)
			print "\nFileName: ./" file "\nSPDXID: SPDXRef-File-" sha1[file] "-" id
			print "FileChecksum: SHA1: " sha1[file] "\nFileChecksum: SHA256: " $1
			print "LicenseConcluded: ISC\nLicenseInfoInFile: NOASSERTION\nFileCopyrightText: NOASSERTION"
		}'
}

mkdir -p "$folder"
work=$(mktemp -d "$folder/dist.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/$name"
parts "$@" >"$work/$list"
files | tar -cf - --verbatim-files-from -T - | tar -xf - -C "$work/$name"
cp "$work/$list" "$work/$name/$list"
touch -d "@$SOURCE_DATE_EPOCH" "$work/$name/$list"
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
	--mtime="@$SOURCE_DATE_EPOCH" -C "$work" -cf - "$name" | gzip -9n >"$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$folder/$name.tar.gz"
mv "$work/$list" "$folder/$list"
echo "$folder/$name.tar.gz"
