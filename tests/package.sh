#!/bin/bash
# package.sh VERSION FOLDER CODENAME - builds FOLDER/mitaines-VERSION.tar.gz as a Debian package in
# a fresh, minimal Debian of that release. lintian, autopkgtest and piuparts check it. In another
# fresh Debian it is installed, plays a match, is upgraded with data, removed and purged. In the
# release of this machine the package is built twice, equal to the byte; in another one the tests in
# ELSEWHERE run too.
# Needs root and the mirror of this machine's apt.
# shellcheck disable=SC2016 # apt, or a shell in another namespace, expands these single quotes
set -euo pipefail

sources=$(realpath "$2")/mitaines-$1.tar.gz
codename=$3
ours=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
fresh=$(mktemp -d -t mitaines-debian.XXXXXX)
root=$fresh/user
trap 'rm -rf --one-file-system "$fresh"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$fresh" # the bot does not run as root

say() { echo "package: $codename: $*"; }

fail() {
	say "$*" >&2
	exit 1
}

# Runs a command with its own network (loopback only), terminals and processes; they end with it.
apart() {
	unshare --net --pid --mount --fork --kill-child sh -c '
		ip link set lo up
		mount -t proc proc /proc
		mount -t proc proc "$0/proc"
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
		exec "$@"' "$root" "$@"
}

# Does the same in the fresh Debian.
alone() {
	apart chroot "$root" "$@"
}

apt_get() {
	DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -qq -y -o Dpkg::Use-Pty=0 \
		--no-install-recommends "$@" >"$root/apt.log" 2>&1 || {
		tail -n 30 "$root/apt.log" >&2
		fail "apt-get $* failed"
	}
}

[ "$(id -u)" -eq 0 ] || fail "only root can make a fresh Debian"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $ours" | head -n 1)
[ -n "$mirror" ] || fail "apt knows no mirror of $ours"
say "a fresh Debian"
debootstrap --variant=minbase "$codename" "$root" "$mirror" >"$fresh/log" 2>&1 || {
	tail -n 5 "$fresh/log" >&2
	fail "no fresh Debian: is there no network?"
}
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/50host"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # starts no servers
chmod 755 "$root/usr/sbin/policy-rc.d"
apt_get install python3 # for the playing clients
cp -a "$root" "$fresh/builder"

root=$fresh/builder
apt_get install make apt-utils
tar -xzf "$sources" -C "$root/tmp" --no-same-owner
tree=$root/tmp/mitaines-$1
if [ "$codename" = "$ours" ]; then
	goal=reproduce
	built=$tree/build/reproduce/one
else
	goal=deb
	built=$tree/build
fi
say "make $goal"
chroot "$root" make -C "/tmp/mitaines-$1" "$goal" >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "not built, or not the same"
}
lintian --allow-root --fail-on error,warning "$built"/*.changes
package=$(ls "$built/mitaines_$1"_*.deb)

read -ra needs < <(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')

say "autopkgtest"
apt_get install ngircd "${needs[@]}"
cp -r "$tree/config/debian" "$tree/debian"
SOURCE_DATE_EPOCH=0 "$tree/debian/changelog.sh" "$1" "$(sed -n 's/^Maintainer: //p' "$tree/debian/control")" <"$tree/CHANGELOG.md" >"$tree/debian/changelog"
apart autopkgtest --no-built-binaries --ignore-restrictions=isolation-container \
	"$package" "$tree" -- chroot "$root" >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "autopkgtest failed"
}

# Runs tests of the sandbox, the libraries, the servers and whole matches with the versions of that
# release, in a folder that other users cannot read.
if [ "$codename" != "$ours" ]; then
	say "tests"
	place="/srv/à part"
	mkdir -p "$root$place"
	chmod 700 "$root/srv" "$root$place"
	tar -xzf "$sources" -C "$root$place" --no-same-owner
	chroot "$root" sh -c 'cd "$0" && config/deps.sh run test' "$place/mitaines-$1" >"$fresh/log" 2>&1 || {
		tail -n 30 "$fresh/log" >&2
		fail "no packages for the tests"
	}
	alone sh -c 'cd "$0" && make check T="$1"' "$place/mitaines-$1" "$ELSEWHERE" >"$fresh/log" 2>&1 || {
		tail -n 300 "$fresh/log" >&2
		fail "tests failed"
	}
	say "$(tail -n 1 "$fresh/log")"
fi

say "piuparts, with what it needs in place"
root=$fresh/user
began=$SECONDS
apt_get install ngircd "${needs[@]}"
gone=$((SECONDS - began))
piuparts --existing-chroot="$root" --distribution="$codename" --mirror="$mirror main" --no-eatmydata \
	--tmpdir="$fresh" "$package" >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "piuparts failed"
}

say "installed: a match on ngircd"
cp "$package" "$root/tmp/"
cp "$tree/config/debian/tests/match" "$root/tmp/match"
began=$((SECONDS - gone))
apt_get install "/tmp/$(basename "$package")"
alone mitaines check -c /etc/mitaines/mitaines.conf
alone /tmp/match | while read -r line; do
	[ "$line" != cards ] || line="cards in a hand, $((SECONDS - began)) s after apt install began"
	say "$line"
done

say "upgraded: what is set and stored stays"
echo '# mine' >>"$root/etc/mitaines/mitaines.conf"
stored=$(sha256sum <"$root/var/lib/mitaines/mitaines.db")
work=$(mktemp -d -p "$root/tmp")
dpkg-deb -R "$package" "$work/new"
sed -i 's/^\(Version: .*\)/\1.1/' "$work/new/DEBIAN/control"
dpkg-deb -b "$work/new" "$work/new.deb" >/dev/null
apt_get install "${work#"$root"}/new.deb"
grep -q '^# mine$' "$root/etc/mitaines/mitaines.conf" || fail "the upgrade took the configuration"
[ "$(chroot "$root" stat -c '%a %G' /etc/mitaines/mitaines.conf)" = "640 mitaines" ] || fail "others may read it now"
alone /tmp/match >/dev/null
[ "$(sha256sum <"$root/var/lib/mitaines/mitaines.db")" != "$stored" ] || fail "the second match is not stored"

say "removed: both stay"
apt_get remove mitaines
[ ! -e "$root/usr/bin/mitaines" ] || fail "the program is still there"
[ -s "$root/var/lib/mitaines/mitaines.db" ] || fail "the database is gone"
[ -s "$root/etc/mitaines/mitaines.conf" ] || fail "the configuration is gone"

say "purged: nothing stays"
apt_get purge mitaines
[ ! -e "$root/var/lib/mitaines" ] || fail "the database is still there"
[ ! -e "$root/etc/mitaines" ] || fail "the configuration is still there"
say "done"
